import { afterAll, beforeAll, expect, test } from "vitest";
import { isSellingPage } from "../../content/chooseReviews.ts";
import { routeNames } from "../../content/routes.ts";
import { updateSpace } from "../../scripts/space/updateSpace.ts";
import { runWithSpace, type SpaceOptions } from "./managedSpace.ts";
import { type ManagedField, ManagedSpace } from "./managementService.ts";

const newFields: Record<string, string[]> = {
	appShell: ["paymentNote"],
	package: ["monthlyPaymentNote"],
	home: ["commitments"],
};
const newType = "commitment";

const isNewField = (typeId: string, fieldId: string) =>
	newFields[typeId]?.includes(fieldId) ?? false;

/** Space that was set up with the current content model, and whose entries are published. */
const newSpace = new ManagedSpace();
/** The same space with an older content model, which lacks `newFields` and `newType`. */
let olderSpace: ManagedSpace;

beforeAll(async () => {
	await update(newSpace, { atEnd: afterAll });
	for (const { sys } of newSpace.of("entries").values()) sys.publishedVersion = sys.version++;
	olderSpace = Object.assign(new ManagedSpace(), structuredClone(newSpace));
	olderSpace.of("content_types").delete(newType);
	olderSpace.of("editor_interfaces").delete(newType);
	for (const type of olderSpace.of("content_types").values()) {
		type.fields = type.fields.filter(({ id }) => !isNewField(type.sys.id, id));
	}
	for (const [typeId, editor] of olderSpace.of("editor_interfaces")) {
		editor.controls = editor.controls.filter(({ fieldId }) => !isNewField(typeId, fieldId));
	}
});

function copyOlderSpace(): ManagedSpace {
	return Object.assign(new ManagedSpace(), structuredClone(olderSpace));
}

function update(
	space: ManagedSpace,
	options: SpaceOptions & { answer?: boolean; dryRun?: boolean } = {},
) {
	const { dryRun = false } = options;
	return runWithSpace(space, options, (given, settings) =>
		updateSpace(given, { ...settings, dryRun }),
	);
}

/** Returns the content types and editor interfaces of a space, without version numbers. */
function modelOf(space: ManagedSpace) {
	const types = [...space.of("content_types").values()].map(
		({ sys, name, description, displayField, fields }) => {
			const controls = space.of("editor_interfaces").get(sys.id)?.controls;
			return [
				sys.id,
				{ name, description, displayField, fields, controls, isPublished: isPublished(sys) },
			] as const;
		},
	);
	return Object.fromEntries(types.sort());
}

const isPublished = ({
	version,
	publishedVersion,
}: {
	version: number;
	publishedVersion?: number;
}) => version === (publishedVersion ?? Number.NaN) + 1;

const versionsOf = (space: ManagedSpace) =>
	Object.fromEntries([...space.of("entries").values()].map(({ sys }) => [sys.id, sys.version]));

const typeIn = (space: ManagedSpace, id: string) => space.item("content_types", id);

function fieldIn(space: ManagedSpace, typeId: string, fieldId: string) {
	const field = typeIn(space, typeId).fields.find(({ id }: { id: string }) => id === fieldId);
	if (!field) throw new Error(`The content type ${typeId} has no field ${fieldId}.`);
	return field;
}

/** Sets the content types to which the items of a list field may link. */
function setLinkedTypes(field: ManagedField, ...ids: string[]): void {
	field.items = { type: "Link", ...field.items, validations: [{ linkContentType: ids }] };
}

test("a space without three fields and one content type gets them, and then equals a new one, so that a second run does nothing", async () => {
	const space = copyOlderSpace();
	const versions = versionsOf(space);
	const { result, faults, log, questions } = await update(space);
	expect(faults).toEqual([]);
	expect(result?.outcome).toBe("updated");
	expect(log).toMatchInlineSnapshot(`
		"Plan for the space "Empty practice" (m4nagedspace), environment master:
		  content type commitment (Commitment item)
		    add the content type with 3 fields: label, description, cover
		  content type package (Package)
		    add field monthlyPaymentNote (Symbol, in both languages, optional)
		    add help text of field monthlyPaymentNote
		  content type appShell (App shell)
		    add field paymentNote (Symbol, in both languages, optional)
		    add help text of field paymentNote
		  content type home (Home page)
		    add field commitments (Array, the same in both languages, optional)
		    add help text of field commitments
		The webhook calls https://clinic.example/api/rebuild.
		Nothing is deleted or renamed, and no entry is changed.
		content types: 4 done"
	`);
	expect(questions).toEqual([
		'Do this in the space "Empty practice" (m4nagedspace), environment master?',
	]);
	expect(modelOf(space)).toEqual(modelOf(newSpace));
	expect(versionsOf(space)).toEqual(versions);

	const second = await update(space);
	expect(second.result?.outcome).toBe("nothing to do");
	expect(second).toMatchObject({ questions: [], writes: [], faults: [] });
	expect(second.log).toContain("nothing: the space follows the content model");
});

test.each([
	["a dry run", { dryRun: true }, "dry run"],
	["an answer of no", { answer: false }, "declined"],
])("%s prints the plan and writes nothing", async (_, options, outcome) => {
	const { result, log, writes } = await update(copyOlderSpace(), options);
	expect(result?.outcome).toBe(outcome);
	expect(log).toContain("add field paymentNote");
	expect(writes).toEqual([]);
});

test.each([3, 6])(
	"a run that ends at its write %i leaves a space that the next run completes",
	async (lastWrite) => {
		const space = copyOlderSpace();
		const versions = versionsOf(space);
		let writeCount = 0;
		const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
		// The run fails when its service is closed, after this test.
		update(space, {
			intercept: ({ method }) => {
				if (method !== "GET") writeCount++;
				if (writeCount < lastWrite) return false;
				reach();
				// The request gets no response, so the run does nothing more, like a process that is killed here.
				return true;
			},
		});
		await reached;

		const { result, faults } = await update(space);
		expect({ faults, outcome: result?.outcome }).toEqual({ faults: [], outcome: "updated" });
		expect(modelOf(space)).toEqual(modelOf(newSpace));
		expect(versionsOf(space)).toEqual(versions);
	},
);

test("a content type that was changed after the plan is not overwritten, and a fault names it", async () => {
	const space = copyOlderSpace();
	const { faults } = await update(space, {
		intercept: ({ method, url }) => {
			if (method === "PUT" && url?.endsWith("/content_types/home"))
				typeIn(space, "home").sys.version++;
			return false;
		},
	});
	expect(faults[0]).toBe(
		"Contentful refuses to update the content type home (409): somebody has changed it since the plan was made.",
	);
	expect(fieldIn(newSpace, "home", "commitments")).toBeDefined();
	expect(() => fieldIn(space, "home", "commitments")).toThrow("has no field commitments");
});

test("names, fields and validations that others added stay, and a field of another type is reported", async () => {
	const space = copyOlderSpace();
	const home = typeIn(space, "home");
	home.name = "Landing page";
	home.fields.push({ id: "theirs", name: "Theirs", type: "Symbol", validations: [] });
	const limit = { size: { max: 80 } };
	fieldIn(space, "home", "heroTitle").validations?.push(limit);
	setLinkedTypes(fieldIn(space, "home", "reviews"), "review", "quotation");
	fieldIn(space, "consultation", "duration").type = "Number";
	fieldIn(space, "about", "subtitle").localized = false;

	const { log, faults } = await update(space);
	expect(faults).toEqual([]);
	expect(log).toContain("home: Fields that the site does not know: theirs.");
	expect(log).toContain(
		"consultation: Field duration is Number and would be Symbol in a new space: Contentful cannot change the type of a field.",
	);
	expect(log).toContain("about: Field subtitle is not localised, unlike in a new space.");
	expect(typeIn(space, "home").name).toBe("Landing page");
	expect(fieldIn(space, "home", "theirs")).toMatchObject({ name: "Theirs" });
	expect(fieldIn(space, "home", "heroTitle").validations).toContainEqual(limit);
	expect(fieldIn(space, "home", "reviews").items?.validations).toEqual([
		{ linkContentType: ["review", "quotation"] },
	]);
	expect(fieldIn(space, "consultation", "duration").type).toBe("Number");
	expect(fieldIn(space, "about", "subtitle").localized).toBe(false);
	expect((await update(space)).writes).toEqual([]);
});

test("help texts, validations and requirements follow the model", async () => {
	const space = copyOlderSpace();
	await update(space);
	const email = fieldIn(space, "appShell", "contactEmail");
	email.validations = [{ regexp: { pattern: "@", flags: null }, message: "Write an address" }];
	email.required = false;
	const { controls } = space.item("editor_interfaces", "appShell");
	Object.assign(controls[0] ?? {}, { settings: { helpText: "Old help", theirs: 1 } });

	const { log } = await update(space);
	expect(log).toContain("change help text of field contactEmail");
	expect(log).toContain(
		"change validation of field contactEmail: required: editors must fill it in before they can publish a change of the 1 published entries;",
	);
	expect(fieldIn(space, "appShell", "contactEmail")).toEqual(
		fieldIn(newSpace, "appShell", "contactEmail"),
	);
	const [updated] = space.item("editor_interfaces", "appShell").controls;
	expect(updated?.settings).toEqual({
		helpText: "The address that every contact button writes to.",
		theirs: 1,
	});
});

test("a Rich Text mark that the content model no longer allows is removed from the validation", async () => {
	const space = copyOlderSpace();
	const about = fieldIn(space, "about", "about");
	about.validations?.[0]?.enabledMarks?.push("highlight");
	await update(space);
	expect(about).not.toBe(fieldIn(space, "about", "about"));
	expect(fieldIn(space, "about", "about")).toEqual(fieldIn(newSpace, "about", "about"));
});

test("a content type that follows the model but has unpublished changes is published", async () => {
	const space = copyOlderSpace();
	await update(space);
	typeIn(space, "faq").sys.version++;
	const { log } = await update(space);
	expect(log).toContain("publish the content type, which has unpublished changes");
	expect(modelOf(space)).toEqual(modelOf(newSpace));
});

test("content types and entries with other ids are found by CONTENTFUL_ENTRY_IDS and by the links between them", async () => {
	const space = copyOlderSpace();
	const rename = (collection: string, id: string, otherId: string) => {
		const item = space.item(collection, id);
		space.of(collection).delete(id);
		space.of(collection).set(otherId, { ...item, sys: { ...item.sys, id: otherId } });
	};
	const renamed: Record<string, string> = { home: "landingPage", review: "testimonial" };
	for (const [typeId, otherId] of Object.entries(renamed)) {
		rename("content_types", typeId, otherId);
		rename("editor_interfaces", typeId, otherId);
		space.item("editor_interfaces", otherId).sys.contentType = { sys: { id: otherId } };
	}
	for (const { sys } of space.of("entries").values()) {
		const { sys: type } = sys.contentType as { sys: { id: string } };
		type.id = renamed[type.id] ?? type.id;
	}
	rename("entries", "home", "5KsDBW");
	setLinkedTypes(fieldIn(space, "landingPage", "reviews"), "testimonial");
	const pagesWithReview = routeNames.filter(isSellingPage);
	for (const typeId of pagesWithReview) {
		const type = typeIn(space, typeId);
		type.fields = type.fields.filter(({ id }) => id !== "review");
	}

	const environment = { CONTENTFUL_ENTRY_IDS: '{"home":"5KsDBW"}' };
	const { log, faults } = await update(space, { environment });
	expect(faults).toEqual([]);
	expect(log).toContain("content type landingPage (Home page)");
	expect(log).not.toMatch(/testimonial|content type (home|review) /);
	expect(fieldIn(space, "landingPage", "commitments").items?.validations).toEqual([
		{ linkContentType: ["commitment"] },
	]);
	expect(space.of("content_types").has("home")).toBe(false);
	for (const typeId of pagesWithReview) {
		expect(fieldIn(space, typeId, "review").items?.validations, typeId).toEqual([
			{ linkContentType: ["testimonial"] },
		]);
	}
});

test.each([
	[["testimonial"], "testimonial"],
	[["testimonial", "quotation"], "review"],
])(
	"in a space without reviews, whose list of reviews accepts %j, the content type of reviews is %s",
	async (accepted, id) => {
		const space = copyOlderSpace();
		for (const collection of ["content_types", "editor_interfaces"])
			space.of(collection).delete("review");
		space.item("entries", "home").fields = {};
		setLinkedTypes(fieldIn(space, "home", "reviews"), ...accepted);
		const { log } = await update(space, { dryRun: true });
		expect(log).toContain(`content type ${id} (Review`);
	},
);

test("an entry of a page that does not exist is added as an empty draft, and an existing one is not touched", async () => {
	const space = copyOlderSpace();
	space.of("entries").delete("approach");
	const { log } = await update(space);
	expect(log).toContain('add the entry "approach" (Approach page) as an empty draft');
	const entry = space.of("entries").get("approach");
	expect(entry?.fields).toEqual({});
	expect(entry?.sys.publishedVersion).toBeUndefined();
});

test.each([
	["en-GB", [], ["en-US → en-GB", "ru → en-US"]],
	["en-GB", ["en-US"], ["ru → en-US"]],
])(
	"a space whose default locale is %s, with %j besides, gets the locales that it lacks",
	async (code, others, added) => {
		const space = new ManagedSpace(code);
		for (const other of others) {
			const sys = { id: other, version: 1, type: "Locale" };
			space
				.of("locales")
				.set(other, { sys, code: other, name: other, default: false, fallbackCode: code });
		}
		const before = space.of("locales").size;
		expect((await update(space)).faults).toEqual([]);
		const locales = [...space.of("locales").values()].slice(before);
		expect(locales.map(({ code, fallbackCode }) => `${code} → ${fallbackCode}`)).toEqual(added);
	},
);

test("without a secret in the environment, a signing secret that the space has stays", async () => {
	const space = copyOlderSpace();
	const { signingSecret } = space;
	space.of("webhook_definitions").clear();
	const { result, log } = await update(space);
	expect(log).toContain("make the webhook to https://clinic.example/api/rebuild");
	expect(space.of("webhook_definitions").size).toBe(1);
	expect([space.signingSecret, result?.secret]).toEqual([signingSecret, undefined]);
});

test("a secret in the environment replaces the space's signing secret, once, and changes no entry", async () => {
	const space = copyOlderSpace();
	await update(space);
	const versions = versionsOf(space);
	const secret = "aB3_".repeat(16);
	const environment = { CONTENTFUL_WEBHOOK_SECRET: secret };
	const { result, log, writes } = await update(space, { environment });
	expect(log).toContain("  replace the signing secret of all webhooks of the space\n");
	expect(writes).toEqual([expect.stringContaining("/webhook_settings/signing_secret")]);
	expect([space.signingSecret, result?.secret]).toEqual([secret, secret]);
	expect(versionsOf(space)).toEqual(versions);
	expect((await update(space, { environment })).log).toContain(
		"nothing: the space follows the content model",
	);
});

test("without an address for a webhook, the update neither sets nor returns the secret of the environment", async () => {
	const space = copyOlderSpace();
	const { signingSecret } = space;
	const environment = { SITE_URL: "", CONTENTFUL_WEBHOOK_SECRET: "aB3_".repeat(16) };
	const { result } = await update(space, { environment });
	expect([space.signingSecret, result]).toEqual([
		signingSecret,
		{ outcome: "updated", secret: undefined },
	]);
});
