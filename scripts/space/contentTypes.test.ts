import { expect, test } from "vitest";
import { readDemoSpace } from "../../demo/startDemo.ts";
import { defineContentTypes, defineEditorInterfaces } from "./contentTypes.ts";

const space = await readDemoSpace();

test("the demo space has the content types and editors of the model (else: node scripts/regenerate.ts)", () => {
	expect(space.contentTypes).toEqual(JSON.parse(JSON.stringify(defineContentTypes())));
	expect(space.editorInterfaces).toEqual(defineEditorInterfaces());
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
