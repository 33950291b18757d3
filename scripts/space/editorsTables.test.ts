import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { writeEditorsTables } from "./editorsTables.ts";

const guide = await readFile("docs/editors.md", "utf8");

test("the guide has the tables of the content model (else: node scripts/regenerate.ts)", () => {
	expect(writeEditorsTables(guide)).toBe(guide);
});

test("each sentence that the guide explains is one that the code says", async () => {
	const files = (await readdir("scripts", { recursive: true })).filter((file) => /(?<!\.test)\.ts$/.test(file));
	const sources = await Promise.all(files.map((file) => readFile(join("scripts", file), "utf8")));
	const code = sources.join("\n");
	const [, table = ""] = guide.split("## What the report says");
	const sentences = [...table.matchAll(/^\| (?!the report says|---)(.+?) \|/gm)].map(([, sentence = ""]) => sentence);
	expect(sentences.length).toBeGreaterThan(30);
	for (const sentence of sentences) {
		for (const part of sentence.split(/\s*…\s*/)) expect(code, sentence).toContain(part);
	}
});
