import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { describe, expect, test } from "vitest";
import { dailyLimits } from "../api/subscription/mailLimits.ts";

// Holds README.md and docs/ to the code: links, paths, commands and fields that they name must exist.

const documents = globSync(["README.md", "docs/*.md"]).map((path) => ({
	path,
	text: readFileSync(path, "utf8"),
}));

const sourceFolders = [
	"api",
	"components",
	"content",
	"demo",
	"environment",
	"pages",
	"renderer",
	"scripts",
	"tests",
];
/** Returns the anchors of a document's headings, as GitHub makes them. */
function readAnchors(path: string): string[] {
	const headings = [...readFileSync(path, "utf8").matchAll(/^#+ (.+)$/gm)].map(
		([, heading = ""]) => heading,
	);
	return headings.map((heading) =>
		heading
			.toLowerCase()
			.replace(/[^\p{L}\p{N}\s_-]/gu, "")
			.replaceAll(" ", "-"),
	);
}

describe.each(documents)("$path", ({ path, text }) => {
	test("has only links to files and headings that exist", () => {
		const targets = [...text.matchAll(/\]\((?!https?:)([^)]+)\)/g)].map(
			([, target = ""]) => target,
		);
		const dead = targets.filter((target) => {
			const [file = "", anchor] = target.split("#");
			const linked = file === "" ? path : normalize(join(dirname(path), file));
			return !existsSync(linked) || (anchor !== undefined && !readAnchors(linked).includes(anchor));
		});
		expect(dead).toEqual([]);
	});

	test("names only files and folders that exist", () => {
		expect(
			listPaths(text).filter((name) => !isExpectedToBeMissing(name) && !existsSync(name)),
		).toEqual([]);
	});

	test("names only commands that exist", () => {
		const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as {
			scripts: Record<string, string>;
		};
		const names = [...text.matchAll(/\bnpm run (?:--silent )?([a-z]+)/g)].map(
			([, name = ""]) => name,
		);
		expect(names.filter((name) => scripts[name] === undefined)).toEqual([]);
	});
});

test("docs/security.md has the limits of the newsletter", () => {
	const security = readFileSync("docs/security.md", "utf8");
	expect(security).toContain(`| ${dailyLimits.visitor} subscriptions a visitor and day |`);
	expect(security).toContain(
		`| ${dailyLimits.all.toLocaleString("en-GB")} subscriptions a day in all |`,
	);
});

/** Returns the paths inside the project that a document names in code. */
function listPaths(text: string): string[] {
	const inline = [...text.matchAll(/`([^`\n]+)`/g)].map(([, code = ""]) => code);
	const blocks = [...text.matchAll(/^ {4,}.+$/gm)].map(([line]) => line);
	const words = [...inline, ...blocks].flatMap((code) => code.split(/[\s"'()=,;]+/));
	const inFolder = new RegExp(
		`^(?:${[...sourceFolders, "docs", "public", "\\.ci"].join("|")})/[\\w.+/-]+$`,
	);
	const names = words.map((word) => word.replace(/:$/, "")).filter((word) => inFolder.test(word));
	return [...new Set(names)];
}

/** Checks whether a file is made by a build, or is a new file in the example of a recipe. */
function isExpectedToBeMissing(name: string): boolean {
	return /^content\/generated|\b(?:CopyButton|copyButton|workshops)\b/.test(name);
}
