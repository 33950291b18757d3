import { afterAll, beforeAll, expect, test } from "vitest";
import { updateSpace } from "../../scripts/space/provisionSpace.ts";
import { runWithSpace, type SpaceOptions } from "./managedSpace.ts";
import { type ManagedField, ManagedSpace } from "./managementService.ts";

const newFields = ["appShell.paymentNote", "package.monthlyPaymentNote", "home.commitments"];
const newType = "commitment";

/** Space that was set up with the current content model, and whose entries are published. */
const newSpace = new ManagedSpace();
/** The same space with an older content model, which lacks `newFields` and `newType`. */
const olderSpace = new ManagedSpace();

beforeAll(async () => {
	await update(newSpace, { atEnd: afterAll });
	for (const { sys } of newSpace.of("entries").values()) sys.publishedVersion = sys.version++;
	Object.assign(olderSpace, structuredClone(newSpace));
	olderSpace.of("content_types").delete(newType);
	olderSpace.of("editor_interfaces").delete(newType);
	for (const [typeId, type] of olderSpace.of("content_types"))
		type.fields = type.fields.filter(({ id }) => !newFields.includes(`${typeId}.${id}`));
});

const copyOlderSpace = () => Object.assign(new ManagedSpace(), structuredClone(olderSpace));

const update = (space: ManagedSpace, options: SpaceOptions = {}) =>
	runWithSpace(space, options, updateSpace);

/** Returns the content types and help texts of a space, without version numbers. */
function readTypes(space: ManagedSpace) {
	const types = [...space.of("content_types").values()].map(({ sys, fields, description }) => {
		const { controls } = space.item("editor_interfaces", sys.id);
		const helpTexts = controls.map(({ fieldId, settings }) => `${fieldId}: ${settings?.helpText}`);
		const isPublished = sys.version === Number(sys.publishedVersion) + 1;
		const sorted = fields.toSorted((one, other) => one.id.localeCompare(other.id));
		return [sys.id, { description, fields: sorted, helpTexts: helpTexts.sort(), isPublished }];
	});
	return Object.fromEntries(types);
}

const readVersions = (space: ManagedSpace) =>
	[...space.of("entries").values()].map(({ sys }) => [sys.id, sys.version]);

function fieldIn(space: ManagedSpace, typeId: string, fieldId: string): ManagedField {
	const field = space.item("content_types", typeId).fields.find(({ id }) => id === fieldId);
	if (!field) throw new Error(`The content type ${typeId} has no field ${fieldId}.`);
	return field;
}

test("a space gets the fields and types that it lacks", async () => {
	const space = copyOlderSpace();
	const versions = readVersions(space);
	const { result, faults, log } = await update(space);
	expect({ result, faults }).toEqual({ result: true, faults: [] });
	expect(log).toMatchInlineSnapshot(`
		"Plan for the space "Empty practice" (m4nagedspace), environment master:
		  locales: nothing to do
		  content types: 4 to do
		    package: add field monthlyPaymentNote (Symbol, in both languages)
		    appShell: add field paymentNote (Symbol, in both languages)
		    home: add field commitments (Array Link Entry, the same in both languages)
		  tags: nothing to do
		  pictures and entries: nothing to do
		  published or archived: nothing to do
		Nothing is deleted, and no entry is changed.
		locales: 0 done
		content types: 4 done
		tags: 0 done
		pictures and entries: 0 done
		published or archived: 0 done"
	`);
	expect(readTypes(space)).toEqual(readTypes(newSpace));
	expect(readVersions(space)).toEqual(versions);
	expect(await update(space)).toMatchObject({ result: false, writes: [], faults: [] });
});

test("a content type changed after the plan is not overwritten", async () => {
	const space = copyOlderSpace();
	const { faults } = await update(space, {
		intercept: ({ method, url }) => {
			if (method === "PUT" && url?.endsWith("/content_types/home"))
				space.item("content_types", "home").sys.version++;
			return false;
		},
	});
	expect(faults[0]).toBe(
		"Contentful refuses to write the content type home (409): somebody has changed it since the plan was made.",
	);
});

test("names, widgets and fields of others stay", async () => {
	const space = copyOlderSpace();
	const home = space.item("content_types", "home");
	home.name = "Landing page";
	home.fields.push({ id: "theirs", name: "Theirs", type: "Symbol", validations: [] });
	const { controls } = space.item("editor_interfaces", "home");
	Object.assign(controls[0] ?? {}, { widgetId: "theirs", settings: { helpText: "", theirs: 1 } });
	await update(space);
	const updated = space.item("content_types", "home");
	expect(updated.name).toBe("Landing page");
	expect(updated.fields).toContainEqual(expect.objectContaining({ id: "theirs" }));
	expect(space.item("editor_interfaces", "home").controls[0]).toMatchObject({
		widgetId: "theirs",
		settings: { helpText: "The main heading.", theirs: 1 },
	});
});

test("a field of another type stays, and a sentence says so", async () => {
	const space = copyOlderSpace();
	fieldIn(space, "consultation", "duration").type = "Number";
	const { log } = await update(space);
	expect(log).toContain(
		"consultation: field duration (Number, in both languages) stays as it is, because types cannot be changed; a new space has duration (Symbol, in both languages)",
	);
	expect(fieldIn(space, "consultation", "duration").type).toBe("Number");
});

test("validations, requirements and states follow the model", async () => {
	const space = copyOlderSpace();
	const email = fieldIn(space, "appShell", "contactEmail");
	email.validations = [{ regexp: { pattern: "@", flags: null }, message: "Write an address" }];
	email.required = false;
	space.item("content_types", "review").description = "Old help";
	space.item("content_types", "faq").sys.version++;
	await update(space);
	expect(readTypes(space)).toEqual(readTypes(newSpace));
});

test("types with other ids are found by entries and links", async () => {
	const space = copyOlderSpace();
	const rename = (collection: string, id: string, otherId: string) => {
		const item = space.item(collection, id);
		space.of(collection).delete(id);
		space.of(collection).set(otherId, { ...item, sys: { ...item.sys, id: otherId } });
	};
	rename("content_types", "review", "testimonial");
	rename("editor_interfaces", "review", "testimonial");
	space.item("editor_interfaces", "testimonial").sys.contentType = { sys: { id: "testimonial" } };
	rename("entries", "home", "5KsDBW");
	space.item("entries", "5KsDBW").fields = { reviews: { "en-US": [{ sys: { id: "a-review" } }] } };
	const sys = { id: "a-review", version: 1, contentType: { sys: { id: "testimonial" } } };
	space.of("entries").set("a-review", { sys, fields: {} });

	const environment = { CONTENTFUL_ENTRY_IDS: '{"home":"5KsDBW"}' };
	expect((await update(space, { environment })).faults).toEqual([]);
	expect([...space.of("content_types").keys()]).not.toContain("review");
	expect([...space.of("entries").keys()]).not.toContain("home");
	for (const [typeId, fieldId] of [
		["home", "reviews"],
		["packages", "review"],
	] as const) {
		const { items } = fieldIn(space, typeId, fieldId);
		expect(items?.validations).toEqual([{ linkContentType: ["testimonial"] }]);
	}
});

test("a missing page entry is added as an empty draft", async () => {
	const space = copyOlderSpace();
	space.of("entries").delete("approach");
	await update(space);
	expect(space.of("entries").get("approach")).toMatchObject({ fields: {}, sys: { version: 1 } });
});

test("a space with another default locale gets both locales", async () => {
	const space = new ManagedSpace("en-GB");
	await update(space);
	const [, ...locales] = space.of("locales").values();
	const fallbacks = locales.map(({ code, fallbackCode }) => `${code} → ${fallbackCode}`);
	expect(fallbacks).toEqual(["en-US → en-GB", "ru → en-GB"]);
});
