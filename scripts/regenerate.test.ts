import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readDemoSpace } from "../demo/startDemo.ts";
import { defineContentTypes } from "./space/contentTypes.ts";
import { formatFieldsReference } from "./space/fieldsReference.ts";

const space = await readDemoSpace();
const guide = await readFile("docs/editors.md", "utf8");

test("the reference of fields follows the content model", async () => {
	expect(await readFile("docs/fields.md", "utf8"), "docs/fields.md: run npm run regenerate").toBe(
		formatFieldsReference(),
	);
});

test("each field of a demo entry exists in its content type, is localised only if the type says so, and fits into a Symbol", () => {
	const { contentTypes } = defineContentTypes();
	for (const { sys, fields } of space.entries) {
		const type = contentTypes.find(({ sys: { id } }) => id === sys.contentType?.sys.id);
		for (const [name, values] of Object.entries(fields)) {
			const field = type?.fields.find(({ id }) => id === name);
			expect(field, `${sys.id}.${name}`).toBeDefined();
			if (!field?.localized) expect(Object.keys(values), `${sys.id}.${name}`).toEqual(["en-US"]);
			const texts = field?.type === "Symbol" ? Object.values(values).map(String) : [];
			// Contentful limits a field of type Symbol to 256 characters.
			for (const text of texts) expect(text.length, `${sys.id}.${name}`).toBeLessThan(257);
		}
	}
});

const insertedWords =
	/is a draft, archived or deleted|is not published in English|a price of 0 .* amount|(?<=is )(archived|deleted)(?= in)|Russian|200/;

test("each sentence of the report that the guide explains occurs in the code", async () => {
	const files = (await readdir("scripts", { recursive: true })).filter((file) =>
		/(?<!\.test)\.ts$/.test(file),
	);
	const sources = await Promise.all(files.map((file) => readFile(join("scripts", file), "utf8")));
	const code = sources.join("\n");
	const [, table = ""] = guide.split("## When something is wrong");
	const sentences = [...table.matchAll(/^\| (?!the report says|---)(.+?) \|/gm)].map(
		([, sentence = ""]) => sentence,
	);
	expect(sentences.length).toBeGreaterThan(10);
	const isSaid = (sentence: string) =>
		sentence
			.replace(insertedWords, "…")
			.split(/\s*…\s*/)
			.every((part) => code.includes(part));
	expect(sentences.filter((sentence) => !isSaid(sentence))).toEqual([]);
});
