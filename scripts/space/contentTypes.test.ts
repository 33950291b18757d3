import { expect, test } from "vitest";
import { readDemoSpace } from "../../demo/startDemo.ts";
import { defineContentTypes, defineEditorInterfaces } from "./contentTypes.ts";

const space = await readDemoSpace();

test("the demo space has the content types and editors of the model (else: node scripts/regenerate.ts)", () => {
	expect(space.contentTypes).toEqual(JSON.parse(JSON.stringify(defineContentTypes())));
	expect(space.editorInterfaces).toEqual(defineEditorInterfaces());
});

test("every entry of the demo has only fields that its content type has, localised only where they are", () => {
	for (const { sys, fields } of space.entries) {
		const type = defineContentTypes().find(({ sys: { id } }) => id === sys.contentType?.sys.id);
		for (const [name, values] of Object.entries(fields)) {
			const field = type?.fields.find(({ id }) => id === name);
			expect(field, `${sys.id}.${name}`).toBeDefined();
			if (!field?.localized) expect(Object.keys(values), `${sys.id}.${name}`).toEqual(["en-US"]);
		}
	}
});

test("text longer than Contentful's limit of 256 characters is in fields that may be long", () => {
	for (const { sys, fields } of space.entries) {
		const type = defineContentTypes().find(({ sys: { id } }) => id === sys.contentType?.sys.id);
		for (const field of type?.fields.filter(({ type: kind }) => kind === "Symbol") ?? []) {
			for (const value of Object.values(fields[field.id] ?? {})) expect(String(value).length, sys.id).toBeLessThan(257);
		}
	}
});
