import type { KeyValueMap } from "contentful-management";
import { afterAll, expect, test } from "vitest";
import { updateSpace } from "../../scripts/space/provisionSpace.ts";
import { ManagedSpace, runWithSpace, type SpaceOptions } from "./managedSpace.ts";

const update = (space: ManagedSpace, options: SpaceOptions = {}) =>
	runWithSpace(space, options, updateSpace);

/** Space that was set up with the current content model. */
const newSpace = new ManagedSpace();
await update(newSpace, { atEnd: afterAll });

const findField = (space: ManagedSpace, typeId: string, fieldId: string): KeyValueMap =>
	space.item("content_types", typeId).fields.find(({ id }: KeyValueMap) => id === fieldId);

/**
 * Copies `newSpace` with an older content model, which lacks three fields, a type and a page, and whose other types
 * differ.
 */
function createOlderSpace(): ManagedSpace {
	const space = Object.assign(new ManagedSpace(), structuredClone(newSpace));
	for (const typeId of ["package", "appShell", "home"]) {
		space.item("content_types", typeId).fields.pop();
		space.item("editor_interfaces", typeId).controls.pop();
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

/** Returns the content types of a space with their editor interfaces, without version numbers. */
function readTypes(space: ManagedSpace) {
	const types = [...space.of("content_types").values()].map(({ sys, ...type }) => {
		const { controls } = space.item("editor_interfaces", sys.id);
		const isPublished = sys.version === Number(sys.publishedVersion) + 1;
		return [sys.id, { ...type, controls, isPublished }];
	});
	return Object.fromEntries(types);
}

test("a space gets what the content model has", async () => {
	const space = createOlderSpace();
	const entries = structuredClone(space.of("entries"));
	const { result, faults, log } = await update(space);
	expect({ result, faults }).toEqual({ result: true, faults: [] });
	expect(
		log.match(/\w+: add field \w+ \(.*, (in both|the same in both) languages\)/g),
	).toHaveLength(3);
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

test("a space of the owner's making keeps its locale and ids", async () => {
	const space = new ManagedSpace("en-GB");
	const contentTypeOf = (id: string) => {
		space.add("content_types", id, { fields: [] });
		return { contentType: { sys: { id } } };
	};
	const reviews = { "en-GB": [{ sys: { id: "a-review" } }] };
	space.add("entries", "5KsDBW", { fields: { reviews } }, contentTypeOf("landing"));
	space.add("entries", "a-review", { fields: {} }, contentTypeOf("testimonial"));
	const environment = { CONTENTFUL_ENTRY_IDS: '{"home":"5KsDBW"}' };
	expect((await update(space, { environment })).faults).toEqual([]);
	const [, ...locales] = space.of("locales").values();
	const fallbacks = locales.map(({ code, fallbackCode }) => `${code} → ${fallbackCode}`);
	expect(fallbacks).toEqual(["en-US → en-GB", "ru → en-GB"]);
	for (const id of ["home", "review"]) expect(space.of("content_types").has(id)).toBe(false);
	expect(space.of("entries").has("home")).toBe(false);
	for (const [typeId, fieldId] of [
		["landing", "reviews"],
		["packages", "review"],
	] as const) {
		const { items } = findField(space, typeId, fieldId);
		expect(items.validations).toEqual([{ linkContentType: ["testimonial"] }]);
	}
});
