import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

type Package = {
	resolved?: string;
	integrity?: string;
	license?: string;
	dev?: boolean;
	devOptional?: boolean;
};

const lockfile: { packages: Record<string, Package> } = JSON.parse(
	readFileSync("package-lock.json", "utf8"),
);
const { "": _, ...packages } = lockfile.packages;

/** Returns the names of the packages of which a statement is true. */
const list = (isTrue: (found: Package) => unknown) =>
	Object.entries(packages)
		.filter(([, found]) => isTrue(found))
		.map(([path]) => path.split("node_modules/").at(-1) ?? "");

test("every package comes from npm's registry, with its hash", () => {
	expect(list(({ integrity }) => !integrity?.startsWith("sha512-"))).toEqual([]);
	const registry = "https://registry.npmjs.org/";
	expect(list(({ resolved }) => resolved && !resolved.startsWith(registry))).toEqual([]);
});

// The LGPL is accepted for sharp: the build uses its libraries unchanged, and the site does not contain them.
// The package.json of callsite names no licence, but its README says MIT.
const known = /^@img\/sharp-|^callsite$/;
const free = [
	...["MIT", "ISC", "0BSD", "BSD-2-Clause", "BSD-3-Clause", "Apache-2.0", "BlueOak-1.0.0", "Zlib"],
	...["Python-2.0", "CC-BY-4.0", "CC0-1.0", "OFL-1.1", "MPL-2.0"],
];

test("shipped packages have permissive licences", () => {
	const isFree = (license: string) => license.split(/[ ()]+/).some((name) => free.includes(name));
	const others = list(
		({ dev, devOptional, license = "" }) => !dev && !devOptional && !isFree(license),
	);
	expect(others.filter((name) => !known.test(name))).toEqual([]);
});
