import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { formatFieldsReference } from "./space/fieldsReference.ts";

test("the reference of fields follows the content model", async () => {
	expect(await readFile("docs/fields.md", "utf8"), "docs/fields.md: run npm run regenerate").toBe(
		formatFieldsReference(),
	);
});

const insertedWords =
	/is a draft, archived or deleted|is not published in English|a price of 0 .* amount|(?<=is )(archived|deleted)(?= in)|Russian|200/;

test("the guide explains only sentences that the report has", async () => {
	const files = (await readdir("scripts", { recursive: true })).filter((file) =>
		/(?<!\.test)\.ts$/.test(file),
	);
	const sources = await Promise.all(files.map((file) => readFile(join("scripts", file), "utf8")));
	const code = sources.join("\n");
	const guide = await readFile("docs/editors.md", "utf8");
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
