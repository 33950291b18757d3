import { execFile } from "node:child_process";
import { cp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { copyProject } from "../copyProject.ts";
import { writeFiles } from "../folders.ts";
import { isolatedEnvironment } from "../tools/isolation.ts";

/** Block of code in a recipe: an edit or a new file, or commands, which have no path. */
type Block = { language: string; path: string; code: string };

const document = await readFile("docs/changes.md", "utf8");

/** Reads the blocks between a heading of the document and the next one. */
function readRecipe(title: string): Block[] {
	const section = document.split(/^#+ /m).find((text) => text.startsWith(`${title}\n`)) ?? "";
	const blocks = section.matchAll(
		/^(?<indent> *)```(?<language>\w+) ?(?<path>\S*)\n(?<code>[\s\S]*?)\n\k<indent>```$/gm,
	);
	return [...blocks].map(
		({ groups: { indent = "", language = "", path = "", code = "" } = {} }) => ({
			language,
			path,
			code: code.replaceAll(`\n${indent}`, "\n").slice(indent.length),
		}),
	);
}

/** Follows a recipe in a copy of the project. */
async function follow(title: string, folder: string): Promise<void> {
	const blocks = readRecipe(title);
	expect(blocks.length, title).toBeGreaterThan(0);
	for (const { language, path, code } of blocks) {
		if (!path) await run(code, folder);
		else if (language === "diff") await edit(join(folder, path), code);
		else await writeFiles(folder, { [path]: `${code}\n` });
	}
}

/** Takes back the edits of a recipe. */
async function takeBack(title: string, folder: string): Promise<void> {
	const swapped: Record<string, string> = { "+": "-", "-": "+" };
	for (const { language, path, code } of readRecipe(title).reverse()) {
		const opposite = code.replace(/^[+-]/gm, (mark) => swapped[mark] ?? "");
		if (language === "diff") await edit(join(folder, path), opposite);
	}
}

/** Edits a file. The lines that are deleted, or show the place, must occur in it once, whatever their indentation. */
async function edit(file: string, diff: string): Promise<void> {
	const lines = (await readFile(file, "utf8")).split("\n");
	const marked = diff.split("\n").map((line) => ({ mark: line.charAt(0), text: line.slice(1) }));
	const found = marked.filter(({ mark }) => mark !== "+").map(({ text }) => text.trim());
	const places = [...lines.keys()].filter((start) =>
		found.every((text, index) => lines[start + index]?.trim() === text),
	);
	expect(places, `${file}:\n${found.join("\n")}`).toHaveLength(1);
	const [place = 0] = places;
	const replacement = marked.filter(({ mark }) => mark !== "-").map(({ text }) => text);
	await writeFile(file, lines.toSpliced(place, found.length, ...replacement).join("\n"));
}

/** Runs commands in a folder, and throws their output when one fails. */
async function run(commands: string, folder: string): Promise<void> {
	const env = isolatedEnvironment({
		PATH: resolve("node_modules/.bin") + delimiter + process.env.PATH,
	});
	const options = { cwd: folder, env, maxBuffer: 10_000_000 };
	await promisify(execFile)("sh", ["-ec", commands], options).catch(({ stdout, stderr }) => {
		throw new Error(`${commands}\n${stdout}${stderr}`);
	});
}

const staticChecks = [
	"tsc",
	"biome ci",
	"depcruise --config .dependency-cruiser.js api components content demo environment pages renderer scripts",
];

const additions = [
	"Add a field",
	"A picture, or a list",
	"Add a page",
	"Add a component",
	"Add a row to the report",
	"Add a variable",
];

test("recipes that are followed to the letter leave tests green", {
	timeout: 300_000,
}, async () => {
	// Outside `.cache`, which the linter leaves out.
	const folder = await copyProject(tmpdir());
	// Pictures of the demo that were converted before.
	for (const cache of ["media", "originals"])
		await cp(join(".cache", cache), join(folder, ".cache", cache), { recursive: true });
	for (const title of additions) await follow(title, folder);
	for (const command of [
		"npx biome check --write",
		...staticChecks,
		"vitest run --project unit",
		"node scripts/build.ts",
		"vitest run --project site",
		"playwright test --project=ordinary tests/e2e/everyPage.spec.ts tests/e2e/copyButton.spec.ts",
	])
		await run(command, folder);

	await takeBack("Add a page", folder);
	await follow("Remove a page", folder);
	for (const command of [
		...staticChecks,
		"vitest run --project unit content tests/documents.test.ts scripts/regenerate.test.ts",
	])
		await run(command, folder);
});
