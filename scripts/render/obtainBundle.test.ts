import { readdir, readFile, truncate } from "node:fs/promises";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { makeFolder } from "../../tests/folders.ts";
import { hashCode } from "./hashCode.ts";
import { obtainBundle } from "./obtainBundle.ts";

const code = await hashCode();

/** Makes each process that the test starts run a program instead of its own. */
function replaceBundler(program: string): void {
	const imports = 'import { mkdirSync, rmSync, writeFileSync } from "node:fs";';
	const source = encodeURIComponent(`${imports} ${program}; process.exit();`);
	vi.stubEnv("NODE_OPTIONS", `--import data:text/javascript,${source}`);
}

const writeBundle = 'mkdirSync(process.argv[2] + "/server/styles", { recursive: true })';

test.each([
	["of changed code", writeBundle, "another hash", "The code has changed"],
	["with an error", 'console.error("no")', code, "The code cannot be bundled:\nno"],
])("a bundle %s is not kept", async (_, program, codeHash, message) => {
	const folder = await makeFolder();
	replaceBundler(program);
	await expect(obtainBundle(codeHash, () => {}, folder)).rejects.toThrow(message);
	expect(await readdir(folder)).toEqual(["next"]);
});

test("a bundle with an empty file is replaced", async () => {
	const folder = await makeFolder();
	replaceBundler(`${writeBundle}; writeFileSync(process.argv[2] + "/server/entry.mjs", "whole")`);
	const entry = join(await obtainBundle(code, () => {}, folder), "server/entry.mjs");
	await truncate(entry);
	await obtainBundle(code, () => {}, folder);
	expect(await readFile(entry, "utf8")).toBe("whole");
});

test("two processes do not bundle at the same time", async () => {
	const folder = await makeFolder();
	// Like Vike, writes a file in the project, and fails when the file exists.
	const temporaryFile = JSON.stringify(join(folder, "temporary"));
	replaceBundler(`writeFileSync(${temporaryFile}, "", { flag: "wx" });
		await new Promise((done) => setTimeout(done, 300));
		rmSync(${temporaryFile});
		${writeBundle}`);
	const log: string[] = [];
	const bundles = join(folder, "bundles");
	const obtain = () => obtainBundle(code, (line) => log.push(line), bundles);
	const bundle = join(bundles, code);
	expect(await Promise.all([obtain(), obtain()])).toEqual([bundle, bundle]);
	expect(log.filter((line) => line.startsWith("Bundle: in "))).toHaveLength(1);
});
