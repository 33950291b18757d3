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

test("a bundle of code that changes while the bundler runs is not kept", async () => {
	const folder = await makeFolder({ parent });
	replaceBundler(`import { mkdirSync } from "node:fs";
		mkdirSync(process.argv[2] + "/server/styles", { recursive: true });
		process.exit();`);
	const code = await hashCode(process.cwd());
	nextHashes.push("the hash of changed code");
	await expect(obtainBundle(folder, code, () => {})).rejects.toThrow("The code has changed");
	expect(await readdir(folder)).toEqual(["next"]);
});

test("a bundler without a result fails with its output", async () => {
	const folder = await makeFolder({ parent });
	replaceBundler(`console.error("\\u001b[31msyntax error\\u001b[0m");
		process.exit();`);
	const code = await hashCode(process.cwd());
	const obtaining = obtainBundle(folder, code, () => {});
	await expect(obtaining).rejects.toThrow("The code cannot be bundled:\nsyntax error");
	expect(await readdir(folder)).toEqual(["next"]);
});

test("two processes do not bundle at the same time", async () => {
	const folder = await makeFolder({ parent });
	// Like Vike, writes a file in the project, and fails when the file exists.
	replaceBundler(`import { mkdirSync, rmSync, writeFileSync } from "node:fs";
		const temporaryFile = ${JSON.stringify(join(folder, "temporary"))};
		writeFileSync(temporaryFile, "", { flag: "wx" });
		await new Promise((done) => setTimeout(done, 300));
		rmSync(temporaryFile);
		mkdirSync(process.argv[2] + "/server/styles", { recursive: true });
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

test("the bundles that were used last stay", async () => {
	const folder = await makeFolder({ parent });
	for (const name of ["0", "1", "2", "3", "4", "5"]) {
		await mkdir(join(folder, name));
		await utimes(join(folder, name), 0, 0);
	}
	for (const name of ["3", "1", "5"]) await obtainBundle(folder, name, () => {});
	replaceBundler(`import { mkdirSync } from "node:fs";
		mkdirSync(process.argv[2] + "/server/styles", { recursive: true });
		process.exit();`);
	const code = await hashCode(process.cwd());
	await obtainBundle(folder, code, () => {});
	expect((await readdir(folder)).sort()).toEqual(["1", "3", "5", code].sort());
});
