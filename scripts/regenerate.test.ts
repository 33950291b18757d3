import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import { readDemoSpace } from "../demo/startDemo.ts";
import { formatStripeFixtures } from "../demo/stripeFixtures.ts";
import { defineContentTypes, defineEditorInterfaces } from "./space/contentTypes.ts";
import { writeEditorsTables } from "./space/editorsTables.ts";

const space = await readDemoSpace();
const guide = await readFile("docs/editors.md", "utf8");

test("what is made of the content model and of the demo's prices is up to date (else: node scripts/regenerate.ts)", async () => {
	expect(space.contentTypes).toEqual(JSON.parse(JSON.stringify(defineContentTypes())));
	expect(space.editorInterfaces).toEqual(defineEditorInterfaces());
	expect(await readFile("demo/stripe-fixtures.json", "utf8")).toBe(formatStripeFixtures());
	expect(writeEditorsTables(guide)).toBe(guide);
});

test("entries of the demo have only fields of their content type, localised only where they are, and short where text is", () => {
	for (const { sys, fields } of space.entries) {
		const type = defineContentTypes().find(({ sys: { id } }) => id === sys.contentType?.sys.id);
		for (const [name, values] of Object.entries(fields)) {
			const field = type?.fields.find(({ id }) => id === name);
			expect(field, `${sys.id}.${name}`).toBeDefined();
			if (!field?.localized) expect(Object.keys(values), `${sys.id}.${name}`).toEqual(["en-US"]);
			// Contentful's limit of a Symbol is 256 characters.
			const texts = field?.type === "Symbol" ? Object.values(values).map(String) : [];
			for (const text of texts) expect(text.length, `${sys.id}.${name}`).toBeLessThan(257);
		}
	}
});

test("the demo tells the truth about its pictures", async () => {
	for (const { fields } of space.assets) {
		const { fileName, contentType, details } = fields.file?.["en-US"] ?? {};
		const file = await readFile(join("demo/pictures", fileName));
		const { width, height, format } = await sharp(file).metadata();
		expect({ fileName, size: file.length, image: { width, height } }).toEqual({ fileName, ...details });
		expect(contentType).toBe(format === "svg" ? "image/svg+xml" : "image/jpeg");
	}
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
