import { spawnSync } from "node:child_process";
import { join, resolve } from "node:path";
import { expect, test, vi } from "vitest";
import { makeFolder } from "../tests/folders.ts";
import { loadEnvFile } from "./command.ts";

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

test.each([
	["test", ["nothing"], 1, '"nothing" is none of check, test, long, engines, find.'],
	["versions", [], 0, "There is no version yet: npm start makes one."],
])("scripts/%s.ts %j exits with %i and advice", async (name, args, status, advice) => {
	const program = [resolve(`scripts/${name}.ts`), ...args];
	const result = spawnSync(process.execPath, program, {
		cwd: await makeFolder(),
		encoding: "utf8",
	});
	expect(result).toMatchObject({ status });
	expect(result.stdout + result.stderr).toContain(advice);
});
