import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { extname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { listFiles } from "../scripts/shared/listFiles.ts";
import { makeFolder } from "./folders.ts";

// Conventions of comments and documents, and proof that the linter's rules against dense code apply.

const folders = ["api", "components", "content", "demo", "docs", "pages", "renderer", "scripts", "site", "tests"];

/** Lists the project's own files with one of the extensions. */
async function listOwnFiles(...extensions: string[]): Promise<string[]> {
	const lists = await Promise.all(
		folders.map(async (folder) => (await listFiles(folder)).map((path) => join(folder, path))),
	);
	const topLevel = await readdir(".");
	const isOwn = (path: string) => !path.startsWith(join("content", "generated"));
	return [...topLevel, ...lists.flat()].filter((path) => extensions.includes(extname(path)) && isOwn(path));
}

/** Returns `path:line text` for each line of the files that a check refuses. */
async function findLines(files: string[], isRefused: (line: string, path: string) => boolean): Promise<string[]> {
	const found = await Promise.all(
		files.map(async (path) => {
			const lines = (await readFile(path, "utf8")).split("\n");
			return lines.flatMap((line, index) => (isRefused(line, path) ? `${path}:${index + 1} ${line.trim()}` : []));
		}),
	);
	return found.flat();
}

const sources = await listOwnFiles(".ts", ".tsx", ".js", ".css");
const documents = await listOwnFiles(".md");

test("no comment begins with a word that hides its noun", async () => {
	const opening = /^\s*(?:\/\*\*?|\/\/|\*|\{\/\*)\s+(?:What|Who|Whom|Whose|Where|How|Of|Not)\b/;
	expect(await findLines(sources, (line) => opening.test(line))).toEqual([]);
});

test("lines of documents have at most 120 characters, tables aside", async () => {
	const isLong = (line: string) => line.length > 120 && !line.startsWith("|");
	expect(await findLines(documents, isLong)).toEqual([]);
});

test("the README has at most 180 lines", async () => {
	expect((await readFile("README.md", "utf8")).trimEnd().split("\n").length).toBeLessThanOrEqual(180);
});

/** Lints a text with the project's rules, as if it stood in scripts/. Returns what the linter prints. */
async function lint(text: string): Promise<string> {
	// The version control that the configuration names knows no folder of a test.
	const config = { ...JSON.parse(await readFile("biome.json", "utf8")), vcs: { enabled: false } };
	const folder = await makeFolder({ files: { "biome.json": JSON.stringify(config), "scripts/planted.ts": text } });
	const biome = resolve("node_modules/.bin/biome");
	const { stdout, stderr } = await promisify(execFile)(biome, ["lint"], { cwd: folder }).catch((error) => error);
	return stdout + stderr;
}

const declarations = "declare const run: () => void;\ndeclare const is: boolean;\n";

describe("the linter refuses", () => {
	test.each([
		["a nested ternary", "export const size = is ? 1 : is ? 2 : 3;", "noNestedTernary"],
		["&& as a statement", "is && run();", "noUnusedExpressions"],
		["|| as a statement", "is || run();", "noUnusedExpressions"],
		["an assignment in an expression", "let a = 1;\nif ((a = 2)) run();\nexport { a };", "noAssignInExpressions"],
	])("%s", async (_, code, rule) => {
		expect(await lint(`${declarations}${code}\n`)).toContain(rule);
	});
});
