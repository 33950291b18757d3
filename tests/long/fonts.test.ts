import { spawnSync } from "node:child_process";
import { delimiter, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { copyProject } from "../copyProject.ts";
import { type FontSet, writeFontConfig } from "../tools/fonts.ts";
import { isolatedEnvironment } from "../tools/isolation.ts";

let folder: string;

/** Runs a program in the copy of the project, on a machine that has only the given fonts. */
function run(fonts: FontSet, ...program: string[]): { status: number | null; stdout: string } {
	const PATH = resolve("node_modules/.bin") + delimiter + process.env.PATH;
	const env = isolatedEnvironment({ PATH, FONTCONFIG_FILE: writeFontConfig(fonts) });
	delete env.REFUSED_CONNECTIONS;
	return spawnSync("node", program, { cwd: folder, env, encoding: "utf8" });
}

beforeAll(async () => {
	folder = await copyProject(afterAll);
	expect(run("ordinary", "scripts/build.ts").status).toBe(0);
});

const playwright = "node_modules/@playwright/test/cli.js";

test.each([
	["DejaVu", "wide"],
	["Liberation", "liberation"],
	["Noto", "ordinary"],
	["no serif", "withoutSerif"],
] as const)("browser tests pass on a machine that has %s", { timeout: 600_000 }, (_, fonts) => {
	const projects = ["desktop", "phone", "narrow", "wide"].map((name) => `--project=${name}`);
	const { status, stdout } = run(fonts, playwright, "test", ...projects);
	expect(status, stdout).toBe(0);
});

test("late web fonts move nothing, whichever fonts a machine has", { timeout: 300_000 }, () => {
	const { status, stdout } = run("ordinary", playwright, "test", "--project=long");
	expect(status, stdout).toBe(0);
});
