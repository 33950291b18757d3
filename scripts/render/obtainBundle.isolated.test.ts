import { mkdir, readdir, utimes } from "node:fs/promises";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { makeFolder } from "../../tests/folders.ts";
import { hashCode } from "./hashCode.ts";
import { obtainBundle } from "./obtainBundle.ts";

/** Results of the next calls of `hashCode`, because a test must not change the code that other tests bundle. */
const nextHashes = vi.hoisted((): string[] => []);
vi.mock("./hashCode.ts", async (importOriginal) => {
	const original = await importOriginal<typeof import("./hashCode.ts")>();
	return { hashCode: async (root: string) => nextHashes.shift() ?? original.hashCode(root) };
});

// The cache must be inside the project, because bundles import packages from the project's node_modules.
const parent = ".cache/tests";

/** Makes each process that the test starts run a program instead of its own. */
function replaceBundler(program: string): void {
	vi.stubEnv("NODE_OPTIONS", `--import data:text/javascript,${encodeURIComponent(program)}`);
}

test("code that has changed since it was hashed is not bundled", async () => {
	const folder = await makeFolder({ parent });
	await expect(obtainBundle(join(folder, "bundles"), "0123456789abcdef", () => {})).rejects.toThrow(
		"The code has changed since this command was started. Start it again.",
	);
	expect(await readdir(folder)).toEqual([]);
});

test("a bundle of code that changes while the bundler runs is not kept", async () => {
	const folder = await makeFolder({ parent });
	replaceBundler(`import { mkdirSync, writeFileSync } from "node:fs";
		process.chdir(mkdirSync(process.argv[2], { recursive: true }));
		mkdirSync("server/styles", { recursive: true });
		writeFileSync("server/entry.mjs", "");
		process.exit();`);
	const code = await hashCode(process.cwd());
	nextHashes.push(code, "the hash of changed code");
	await expect(obtainBundle(folder, code, () => {})).rejects.toThrow("The code has changed");
	expect(await readdir(folder)).toEqual([]);
});

test("a bundler that ends with status 0 and without style sheets fails with its output, and nothing is cached", async () => {
	const folder = await makeFolder({ parent });
	replaceBundler(`import { mkdirSync, writeFileSync } from "node:fs";
		mkdirSync(process.argv[2] + "/server", { recursive: true });
		writeFileSync(process.argv[2] + "/server/entry.mjs", "");
		console.error("\\u001b[31msyntax error\\u001b[0m");
		process.exit();`);
	const code = await hashCode(process.cwd());
	const obtaining = obtainBundle(folder, code, () => {});
	await expect(obtaining).rejects.toThrow("The code cannot be bundled:\nsyntax error");
	expect(await readdir(folder)).toEqual([]);
});

test("two calls for the same bundle do not bundle at the same time, and the second uses the bundle of the first", async () => {
	const folder = await makeFolder({ parent });
	// Like Vike, writes a file in the project, and fails when the file exists.
	replaceBundler(`import { mkdirSync, rmSync, writeFileSync } from "node:fs";
		const temporaryFile = ${JSON.stringify(join(folder, "temporary"))};
		writeFileSync(temporaryFile, "", { flag: "wx" });
		await new Promise((done) => setTimeout(done, 300));
		rmSync(temporaryFile);
		process.chdir(mkdirSync(process.argv[2], { recursive: true }));
		mkdirSync("server/styles", { recursive: true });
		writeFileSync("server/entry.mjs", "");
		process.exit();`);
	const code = await hashCode(process.cwd());
	const log: string[] = [];
	const obtain = () => obtainBundle(join(folder, "bundles"), code, (line) => log.push(line));
	expect(await Promise.all([obtain(), obtain()])).toEqual(
		Array(2).fill(join(folder, "bundles", code)),
	);
	expect(log).toEqual([
		expect.stringContaining("waiting for another process"),
		expect.stringMatching(/^Bundle: in /),
	]);
});

/** Creates bundles whose names are repeated digits, and that were used last at the times `firstTime` + digit. */
async function makeBundles(folder: string, digits: string, firstTime: number): Promise<void> {
	for (const digit of digits) {
		const bundle = join(folder, digit.repeat(16));
		await mkdir(bundle);
		await utimes(bundle, firstTime + Number(digit), firstTime + Number(digit));
	}
}

const obtainExisting = (folder: string, digit: string) =>
	obtainBundle(folder, digit.repeat(16), () => {});
const listDigits = async (folder: string) =>
	(await readdir(folder)).map((name) => name.slice(0, 1)).sort();

test("the most recently used bundles stay", async () => {
	const folder = await makeFolder({ parent });
	await makeBundles(folder, "0123456", 0);
	expect(await obtainExisting(folder, "0")).toBe(join(folder, "0".repeat(16)));
	expect(await listDigits(folder)).toEqual(["0", "4", "5", "6"]);
	await makeBundles(folder, "7", 0);
	await obtainExisting(folder, "7");
	expect(await listDigits(folder)).toEqual(["0", "5", "6", "7"]);
});

test("the bundle in use stays when others have later times, as after a correction of the clock", async () => {
	const folder = await makeFolder({ parent });
	await makeBundles(folder, "012345", Date.now() / 1000 + 3600);
	await obtainExisting(folder, "0");
	expect(await listDigits(folder)).toEqual(["0", "3", "4", "5"]);
});

test("the temporary folder of an interrupted bundler is removed when it is stale", async () => {
	const folder = await makeFolder({ parent });
	const code = await hashCode(process.cwd());
	for (const name of [code, `${code}.1`, `${code}.2`]) await mkdir(join(folder, name));
	const hourAgo = Date.now() / 1000 - 3600;
	await utimes(join(folder, `${code}.1`), hourAgo, hourAgo);
	await obtainBundle(folder, code, () => {});
	expect((await readdir(folder)).sort()).toEqual([code, `${code}.2`]);
});
