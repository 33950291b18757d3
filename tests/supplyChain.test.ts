import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

type Package = {
	resolved?: string;
	integrity?: string;
	license?: string;
	dev?: boolean;
	devOptional?: boolean;
	hasInstallScript?: boolean;
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

test("no shipped package needs an install script", () => {
	const names = list(({ dev, hasInstallScript }) => hasInstallScript && !dev);
	// esbuild works without its script.
	expect(names.filter((name) => name !== "esbuild")).toEqual([]);
	expect(readFileSync(".npmrc", "utf8")).toMatch(/^ignore-scripts=true$/m);
});

test("shipped packages have permissive licences", () => {
	const free =
		/^\(?(MIT|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|BlueOak-1\.0\.0|Zlib|Python-2\.0|CC-BY-4\.0|CC0-1\.0|OFL-1\.1|MPL-2\.0)\b/;
	const others = list(
		({ dev, devOptional, license = "" }) => !dev && !devOptional && !free.test(license),
	);
	// The LGPL is accepted for sharp: the build uses its libraries unchanged, and the site does not contain them.
	// The package.json of callsite names no licence, but its README says MIT.
	const known = (name: string) => name.startsWith("@img/sharp-") || name === "callsite";
	expect(others.filter((name) => !known(name))).toEqual([]);
});
