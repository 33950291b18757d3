import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { makeFolder } from "./folders.ts";

const castMessage = "A cast does not";
const positionMessage = "The position of a child";
const recipe = "docs/changes.md#add-an-interactive-component";

/** Code that the linter refuses, by file, with a part of our own rule's message. */
const refused = {
	"scripts/cast.ts": [
		"export const e = document.body.firstChild as SVGElement | null;",
		castMessage,
	],
	"components/Planted/cast.client.ts": [
		"export const e = document.body.firstChild as HTMLElement;",
		castMessage,
	],
	"scripts/index.ts": ["export const e = document.body.children[0];", positionMessage],
	"scripts/pattern.ts": ["export const [e] = [...document.body.childNodes];", positionMessage],
	"components/Planted/state.tsx": [
		'import { useState } from "react";\nexport const [count] = useState(0);',
		recipe,
	],
	"pages/planted/handler.tsx": [
		"export const Planted = () => <summary onClick={() => {}}>A</summary>;",
		recipe,
	],
} as const;

const accepted = {
	"scripts/query.ts": 'export const e = document.body.querySelector<HTMLElement>(":scope > p");',
	"scripts/map.ts": "export const e = [...document.body.children].map(({ id }) => id);",
	"renderer/props.tsx": 'export const Planted = () => <summary id="one" lang="en">A</summary>;',
};

/** Part of a diagnostic in Biome's JSON report. */
type Diagnostic = { category: string; message: string; location: { path: string } };

test("the linter refuses casts, positions, state and event handlers", async () => {
	const planted = Object.entries(refused).map(([path, [code]]) => [path, code]);
	const messages = await lint({ ...Object.fromEntries(planted), ...accepted });
	for (const [path, [, message]] of Object.entries(refused)) {
		expect(messages.get(path)?.join("\n"), path).toContain(message);
	}
	for (const path of Object.keys(accepted)) expect(messages.get(path), path).toBeUndefined();
});

/** Lints files with the project's configuration. Returns Biome's messages by file. */
async function lint(code: Record<string, string>): Promise<Map<string, string[]>> {
	// Biome's `vcs` settings need a Git repository. The temporary folder is not a repository, so `vcs` is disabled.
	const config = { ...JSON.parse(await readFile("biome.json", "utf8")), vcs: { enabled: false } };
	const overrides: { plugins?: string[] }[] = config.overrides;
	const files: Record<string, string> = { "biome.json": JSON.stringify(config), ...code };
	for (const path of [...config.plugins, ...overrides.flatMap(({ plugins = [] }) => plugins)]) {
		files[path] = await readFile(path, "utf8");
	}
	const folder = await makeFolder({ files });
	const command = ["lint", "--reporter=json", "--max-diagnostics=none"];
	const biome = resolve("node_modules/.bin/biome");
	const { stdout } = await promisify(execFile)(biome, command, { cwd: folder }).catch(
		(error) => error,
	);
	const { diagnostics } = JSON.parse(stdout) as { diagnostics: Diagnostic[] };
	const byPath = Map.groupBy(diagnostics, ({ location }) => location.path);
	return new Map(
		[...byPath].map(([path, list]) => [
			path,
			list.map(({ category, message }) => category + message),
		]),
	);
}
