import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type ContentType, listEntries, pageEntries } from "../../content/model.ts";
import { writeEditorsTables } from "./editorsTables.ts";

const guide = await readFile("docs/editors.md", "utf8");

test("the guide has the tables of the content model (else: node scripts/regenerate.ts)", () => {
	expect(writeEditorsTables(guide)).toBe(guide);
});

test("every entry and field has its row, with its sentence", () => {
	for (const { name, help, fields } of Object.values<ContentType>({ ...pageEntries, ...listEntries })) {
		expect(guide).toContain(`**${name}.** ${help}`);
		for (const field of Object.values(fields)) expect(guide).toContain(` | ${field.help} | `);
	}
	expect(guide).toContain(
		"| Contact email | The address that every contact button writes to. | e-mail address, **required** |",
	);
	expect(guide).toContain("| Reviews | What clients say, in the order of the carousel. | entries: Review |");
});

test("a guide without a place for them is refused", () => {
	expect(() => writeEditorsTables("# Guide")).toThrow(/has no "<!-- tables -->"/);
});

test("each sentence that the guide explains is one that the code says", async () => {
	const files = (await readdir("scripts", { recursive: true })).filter((file) => /(?<!\.test)\.ts$/.test(file));
	const sources = await Promise.all(files.map((file) => readFile(join("scripts", file), "utf8")));
	const code = sources.join("\n");
	const [, table = ""] = guide.split("## What the report says");
	const sentences = [...table.matchAll(/^\| (?!the report says|---)(.+?) \|/gm)].map(([, sentence = ""]) => sentence);
	expect(sentences.length).toBeGreaterThan(30);
	for (const sentence of sentences) {
		for (const part of sentence
			.split("…")
			.map((text) => text.trim())
			.filter(Boolean))
			expect(code, sentence).toContain(part);
	}
});
