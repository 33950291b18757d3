import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

type Package = {
	resolved?: string;
	integrity?: string;
	license?: string;
	dev?: boolean;
	devOptional?: boolean;
	hasInstallScript?: boolean;
};

const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as {
	packages: Record<string, Package>;
};
const { "": _, ...installed } = packages;
const all = Object.entries(installed).map(([path, found]) => ({
	name: path.split("node_modules/").at(-1),
	...found,
}));

describe("the lockfile", () => {
	test("has the hash of every package, and takes all from npm's registry", () => {
		expect(
			all.filter(({ integrity }) => !integrity?.startsWith("sha512-")).map(({ name }) => name),
		).toEqual([]);
		const elsewhere = all.filter(
			({ resolved }) => resolved && !resolved.startsWith("https://registry.npmjs.org/"),
		);
		expect(elsewhere.map(({ name }) => name)).toEqual([]);
	});

	test("has no shipped package that needs an install script", () => {
		const names = all
			.filter(({ dev, hasInstallScript }) => hasInstallScript && !dev)
			.map(({ name }) => name);
		// esbuild may have an install script, because esbuild works without running it.
		expect(names.filter((name) => name !== "esbuild")).toEqual([]);
		expect(readFileSync(".npmrc", "utf8")).toMatch(/^ignore-scripts=true$/m);
	});
});

test("npm and Renovate require the same minimum age of a package version", () => {
	const [, days] = /^min-release-age=(\d+)$/m.exec(readFileSync(".npmrc", "utf8")) ?? [];
	expect(JSON.parse(readFileSync("renovate.json", "utf8")).minimumReleaseAge).toBe(`${days} days`);
});

test("each Stripe client sets the API version, so that an upgrade of the package does not change it", () => {
	const clients = ["api", "demo", "scripts"].flatMap((folder) => {
		const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
			name.endsWith(".ts"),
		);
		return names.flatMap(
			(name) =>
				readFileSync(join(folder, name), "utf8").match(/new Stripe\([^{}]*\{[^}]*\}/g) ?? [],
		);
	});
	const versions = clients.map((client) => /\bapiVersion(?=[:,])/.test(client));
	expect(versions.length).toBeGreaterThan(0);
	expect(versions).not.toContain(false);
});

test("shipped packages have permissive licences", () => {
	const free =
		/^\(?(MIT|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|BlueOak-1\.0\.0|Zlib|Python-2\.0|CC-BY-4\.0|CC0-1\.0|OFL-1\.1|MPL-2\.0)\b/;
	const shipped = all.filter(({ dev, devOptional }) => !dev && !devOptional);
	expect(shipped.length).toBeGreaterThan(100);
	const others = shipped
		.filter(({ license }) => !free.test(license ?? ""))
		.map(({ name = "" }) => name);
	// @img/sharp-* contain libraries under the LGPL. These packages are accepted: the build uses them unchanged, and the
	// site does not contain them.
	const known = others.filter((name) => name.startsWith("@img/sharp-"));
	// The package.json of callsite names no licence, but its README says MIT.
	expect(others.filter((name) => !known.includes(name))).toEqual(["callsite"]);
});
