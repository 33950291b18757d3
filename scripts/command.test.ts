import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, expectTypeOf, test, vi } from "vitest";
import { makeFolder } from "../tests/folders.ts";
import { type Flag, loadEnvFile } from "./command.ts";

const lines = 'FIRST=one\r\nSECOND="two" # a comment\r\nGIVEN=three\r\n';

async function load(content: Buffer): Promise<void> {
	const folder = await makeFolder({ files: { ".env": content } });
	loadEnvFile(join(folder, ".env"));
}

test("a .env with a byte order mark sets all missing variables", async () => {
	for (const name of ["FIRST", "SECOND"]) vi.stubEnv(name, undefined);
	vi.stubEnv("GIVEN", "by the shell");
	await load(Buffer.from(`\uFEFF${lines}`));
	const { FIRST, SECOND, GIVEN } = process.env;
	expect([FIRST, SECOND, GIVEN]).toEqual(["one", "two", "by the shell"]);
});

test.each(["", "\uFEFF"])("a .env in UTF-16 is refused, with the mark %j", async (mark) => {
	await expect(load(Buffer.from(mark + lines, "utf16le"))).rejects.toThrow(
		".env is in UTF-16. Save it in UTF-8.",
	);
});

async function run(name: string, ...args: string[]) {
	const cwd = await makeFolder();
	const program = [resolve(`scripts/${name}.ts`), ...args];
	const result = spawnSync(process.execPath, program, { cwd, encoding: "utf8" });
	return { ...result, files: readdirSync(cwd) };
}

const usage = "All flags: npm run versions -- --help\n";
test.each([
	["test", ["nothing"], 1, '"nothing" is none of check, test, long, engines, find.'],
	["versions", [], 0, "There is no version yet: npm start makes one."],
	["versions", ["--swich", "1"], 1, `✗ Unknown option '--swich'\n${usage}`],
	[
		"versions",
		["2026"],
		1,
		`✗ Unexpected argument '2026'. This command does not take positional arguments\n${usage}`,
	],
])("scripts/%s.ts %j exits with %i and advice", async (name, args, status, advice) => {
	const result = await run(name, ...args);
	expect(result).toMatchObject({ status });
	expect(result.stdout + result.stderr).toContain(advice);
});

test.each(["provision", "versions", "backup"])(
	"npm run %s -- --help prints the usage and does nothing",
	async (name) => {
		const { status, stdout, stderr, files } = await run(name, "--help");
		expect([status, stderr, files]).toEqual([0, "", []]);
		expect(stdout).toMatch(RegExp(`^[A-Z].*\\.\nExample: npm run ${name} -- .*\n( {2}--.*\n)+$`));
	},
);

test("a flag without a text does not compile", () => {
	expectTypeOf<{ type: "string"; help: string }>().toExtend<Flag>();
	expectTypeOf<{ type: "string" }>().not.toExtend<Flag>();
});
