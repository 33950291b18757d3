import { readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { checkSignatures, listLicences } from "../scripts/measure/packages.ts";

type Package = {
	version?: string;
	resolved?: string;
	integrity?: string;
	dev?: boolean;
	hasInstallScript?: boolean;
	dependencies?: Record<string, string>;
	optionalDependencies?: Record<string, string>;
	devDependencies?: Record<string, string>;
};

const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as { packages: Record<string, Package> };
const { "": root = {}, ...installed } = packages;
const all = Object.entries(installed).map(([path, found]) => ({ name: path.split("node_modules/").at(-1), ...found }));

describe("the lockfile", () => {
	test("names every package with its hash, from npm's registry", () => {
		expect(all.filter(({ integrity }) => !integrity?.startsWith("sha512-")).map(({ name }) => name)).toEqual([]);
		const elsewhere = all.filter(({ resolved }) => resolved && !resolved.startsWith("https://registry.npmjs.org/"));
		expect(elsewhere.map(({ name }) => name)).toEqual([]);
	});

	test("holds no package that ships and has an install script", () => {
		// Each install is without them. esbuild's only makes its program start sooner.
		const names = all.filter(({ dev, hasInstallScript }) => hasInstallScript && !dev).map(({ name }) => name);
		expect(names.filter((name) => name !== "esbuild")).toEqual([]);
		expect(readFileSync(".npmrc", "utf8")).toMatch(/^ignore-scripts=true$/m);
	});
});

test("npm and the bot that updates packages wait equally long for a version's faults to be found", () => {
	const [, days] = /^min-release-age=(\d+)$/m.exec(readFileSync(".npmrc", "utf8")) ?? [];
	expect(JSON.parse(readFileSync("renovate.json", "utf8")).minimumReleaseAge).toBe(`${days} days`);
});

test.each([
	[{ invalid: [], missing: [] }, "Each package that is installed has the signature of the registry."],
	[{ invalid: [{ name: "a", version: "1.0.0" }], missing: [] }, "a 1.0.0: its signature is wrong."],
	[{ invalid: [], missing: [{ name: "b", version: "2.0.0" }] }, "b 2.0.0: its signature is missing."],
	[
		{ error: { summary: "fetch failed", detail: "ENOTFOUND\nSee" } },
		"could not be checked, so that nothing is known of them: fetch failed, ENOTFOUND.",
	],
])("what npm answers of signatures, %j, is told in a sentence", async (answer, sentence) => {
	const programs = await mkdtemp(join(tmpdir(), "npm-"));
	onTestFinished(() => rm(programs, { recursive: true }));
	onTestFinished(() => void vi.unstubAllEnvs());
	await writeFile(join(programs, "npm"), `#!/bin/sh\nprintf %s '${JSON.stringify(answer)}'\nexit 1`, { mode: 0o755 });
	vi.stubEnv("PATH", programs + delimiter + process.env.PATH);
	expect(await checkSignatures().catch((error: Error) => error.message)).toContain(sentence);
});

test("docs/dependencies.md says of every dependency why it is there, and of no other", () => {
	const rows = readFileSync("docs/dependencies.md", "utf8").matchAll(/^\| (`.*`) \| (.+) \|$/gm);
	const told = [...rows].flatMap(([, names = ""]) => [...names.matchAll(/`([^`]+)`/g)].map(([, name]) => name));
	const { dependencies, devDependencies, optionalDependencies } = root;
	const wanted = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies });
	expect(told.sort()).toEqual(wanted.sort());
});

test("each client of Stripe's names the version of the API, which an upgrade of the package would move otherwise", () => {
	const clients = ["api", "demo", "scripts"].flatMap((folder) => {
		const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
		return names.flatMap(
			(name) => readFileSync(join(folder, name), "utf8").match(/new Stripe\([^{}]*\{[^}]*\}/g) ?? [],
		);
	});
	const versions = clients.map((client) => /\bapiVersion(?=[:,])/.test(client));
	expect(versions.length).toBeGreaterThan(0);
	expect(versions).not.toContain(false);
});

test("the site is made with packages whose licences ask for no more than their text", { timeout: 60_000 }, async () => {
	const licences = await listLicences("dev");
	const free =
		/^\(?(MIT|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|BlueOak-1\.0\.0|Zlib|Python-2\.0|CC-BY-4\.0|CC0-1\.0|OFL-1\.1|MPL-2\.0)\b/;
	const others = [...licences].filter(([name]) => !free.test(name)).flatMap(([, found]) => found);
	// A library that is loaded while the site is built, unchanged, and no part of it.
	const known = others.filter((name) => name.startsWith("@img/sharp-"));
	// MIT, as its Readme alone says.
	expect(others.filter((name) => !known.includes(name))).toEqual(["callsite 1.0.0"]);
	const count = [...licences.values()].flat().length;
	expect(count).toBeGreaterThan(100);
});
