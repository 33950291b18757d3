import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const { scripts } = JSON.parse(readFileSync("package.json", "utf8"));

/** Returns the anchors of a document's headings, as GitHub makes them. */
function readAnchors(path: string): string[] {
	const headings = readFileSync(path, "utf8").matchAll(/^#+ (.+)$/gm);
	return [...headings].map(([, heading = ""]) =>
		heading
			.toLowerCase()
			.replace(/[^\p{L}\p{N}\s_-]/gu, "")
			.replaceAll(" ", "-"),
	);
}

const folders = "api|components|content|demo|environment|pages|renderer|scripts|tests|docs|public";
const pathPattern = new RegExp(`(?<=[\`\\s])(?:${folders})/[\\w.+/-]+(?=[\`\\s])`, "g");
/** Paths that a build makes, or that are new in the example of a recipe. */
const newPaths = /^content\/generated|CopyButton|copyButton|workshops/;

test.each(globSync(["README.md", "docs/*.md"]))("%s names only what exists", (path) => {
	const text = readFileSync(path, "utf8");
	for (const [, file = "", anchor] of text.matchAll(/\]\((?!https?:)([^)#]*)#?([^)]*)\)/g)) {
		const linked = file === "" ? path : join(dirname(path), file);
		expect(existsSync(linked), linked).toBe(true);
		if (anchor) expect(readAnchors(linked), `${linked}#${anchor}`).toContain(anchor);
	}
	const paths = text.match(pathPattern) ?? [];
	expect(paths.filter((name) => !existsSync(name) && !newPaths.test(name))).toEqual([]);
	const commands = text.matchAll(/\bnpm run (?:--silent )?([a-z]+)/g);
	for (const [, name = ""] of commands) expect(scripts).toHaveProperty(name);
});

test("each row about a failure names its test", () => {
	const rows = readFileSync("docs/server.md", "utf8").matchAll(
		/ \| `(?<file>[^`]+\.test\.ts)`: (?<title>.+) \|$/gm,
	);
	const named = [...rows].map(({ groups = {} }) => groups);
	expect(named.length).toBeGreaterThan(10);
	for (const { file = "", title = "" } of named)
		expect(readFileSync(file, "utf8")).toContain(title);
});
