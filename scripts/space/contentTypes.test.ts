import { expect, test } from "vitest";
import { defineContentTypes } from "./contentTypes.ts";

test.each([
	["prod_visit", true],
	["price_visit", false],
])("Contentful's editor takes %s as a product: %s", (id, isTaken) => {
	const { contentTypes } = defineContentTypes();
	const consultation = contentTypes.find(({ sys }) => sys.id === "consultation");
	const field = consultation?.fields.find(({ id }) => id === "stripeProductId");
	const { pattern } = field?.validations?.[0]?.regexp ?? {};
	expect(new RegExp(pattern ?? "^$").test(id)).toBe(isTaken);
});

test("Contentful's editor asks for a day without a time", () => {
	const { editorInterfaces } = defineContentTypes();
	const controls = editorInterfaces.flatMap((editor) => editor.controls ?? []);
	const control = controls.find(({ fieldId }) => fieldId === "announcementUntil");
	expect(control?.settings).toMatchObject({ format: "dateonly" });
});
