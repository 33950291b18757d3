import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { formatFieldsReference } from "./space/fieldsReference.ts";

test("the reference of fields follows the content model", () => {
	const advice = "docs/fields.md: run npm run regenerate";
	expect(readFileSync("docs/fields.md", "utf8"), advice).toBe(formatFieldsReference());
});

test("the guide explains only sentences that the report has", () => {
	const files = globSync("scripts/**/*.ts").filter((file) => !file.endsWith(".test.ts"));
	const code = files.map((file) => readFileSync(file, "utf8")).join("\n");
	const [, table = ""] = readFileSync("docs/editors.md", "utf8").split("| the report says |");
	const sentences = [...table.matchAll(/^\| (?!---)(.+?) \|/gm)].map(([, text = ""]) => text);
	expect(sentences.length).toBeGreaterThan(10);
	// The code inserts values at `…`, and one of four words into "a price of 0 / … / without a whole amount".
	const isSaid = (sentence: string) =>
		sentence.split(/\s*(?:…|of 0 .* amount)\s*/).every((part) => code.includes(part));
	expect(sentences.filter((sentence) => !isSaid(sentence))).toEqual([]);
});
