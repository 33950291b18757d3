import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { basename, extname, join, resolve, sep } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { listFiles } from "../scripts/shared/listFiles.ts";
import { makeFolder } from "./folders.ts";

const folders = ["api", "components", "content", "demo", "docs", "pages", "renderer", "scripts", "site", "tests"];

/** Lists the project's files with one of the extensions, without generated content. */
async function listOwnFiles(...extensions: string[]): Promise<string[]> {
	const lists = await Promise.all(
		folders.map(async (folder) => (await listFiles(folder)).map((path) => join(folder, path))),
	);
	const topLevel = await readdir(".");
	const isOwn = (path: string) => !path.startsWith(join("content", "generated"));
	return [...topLevel, ...lists.flat()].filter((path) => extensions.includes(extname(path)) && isOwn(path));
}

/** Returns each line for which `isRefused` is true, as `path:line text`. */
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

test("lines of documents have at most 120 characters, except in tables", async () => {
	const isLong = (line: string) => line.length > 120 && !line.startsWith("|");
	expect(await findLines(documents, isLong)).toEqual([]);
});

test("the README has at most 180 lines", async () => {
	expect((await readFile("README.md", "utf8")).trimEnd().split("\n").length).toBeLessThanOrEqual(180);
});

/** Returns each name that occurs more than once, with the paths of its files. */
function findDuplicates(pairs: { name: string; path: string }[]): string[] {
	const pathsByName = Map.groupBy(pairs, ({ name }) => name);
	const duplicates = [...pathsByName].filter(([, { length }]) => length > 1);
	return duplicates.map(([name, files]) => `${name}: ${files.map(({ path }) => path).join(", ")}`);
}

const modules = sources.filter((path) => /\.(?:tsx?|js)$/.test(path) && !/\.test\.tsx?$/.test(path));

test("no two modules export the same name", async () => {
	const declaration =
		/^export (?:default )?(?:async )?(?:function|const|let|class|type|interface|enum) (?<name>[\w$]+)/gm;
	const exported = await Promise.all(
		modules.map(async (path) => {
			const names = [...(await readFile(path, "utf8")).matchAll(declaration)].map(({ groups }) => groups?.name ?? "");
			// Overloads declare the same function several times, so each name counts once in a file.
			return [...new Set(names)].map((name) => ({ name, path }));
		}),
	);
	const isConvention = ({ name, path }: { name: string; path: string }) =>
		// Vike requires an export `Page` in each +Page.tsx.
		(name === "Page" && basename(path) === "+Page.tsx") ||
		// Netlify requires an export `config` in each function.
		(name === "config" && path.startsWith(`api${sep}`));
	expect(findDuplicates(exported.flat().filter((pair) => !isConvention(pair)))).toEqual([]);
});

test("no two files share a name", () => {
	// Vike requires file names such as +Page.tsx in several folders.
	const named = [...sources, ...documents].filter((path) => !basename(path).startsWith("+"));
	expect(findDuplicates(named.map((path) => ({ name: basename(path), path })))).toEqual([]);
});

/** Lints a text with the project's configuration, as if it were the file at `path`. Returns Biome's output. */
async function lint(text: string, path = "scripts/planted.ts"): Promise<string> {
	// Biome's `vcs` settings need a Git repository. The temporary folder is not a repository, so `vcs` is disabled.
	const config = { ...JSON.parse(await readFile("biome.json", "utf8")), vcs: { enabled: false } };
	const overrides: { plugins?: string[] }[] = config.overrides;
	const plugins = [...config.plugins, ...overrides.flatMap((override) => override.plugins ?? [])];
	const files = { "biome.json": JSON.stringify(config), ...(await readFiles(plugins)), [path]: text };
	const folder = await makeFolder({ files });
	const biome = resolve("node_modules/.bin/biome");
	const { stdout, stderr } = await promisify(execFile)(biome, ["lint"], { cwd: folder }).catch((error) => error);
	return stdout + stderr;
}

async function readFiles(paths: string[]): Promise<Record<string, string>> {
	const entries = await Promise.all(paths.map(async (path) => [path, await readFile(path, "utf8")] as const));
	return Object.fromEntries(entries);
}

const declarations = "declare const run: () => void;\ndeclare const is: boolean;\n";

function deepFunction(complexity: number): string {
	return `export function decide() {\n${"if (is) run();\n".repeat(complexity)}}`;
}

function longFunction(lines: number): string {
	return `export function work() {\n${"run();\n".repeat(lines)}}`;
}

describe("the linter refuses", () => {
	test.each([
		["a nested ternary", "export const size = is ? 1 : is ? 2 : 3;", "noNestedTernary"],
		["&& as a statement", "is && run();", "noUnusedExpressions"],
		["|| as a statement", "is || run();", "noUnusedExpressions"],
		["an assignment in an expression", "let a = 1;\nif ((a = 2)) run();\nexport { a };", "noAssignInExpressions"],
		["a function of complexity 16", deepFunction(16), "noExcessiveCognitiveComplexity"],
		["a function of 61 lines", longFunction(61), "noExcessiveLinesPerFunction"],
		[
			"a cast to a type of HTML elements",
			"export const e = document.body.firstChild as HTMLElement;",
			"A cast does not",
		],
		[
			"a cast to a type of SVG elements",
			"export const e = document.body.firstChild as SVGElement | null;",
			"A cast does not",
		],
		["a cast to a tuple of elements", "export const e = [] as unknown as [HTMLElement];", "A cast does not"],
		["a child by its position", "export const e = document.body.children[0];", "The position of a child"],
		["an optional child by its position", "export const e = document.body.children?.[0];", "The position of a child"],
		["a child node by its position", "export const e = document.body.childNodes[1];", "The position of a child"],
		["children by destructuring", "export const [e] = document.body.children;", "The position of a child"],
		["child nodes by destructuring", "export const [e] = [...document.body.childNodes];", "The position of a child"],
	])("%s", async (_, code, rule) => {
		expect(await lint(`${declarations}${code}\n`)).toContain(rule);
	});
});

describe.each(["components/Planted/Planted.tsx", "pages/planted/+Page.tsx", "renderer/Planted.tsx"])(
	"in %s the linter refers to the recipe of interactive components for",
	(path) => {
		test.each([
			["state", 'import { useState } from "react";\nexport const [count] = useState(0);'],
			["an effect", 'import { useEffect } from "react";\nuseEffect(() => run());'],
			["an event handler", "export const Planted = () => <summary onClick={run}>A</summary>;"],
		])("%s", async (_, code) => {
			expect(await lint(`${declarations}${code}\n`, path)).toContain("docs/changes.md#add-an-interactive-component");
		});
	},
);

test("the linter refuses a cast to a type of elements in code of components", async () => {
	const code = "export const e = document.body.firstChild as HTMLElement;\n";
	expect(await lint(code, "components/Planted/Planted.client.ts")).toContain("A cast does not");
});

test("the linter accepts other props of components", async () => {
	const code = 'export const Planted = () => <summary id="one" lang="en">A</summary>;\n';
	expect(await lint(code, "components/Planted/Planted.tsx")).not.toMatch(/error|warning/i);
});

test.each([
	["a function of complexity 15", deepFunction(15)],
	["a function of 60 lines", longFunction(60)],
	["a child by its selector", 'export const e = document.body.querySelector<HTMLElement>(":scope > p");'],
	["all children", "export const e = [...document.body.children].map(({ id }) => id);"],
])("the linter accepts %s", async (_, code) => {
	expect(await lint(`${declarations}${code}\n`)).not.toMatch(/error|warning/i);
});
