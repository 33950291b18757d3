import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";

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

describe.each(globSync(["README.md", "docs/*.md"]))("%s", (path) => {
	const text = readFileSync(path, "utf8");

	test("links only to files and headings that exist", () => {
		for (const [, file = "", anchor] of text.matchAll(/\]\((?!https?:)([^)#]*)#?([^)]*)\)/g)) {
			const linked = file === "" ? path : join(dirname(path), file);
			expect(existsSync(linked), linked).toBe(true);
			if (anchor) expect(readAnchors(linked), `${linked}#${anchor}`).toContain(anchor);
		}
	});

	test("names only files and commands that exist", () => {
		const folders =
			"api|components|content|demo|environment|pages|renderer|scripts|tests|docs|public";
		const paths = text.matchAll(
			new RegExp(`(?<=[\`\\s])(?:${folders})/[\\w.+/-]+(?=[\`\\s])`, "g"),
		);
		// Made by a build, or new in the example of a recipe.
		const isNew = (name: string) =>
			/^content\/generated|CopyButton|copyButton|workshops/.test(name);
		const missing = [...paths].map(([name]) => name).filter((name) => !existsSync(name));
		expect(missing.filter((name) => !isNew(name))).toEqual([]);
		const commands = text.matchAll(/\bnpm run (?:--silent )?([a-z]+)/g);
		for (const [, name = ""] of commands) expect(scripts).toHaveProperty(name);
	});
});
