import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { backupSpace } from "../../scripts/space/backupSpace.ts";
import { provisionSpace } from "../../scripts/space/provisionSpace.ts";
import { type Item, loadSpaceContent, stateOf } from "../../scripts/space/spaceContent.ts";
import { makeFolder } from "../folders.ts";
import { ManagedSpace, type Resource, runWithSpace, type SpaceOptions } from "./managedSpace.ts";
import { respondWith } from "./misbehaviour.ts";

// Each test sends hundreds of requests. On a busy machine this takes longer than Vitest's default time-out.
vi.setConfig({ testTimeout: 60_000 });

const [entryId, assetId] = ["consultation-initial", "asset-consultations"];
const picture = await readFile("demo/pictures/consultations.jpg");
const demo = await loadSpaceContent("demo");
const part = {
	...demo,
	contentTypes: demo.contentTypes.filter(({ sys }) => sys.id === "consultation"),
	entries: demo.entries.filter(({ sys }) => sys.id === entryId),
	assets: demo.assets.filter(({ sys }) => sys.id === assetId),
};
/** Folder with one entry and one picture of the demo. */
const partialDemo = await makeFolder({
	files: { "space.json": JSON.stringify(part), "pictures/consultations.jpg": picture },
	atEnd: afterAll,
});

const fillSpace = (space: ManagedSpace, options: SpaceOptions = {}, from = partialDemo) =>
	runWithSpace(space, options, (settings, run) => provisionSpace(settings, { ...run, from }));

/** Backs a space up to a new folder, or to `to`. */
async function backUp(space: ManagedSpace, to?: string) {
	const folder = to ?? join(await makeFolder(), "backup");
	const outcome = await runWithSpace(space, {}, (settings) => backupSpace(settings, folder));
	return { ...outcome, folder };
}

/** Fills a new space with a backup. Expects no faults. */
async function restore(from: string, space = new ManagedSpace()): Promise<ManagedSpace> {
	expect((await fillSpace(space, {}, from)).faults).toEqual([]);
	return space;
}

/** Returns each entry and asset without its version numbers and file addresses, and its published title. */
function readContent(space: ManagedSpace) {
	const content = ["entries", "assets"].flatMap((collection) =>
		[...space.of(collection).values()].map((item) => {
			const { file = {}, ...texts } = item.fields;
			const files = Object.values<Resource>(file).map(({ fileName, url }) => [
				fileName,
				space.files.get(url.split("/")[4])?.toString("base64"),
			]);
			const { id } = item.sys;
			const published = space.of(`public/${collection}`).get(id)?.fields.title;
			const tags = item.metadata?.tags ?? [];
			return [id, { texts, files, tags, published, state: stateOf(item as Item) }] as const;
		}),
	);
	return Object.fromEntries(content.sort());
}

test("an empty space gets types, content, key and webhook", async () => {
	const space = new ManagedSpace();
	const { result, faults } = await fillSpace(space, {}, "demo");
	expect(faults).toEqual([]);
	expect(result).toEqual({
		CONTENTFUL_SPACE_ID: "m4nagedspace",
		CONTENTFUL_ENVIRONMENT: "master",
		CONTENTFUL_DELIVERY_TOKEN: "delivery-key",
		CONTENTFUL_PREVIEW_TOKEN: "preview-key",
		CONTENTFUL_WEBHOOK_SECRET: space.signingSecret,
	});
	expect(space.signingSecret).toMatch(/^[0-9a-f]{64}$/);
	const [, russian] = space.of("locales").values();
	expect(russian).toMatchObject({ code: "ru", fallbackCode: "en-US" });
	for (const { sys, fields } of demo.contentTypes)
		expect(space.item("content_types", sys.id).fields).toEqual(fields);
	for (const { sys, controls } of demo.editorInterfaces)
		expect(space.item("editor_interfaces", sys.contentType.sys.id).controls).toEqual(controls);
	const file = ["consultations.jpg", picture.toString("base64")];
	expect(readContent(space)).toMatchObject({
		[assetId]: { files: [file], state: "published" },
		home: { state: "published" },
	});
	// A filter by environment would stop events about aliases, which are in no environment.
	const webhook = { url: "https://clinic.example/api/rebuild", filters: [], active: true };
	const topics = expect.arrayContaining(["Entry.publish", "Asset.delete", "EnvironmentAlias.*"]);
	expect([...space.of("webhook_definitions").values()]).toMatchObject([{ ...webhook, topics }]);
});

test("a filled space keeps editors' changes and gets a webhook", async () => {
	const space = new ManagedSpace();
	await fillSpace(space, { environment: { SITE_URL: "http://localhost:4173" } });
	expect(space.of("webhook_definitions").size).toBe(0);
	const entry = space.item("entries", entryId);
	entry.fields.title = { "en-US": "Our own words" };
	entry.sys.version++;
	space.of("assets").clear();
	const before = readContent(space);
	const secret = "aB3_".repeat(16);
	const { result } = await fillSpace(space, { environment: { CONTENTFUL_WEBHOOK_SECRET: secret } });
	expect([space.signingSecret, result?.CONTENTFUL_WEBHOOK_SECRET]).toEqual([secret, secret]);
	expect(readContent(space)).toEqual(before);
	const log = expect.stringContaining('The space has the API key "Website", so its content stays.');
	expect(await fillSpace(space)).toMatchObject({ writes: [], faults: [], log });
});

test("a webhook of others keeps the space's signing secret", async () => {
	const space = new ManagedSpace();
	space.add("webhook_definitions", "theirs", {});
	await fillSpace(space);
	expect([space.of("webhook_definitions").size, space.signingSecret]).toEqual([2, undefined]);
});

const reasons = "Your plan has 48 webhooks.";
const denied = respondWith(403, { message: "Forbidden", details: { reasons } });
const errors = [{ name: "required", path: ["fields", "title"] }];
const invalid = respondWith(422, { message: "ValidationFailed", details: { errors } });
const advice = expect.stringMatching(/^Run the command/);
test.each([
	[
		`entries/${entryId}/published`,
		invalid,
		/refuses to publish "consultation-initial" \(422\): ValidationFailed .*"title"/,
	],
	[
		`assets/${assetId}/published`,
		invalid,
		/refuses to publish "asset-consultations" \(422\): ValidationFailed/,
	],
	["webhook_definitions", denied, /refuses to make .* a webhook \(403\): .*Your plan has 48/],
])("a run that fails at %s can be continued", async (path, refuse, fault) => {
	const space = new ManagedSpace();
	const { faults } = await fillSpace(space, {
		intercept: (request, response) =>
			request.method !== "GET" && request.url?.endsWith(path) ? refuse(request, response) : false,
	});
	expect(faults).toEqual([expect.stringMatching(fault), advice]);
	const { faults: none, result } = await fillSpace(space);
	expect(none).toEqual([]);
	expect(result?.CONTENTFUL_WEBHOOK_SECRET).toBe(space.signingSecret);
	expect(readContent(space)).toMatchObject({
		[entryId]: { state: "published" },
		[assetId]: { state: "published" },
	});
	for (const single of ["api_keys", "webhook_definitions"]) expect(space.of(single).size).toBe(1);
});

test("a picture that lacks its file costs no other item", async () => {
	const withoutPicture = await makeFolder({ files: { "space.json": JSON.stringify(part) } });
	const space = new ManagedSpace();
	const { faults } = await fillSpace(space, {}, withoutPicture);
	const fault = expect.stringContaining('to add "asset-consultations" failed: ENOENT');
	expect(faults).toEqual([fault, advice]);
	expect(readContent(space)[entryId]).toMatchObject({ state: "published" });
	// The key marks a space that is filled.
	expect(space.of("api_keys").size).toBe(0);
});

const usedSpace = new ManagedSpace();
usedSpace.add("entries", "theirs", { fields: {} });
test.each<[what: string, RegExp, SpaceOptions["environment"], from?: string, ManagedSpace?]>([
	["a wrong token", /\(401\): check/, { CONTENTFUL_MANAGEMENT_TOKEN: "wrong" }],
	["a folder without a space", /^The folder docs has no space\.json/, {}, "docs"],
	[
		"another default locale",
		/^The space's default locale is de-DE/,
		{},
		partialDemo,
		new ManagedSpace("de-DE"),
	],
	["a used space", /^The space is not empty: 1 entries .*"theirs"/, {}, partialDemo, usedSpace],
])("%s is reported, and nothing is written", async (...row) => {
	const [, sentence, environment, from, space = new ManagedSpace()] = row;
	const { faults, writes } = await fillSpace(space, { environment }, from);
	expect({ faults, writes }).toEqual({ faults: [expect.stringMatching(sentence)], writes: [] });
});

/**
 * Creates a space with a draft, archived items, unpublished changes of an entry and of a picture's file, a tag, a file
 * with a long Russian name, and an archived and a published picture whose files are missing.
 */
async function createUsedSpace() {
	const space = new ManagedSpace();
	await fillSpace(space);
	space.add("tags", "spring", { name: "Spring" });
	const entry = space.item("entries", entryId);
	const { contentType } = entry.sys;
	const copy = structuredClone(entry);
	space.add("entries", "a-draft", copy, { contentType });
	space.add("entries", "archived", copy, { contentType, archivedVersion: 1 });
	entry.metadata = { tags: [{ sys: { type: "Link", linkType: "Tag", id: "spring" } }] };
	entry.fields.title = { ...entry.fields.title, "en-US": "Not yet for visitors" };
	entry.sys.version++;

	const { sys, fields } = space.item("assets", assetId);
	const file = fields.file["en-US"];
	const replaceFile = (id: string, fileName: string) => {
		const url = file.url.replace(/files.*/, `files/${id}/${encodeURIComponent(fileName)}`);
		return { ...fields, file: { "en-US": { ...file, fileName, url } } };
	};
	space.add("assets", "old", { fields: replaceFile("gone", "old.jpg") }, { archivedVersion: 1 });
	space.add("assets", "lost", { fields: replaceFile("gone", "lost.jpg") }, { publishedVersion: 1 });
	space.files.set("replacement", Buffer.from("another picture"));
	Object.assign(fields, replaceFile("replacement", `${"Снимок ".repeat(20)}1.jpg`));
	sys.version++;
	return space;
}

test("a restored backup has the same content and states", async () => {
	const space = await createUsedSpace();
	const { result, folder } = await backUp(space);
	const missing = ["lost", "old"].map((id) =>
		expect.stringMatching(
			`^Asset "${id}": the file .*/${id}.jpg is missing: the service answers 404$`,
		),
	);
	expect(result).toEqual({ entries: 3, pictures: 3, missing: expect.arrayContaining(missing) });
	expect(await readFile(join(folder, "missing-files.txt"), "utf8")).toBe(
		`${result?.missing.join("\n")}\n`,
	);

	const restored = await restore(folder);
	const published = part.entries[0]?.fields.title;
	const original = readContent(space);
	expect(readContent(restored)).toEqual({
		...original,
		[entryId]: { ...original[entryId], state: "changed", published },
		old: { ...original.old, files: [] },
		// Contentful does not publish a picture without a file.
		lost: { ...original.lost, files: [], state: "draft" },
	});
	expect([...restored.of("tags").keys()]).toEqual(["spring"]);
	expect((await backUp(space, folder)).faults).toEqual([
		`The folder ${folder} is not empty. Name a new one with --to.`,
	]);
});

/** Creates a space with entries whose languages are published separately. */
async function createBilingualSpace() {
	const space = new ManagedSpace();
	await fillSpace(space);
	const publish = (id: string, title: Record<string, string>, ...locales: string[]) => {
		const entry = space.write("entries", id, { fields: { title } }, "consultation");
		space.publish("entries", entry, locales);
		entry.sys.version++;
	};
	publish("english", { "en-US": "Published" }, "en-US");
	publish("draft-ru", { "en-US": "Published", ru: "Черновик" }, "en-US");
	publish("changed-en", { "en-US": "Old", ru: "Старое" }, "en-US", "ru");
	publish("changed-en", { "en-US": "Not yet for visitors", ru: "Новое" }, "ru");
	const { folder } = await backUp(space);
	return { space, folder };
}

test("a restored backup has the same languages published", async () => {
	const { space, folder } = await createBilingualSpace();
	const restored = await restore(folder);
	const [original, copy] = [space, restored].map((one) =>
		[...one.of("entries").values()].map(({ sys, fields }) => {
			const published = one.of("public/entries").get(sys.id)?.fields;
			return { id: sys.id, status: sys.fieldStatus, fields, published };
		}),
	);
	expect(copy).toEqual(original);
});

test("a plan without locale-based publishing gets no draft published", async () => {
	const { folder } = await createBilingualSpace();
	const restored = new ManagedSpace();
	restored.hasLocalePublishing = false;
	const { faults } = await fillSpace(restored, {}, folder);
	const refusal =
		'Contentful refuses to publish "draft-ru" (403): Your plan has no such publishing.';
	expect(faults).toEqual([expect.stringContaining(refusal), expect.anything()]);
	expect([...restored.of("public/entries").keys()]).toEqual([entryId, "english", "changed-en"]);
});

test("a space whose default locale is Russian can be restored", async () => {
	const space = new ManagedSpace("ru");
	space.add("content_types", "consultation", { fields: [] }, { publishedVersion: 1 });
	const fields = { title: { ru: "Первая консультация" } };
	const entry = space.write("entries", entryId, { fields }, "consultation");
	space.publish("entries", entry);
	entry.sys.version++;
	const { folder } = await backUp(space);
	const restored = await restore(folder, new ManagedSpace("ru"));
	expect(readContent(restored)).toEqual(readContent(space));
});
