import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { basename, extname, join, resolve, sep } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import { listFiles } from "../scripts/shared/listFiles.ts";
import { makeFolder } from "./folders.ts";

const folders = [
	"api",
	"components",
	"content",
	"demo",
	"docs",
	"environment",
	"pages",
	"renderer",
	"scripts",
	"tests",
];

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

const declarations = "declare const run: () => void;\ndeclare const is: boolean;\n";

/**
 * Code for the linter, and a part of the message of our own rules that refuses the code. Accepted code has no message.
 */
type Planted = { what: string; code: string; message?: string | undefined; folder?: string; extension?: string };

const castMessage = "A cast does not";
const positionMessage = "The position of a child";
const recipe = "docs/changes.md#add-an-interactive-component";

const cast = "const e = document.body.firstChild as HTMLElement";
const plantStatement = (code: string, message?: string): Planted => ({ what: code, code: `export ${code};`, message });

const plantedScripts: Planted[] = [
	...[cast, "const e = document.body.firstChild as SVGElement | null", "const e = [] as unknown as [HTMLElement]"].map(
		(code) => plantStatement(code, castMessage),
	),
	{
		...plantStatement(cast, castMessage),
		what: "a cast in code of components",
		folder: "components/Planted",
		extension: ".client.ts",
	},
	...[
		"const e = document.body.children[0]",
		"const e = document.body.children?.[0]",
		"const e = document.body.childNodes[1]",
		"const [e] = document.body.children",
		"const [e] = [...document.body.childNodes]",
	].map((code) => plantStatement(code, positionMessage)),
	plantStatement('const e = document.body.querySelector<HTMLElement>(":scope > p")'),
	plantStatement("const e = [...document.body.children].map(({ id }) => id)"),
];

const markupFolders = ["components/Planted", "pages/planted", "renderer"];
const plantedMarkup = markupFolders.flatMap((folder): Planted[] =>
	[
		{
			what: `state in ${folder}`,
			code: 'import { useState } from "react";\nexport const [count] = useState(0);',
			message: recipe,
		},
		{
			what: `an effect in ${folder}`,
			code: 'import { useEffect } from "react";\nuseEffect(() => run());',
			message: recipe,
		},
		{
			what: `an event handler in ${folder}`,
			code: "export const Planted = () => <summary onClick={run}>A</summary>;",
			message: recipe,
		},
		{
			what: `other props in ${folder}`,
			code: 'export const Planted = () => <summary id="one" lang="en">A</summary>;',
		},
	].map((planted) => ({ ...planted, folder, extension: ".tsx" })),
);

const planted = [...plantedScripts, ...plantedMarkup].map(
	({ folder = "scripts", extension = ".ts", ...others }, index) => ({
		...others,
		path: `${folder}/planted${index}${extension}`,
	}),
);

/** Biome's messages about all planted code, by file. */
const messages = await lint(Object.fromEntries(planted.map(({ path, code }) => [path, `${declarations}${code}\n`])));

test.each(planted.filter(({ message }) => message))("the linter refuses $what", ({ path, message = "" }) => {
	expect(messages.get(path)?.join("\n")).toContain(message);
});

test.each(planted.filter(({ message }) => !message))("the linter accepts $what", ({ path }) => {
	expect(messages.get(path)).toBeUndefined();
});

/** Part of a diagnostic in Biome's JSON report. */
type Diagnostic = { category: string; message: string; location: { path: string } };

/** Lints files with the project's configuration, all in one run, because each start of Biome takes a moment. */
async function lint(code: Record<string, string>): Promise<Map<string, string[]>> {
	// Biome's `vcs` settings need a Git repository. The temporary folder is not a repository, so `vcs` is disabled.
	const config = { ...JSON.parse(await readFile("biome.json", "utf8")), vcs: { enabled: false } };
	const overrides: { plugins?: string[] }[] = config.overrides;
	const plugins = [...config.plugins, ...overrides.flatMap((override) => override.plugins ?? [])];
	const files = { "biome.json": JSON.stringify(config), ...(await readFiles(plugins)), ...code };
	const folder = await makeFolder({ files, atEnd: afterAll });
	const biome = resolve("node_modules/.bin/biome");
	const command = ["lint", "--reporter=json", "--max-diagnostics=none"];
	const { stdout } = await promisify(execFile)(biome, command, { cwd: folder }).catch((error) => error);
	const { diagnostics } = JSON.parse(stdout) as { diagnostics: Diagnostic[] };
	const byPath = Map.groupBy(diagnostics, ({ location }) => location.path);
	return new Map([...byPath].map(([path, list]) => [path, list.map(({ category, message }) => category + message)]));
}

async function readFiles(paths: string[]): Promise<Record<string, string>> {
	const entries = await Promise.all(paths.map(async (path) => [path, await readFile(path, "utf8")] as const));
	return Object.fromEntries(entries);
}
