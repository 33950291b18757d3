import type { KeyValueMap } from "contentful-management";
import { afterAll, expect, test } from "vitest";
import { updateSpace } from "../../scripts/space/provisionSpace.ts";
import { ManagedSpace, runWithSpace, type SpaceOptions } from "./managedSpace.ts";

const update = (space: ManagedSpace, options: SpaceOptions = {}) =>
	runWithSpace(space, options, updateSpace);

/** Space that was set up with the current content model, and whose entries are published. */
const newSpace = new ManagedSpace();
await update(newSpace, { atEnd: afterAll });
for (const { sys } of newSpace.of("entries").values()) sys.publishedVersion = sys.version++;

const findField = (space: ManagedSpace, typeId: string, fieldId: string): KeyValueMap =>
	space.item("content_types", typeId).fields.find(({ id }: KeyValueMap) => id === fieldId);

/**
 * Copies `newSpace` with an older content model, which lacks three fields, a type and a page, and whose other types
 * differ.
 */
function createOlderSpace(): ManagedSpace {
	const space = Object.assign(new ManagedSpace(), structuredClone(newSpace));
	for (const [typeId, fieldId] of [
		["appShell", "paymentNote"],
		["package", "monthlyPaymentNote"],
		["home", "commitments"],
	] as const) {
		const { fields } = space.item("content_types", typeId);
		fields.splice(fields.indexOf(findField(space, typeId, fieldId)), 1);
	}
	space.of("content_types").delete("commitment");
	space.of("editor_interfaces").delete("commitment");
	space.of("entries").delete("approach");
	Object.assign(findField(space, "appShell", "contactEmail"), {
		validations: [{ regexp: { pattern: "@", flags: null }, message: "Write an address" }],
		required: false,
	});
	space.item("content_types", "review").description = "Old help";
	space.item("content_types", "faq").sys.version++;
	return space;
}

/** Returns the content types and help texts of a space, without version numbers. */
function readTypes(space: ManagedSpace) {
	const types: KeyValueMap = {};
	for (const { sys, fields, description } of space.of("content_types").values()) {
		const isPublished = sys.version === Number(sys.publishedVersion) + 1;
		const type: KeyValueMap = { description, isPublished };
		for (const field of fields) type[field.id] = { ...field };
		for (const { fieldId, settings } of space.item("editor_interfaces", sys.id).controls)
			type[fieldId].helpText = settings.helpText;
		types[sys.id] = type;
	}
	return types;
}

test("a space gets what the content model has", async () => {
	const space = createOlderSpace();
	const entries = structuredClone(space.of("entries"));
	const { result, faults, log } = await update(space);
	expect({ result, faults }).toEqual({ result: true, faults: [] });
	expect(log).toMatchInlineSnapshot(`
		"Plan for the space "Empty practice" (m4nagedspace), environment master:
		  locales: nothing to do
		  content types: 6 to do
		    package: add field monthlyPaymentNote (Symbol, in both languages)
		    appShell: add field paymentNote (Symbol, in both languages)
		    home: add field commitments (Array Link Entry, the same in both languages)
		  tags: nothing to do
		  pictures and entries: 1 to do
		  published or archived: nothing to do
		Nothing is deleted, and no entry is changed.
		locales: 0 done
		content types: 6 done
		tags: 0 done
		pictures and entries: 1 done
		published or archived: 0 done"
	`);
	expect(readTypes(space)).toEqual(readTypes(newSpace));
	expect(space.item("entries", "approach")).toMatchObject({ fields: {}, sys: { version: 1 } });
	space.of("entries").delete("approach");
	expect(space.of("entries")).toEqual(entries);
});

test("names, widgets, fields and types of fields stay", async () => {
	const space = createOlderSpace();
	const home = space.item("content_types", "home");
	home.name = "Landing page";
	home.fields.push({ id: "theirs", name: "Theirs", type: "Symbol", validations: [] });
	const [control] = space.item("editor_interfaces", "home").controls;
	Object.assign(control, { widgetId: "theirs", settings: { helpText: "", theirs: 1 } });
	Object.assign(findField(space, "consultation", "duration"), { type: "Number" });
	const { log } = await update(space);
	expect(log).toContain(
		"consultation: field duration (Number, in both languages) stays as it is, because types cannot be changed; a new space has duration (Symbol, in both languages)",
	);
	expect(findField(space, "consultation", "duration").type).toBe("Number");
	expect(space.item("content_types", "home").name).toBe("Landing page");
	expect(findField(space, "home", "theirs").name).toBe("Theirs");
	expect(space.item("editor_interfaces", "home").controls[0]).toMatchObject({
		widgetId: "theirs",
		settings: { helpText: "The main heading.", theirs: 1 },
	});
});

test("types with other ids are found by entries and links", async () => {
	const space = new ManagedSpace();
	const contentTypeOf = (id: string) => {
		space.add("content_types", id, { fields: [] });
		return { contentType: { sys: { id } } };
	};
	const reviews = { "en-US": [{ sys: { id: "a-review" } }] };
	space.add("entries", "5KsDBW", { fields: { reviews } }, contentTypeOf("landing"));
	space.add("entries", "a-review", { fields: {} }, contentTypeOf("testimonial"));
	const environment = { CONTENTFUL_ENTRY_IDS: '{"home":"5KsDBW"}' };
	expect((await update(space, { environment })).faults).toEqual([]);
	expect([...space.of("content_types").keys()]).not.toContain("home");
	expect([...space.of("content_types").keys()]).not.toContain("review");
	expect([...space.of("entries").keys()]).not.toContain("home");
	for (const field of [
		findField(space, "landing", "reviews"),
		findField(space, "packages", "review"),
	])
		expect(field.items.validations).toEqual([{ linkContentType: ["testimonial"] }]);
});

test("a space with another default locale gets both locales", async () => {
	const space = new ManagedSpace("en-GB");
	await update(space);
	const [, ...locales] = space.of("locales").values();
	const fallbacks = locales.map(({ code, fallbackCode }) => `${code} → ${fallbackCode}`);
	expect(fallbacks).toEqual(["en-US → en-GB", "ru → en-GB"]);
});
