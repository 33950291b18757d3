import { cp, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { backupSpace } from "../../scripts/space/backupSpace.ts";
import { provisionSpace } from "../../scripts/space/provisionSpace.ts";
import { loadSpaceContent, pathOfFile } from "../../scripts/space/spaceContent.ts";
import { makeFolder } from "../folders.ts";
import { runWithSpace, type SpaceOptions, spaceId } from "./managedSpace.ts";
import { type AssetFile, type Item, ManagedSpace } from "./managementService.ts";
import { interceptPath, respondWith } from "./misbehaviour.ts";

// Each test sends hundreds of requests. On a busy machine this takes longer than Vitest's default time-out.
vi.setConfig({ testTimeout: 60_000 });

const demo = await loadSpaceContent("demo");

/** Makes a folder with one entry and one picture of the demo. */
async function makePartialDemo() {
	const pick = <Kind extends { sys: { id: string } }>(items: Kind[], id: string) =>
		items.filter(({ sys }) => sys.id === id);
	const part = {
		locales: demo.locales,
		contentTypes: pick(demo.contentTypes, "consultation"),
		entries: pick(demo.entries, "consultation-initial"),
		assets: pick(demo.assets, "asset-consultations"),
	};
	const folder = await makeFolder({ files: { "space.json": JSON.stringify(part) } });
	await cp("demo/pictures", join(folder, "pictures"), { recursive: true });
	return folder;
}

async function fillSpace(space: ManagedSpace, options: SpaceOptions & { from?: string } = {}) {
	const from = options.from ?? (await makePartialDemo());
	return runWithSpace(space, options, (settings, run) =>
		provisionSpace(settings, { ...run, from }),
	);
}

const backUp = (space: ManagedSpace, to: string, options: SpaceOptions = {}) =>
	runWithSpace(space, options, (settings) => backupSpace(settings, to));

/** Returns each entry and asset without its version numbers and file addresses, and its published title. */
function readContent(space: ManagedSpace) {
	const items: Item[] = [...space.of("entries").values(), ...space.of("assets").values()];
	const states = items.map(({ sys, fields: { file = {}, ...texts }, metadata }) => {
		const files = Object.values(file as Record<string, AssetFile>).map(({ fileName, url = "" }) => [
			fileName,
			space.files.get(url.split("/")[4] ?? "")?.toString("base64"),
		]);
		const { version, publishedVersion = 0, archivedVersion } = sys;
		const isPublished = publishedVersion > 0;
		const hasChanges = isPublished && version > publishedVersion + 1;
		const state = { isPublished, hasChanges, isArchived: Boolean(archivedVersion) };
		const published = space.published.get(sys.id)?.fields.title;
		const content = { texts, files, tags: metadata?.tags ?? [], published };
		return [sys.id, { ...content, ...state }] as const;
	});
	return Object.fromEntries(states.sort());
}

test("an empty space gets types, content, key and webhook", async () => {
	const space = new ManagedSpace();
	const { log, result, faults } = await fillSpace(space, { from: "demo" });
	expect(faults).toEqual([]);
	const items = demo.assets.length + demo.entries.length;
	expect(log).toContain(
		'Plan for the space "Empty practice" (m4nagedspace), environment master:\n  locales: 1 to do\n',
	);
	expect(log).toContain(
		`pictures and entries: ${items} done\npublished or archived: ${items} done`,
	);
	expect(result).toEqual({
		CONTENTFUL_SPACE_ID: spaceId,
		CONTENTFUL_ENVIRONMENT: "master",
		CONTENTFUL_DELIVERY_TOKEN: "delivery-key",
		CONTENTFUL_PREVIEW_TOKEN: "token-of-preview",
		CONTENTFUL_WEBHOOK_SECRET: space.signingSecret,
	});
	expect(space.signingSecret).toMatch(/^[0-9a-f]{64}$/);
	expect([...space.of("locales").values()]).toMatchObject([
		{},
		{ code: "ru", fallbackCode: "en-US" },
	]);
	for (const { sys, fields } of demo.contentTypes)
		expect(space.item("content_types", sys.id).fields).toEqual(fields);
	for (const { sys, controls } of demo.editorInterfaces)
		expect(space.item("editor_interfaces", sys.contentType.sys.id).controls).toEqual(controls);
	const picture = await readFile("demo/pictures/consultations.jpg", "base64");
	expect(readContent(space)).toMatchObject({
		"asset-consultations": { files: [["consultations.jpg", picture]], isPublished: true },
		home: { isPublished: true },
	});
	// A filter by environment would stop events about aliases, which are in no environment.
	const webhook = { url: "https://clinic.example/api/rebuild", filters: [], active: true };
	const topics = expect.arrayContaining(["Entry.publish", "Asset.delete", "EnvironmentAlias.*"]);
	expect([...space.of("webhook_definitions").values()]).toMatchObject([{ ...webhook, topics }]);
});

test("a filled space keeps editors' changes, and gets a webhook later", async () => {
	const space = new ManagedSpace();
	await fillSpace(space, { environment: { SITE_URL: "http://localhost:4173" } });
	expect(space.of("webhook_definitions").size).toBe(0);
	const entry = space.item("entries", "consultation-initial");
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

test("a webhook of others keeps the signing secret of the space", async () => {
	const space = new ManagedSpace();
	space.of("webhook_definitions").set("theirs", { sys: { id: "theirs", version: 1 } });
	await fillSpace(space);
	expect([space.of("webhook_definitions").size, space.signingSecret]).toEqual([2, undefined]);
});

const denied = respondWith(403, { message: "CFPAT-in-an-answer" });
const errors = [{ name: "required", path: ["fields", "title"] }];
const invalid = respondWith(422, { message: "ValidationFailed", details: { errors } });
test.each([
	["a content type", "/content_types/consultation/published", denied, /\(403\): the token's owner/],
	[
		"an entry",
		"/entries/consultation-initial/published",
		invalid,
		/refuses to publish "consultation-initial" \(422\): ValidationFailed .*"title"/,
	],
	["the webhook", "/webhook_definitions", denied, /refuses to make .* a webhook \(403\)/],
])("a run that fails at %s says so, and the next continues", async (_, path, refuse, fault) => {
	const space = new ManagedSpace();
	const { faults } = await fillSpace(space, {
		intercept: (request, response) =>
			request.method !== "GET" && request.url?.endsWith(path) ? refuse(request, response) : false,
	});
	expect(faults).toEqual([expect.stringMatching(fault), expect.stringMatching(/^Run the command/)]);
	const second = await fillSpace(space);
	expect(second.faults).toEqual([]);
	expect(second.result?.CONTENTFUL_WEBHOOK_SECRET).toBe(space.signingSecret);
	const states = Object.values(readContent(space)).map(({ isPublished }) => isPublished);
	expect(states).toEqual([true, true]);
	const single = ["api_keys", "webhook_definitions"].map((name) => space.of(name).size);
	expect(single).toEqual([1, 1]);
});

const theirs = { sys: { id: "theirs", version: 1 }, fields: {} };
test.each<[string, RegExp, SpaceOptions & { from?: string }, string?]>([
	["a wrong token", /\(401\): check/, { environment: { CONTENTFUL_MANAGEMENT_TOKEN: "wrong" } }],
	["an unknown space", /\(404\): check/, { environment: { CONTENTFUL_SPACE_ID: "no" } }],
	["a folder without a space", /^The folder docs has no space\.json/, { from: "docs" }],
	["another default locale", /^The space's default locale is de-DE/, {}, "de-DE"],
	["an entry of others", /^The space is not empty: 1 entries .*"theirs"/, { from: "demo" }],
])("%s is reported, and nothing is written", async (name, sentence, options, locale) => {
	const space = new ManagedSpace(locale);
	if (name === "an entry of others") space.of("entries").set("theirs", theirs);
	const { faults, writes } = await fillSpace(space, options);
	expect({ faults, writes }).toEqual({ faults: [expect.stringMatching(sentence)], writes: [] });
});

const longName = `${"Снимок ".repeat(20)}1.jpg`;

/**
 * Creates a space with a draft, archived items, unpublished changes of an entry and of a picture's file, a tag, and a
 * file with a long Russian name.
 */
async function createUsedSpace() {
	const space = new ManagedSpace();
	await fillSpace(space);
	const entry = space.item("entries", "consultation-initial");
	const picture = space.item("assets", "asset-consultations");
	const draft = { ...structuredClone(entry), sys: { ...entry.sys, id: "a-draft", version: 1 } };
	delete draft.sys.publishedVersion;
	space.of("entries").set("a-draft", draft);
	const archived = { ...draft, sys: { ...draft.sys, id: "archived", archivedVersion: 1 } };
	space.of("entries").set("archived", archived);
	const file = picture.fields.file?.["en-US"] as AssetFile & { url: string };
	const [origin = ""] = file.url.split("files/");
	const replace = (id: string, fileName: string) => ({
		"en-US": { ...file, fileName, url: `${origin}files/${id}/${encodeURIComponent(fileName)}` },
	});
	space.of("assets").set("old-picture", {
		sys: { id: "old-picture", version: 1, archivedVersion: 1 },
		fields: { ...picture.fields, file: replace("deleted", "gone.jpg") },
	});
	space.files.set("replacement", Buffer.from("another picture"));
	picture.fields.file = replace("replacement", longName);
	picture.sys.version++;
	space.of("tags").set("spring", { name: "Spring", sys: { id: "spring", version: 1 } });
	entry.metadata = { tags: [{ sys: { type: "Link", linkType: "Tag", id: "spring" } }] };
	entry.fields.title = { ...entry.fields.title, "en-US": "Not yet for visitors" };
	entry.sys.version++;
	return space;
}

test("a restored backup has the same content and states", async () => {
	const space = await createUsedSpace();
	const to = join(await makeFolder(), "backup");
	const { result } = await backUp(space, to);
	expect(result).toMatchObject({ entries: 3, pictures: 2 });
	expect(result?.missing).toEqual([
		expect.stringMatching(
			/^Asset "old-picture": the file .*\/gone\.jpg is missing: the service answers 404$/,
		),
	]);
	expect(await readFile(join(to, "missing-files.txt"), "utf8")).toBe(`${result?.missing}\n`);

	delete space.item("assets", "old-picture").fields.file?.["en-US"];
	const restored = new ManagedSpace();
	expect((await fillSpace(restored, { from: to })).faults).toEqual([]);
	expect(readContent(restored)).toEqual(readContent(space));
	expect(readContent(restored)["consultation-initial"]).toMatchObject({
		hasChanges: true,
		published: demo.entries.find(({ sys }) => sys.id === "consultation-initial")?.fields.title,
	});
	expect([...restored.of("tags").keys()]).toEqual(["spring"]);
});

test("a picture whose file is missing is restored as a draft", async () => {
	const to = join(await makeFolder(), "backup");
	const space = new ManagedSpace();
	const intercept = interceptPath("/consultations.jpg", respondWith(500, "error"));
	await fillSpace(space, { intercept });
	expect((await backUp(space, to)).result?.missing).toHaveLength(1);
	const restored = new ManagedSpace();
	expect((await fillSpace(restored, { from: to })).faults).toEqual([]);
	expect(readContent(restored)["asset-consultations"]).toMatchObject({ isPublished: false });
});

test("a backup refuses a folder that is not empty", async () => {
	const { faults } = await backUp(new ManagedSpace(), "docs");
	expect(faults).toEqual(["The folder docs is not empty. Name a new one with --to."]);
});

test("a file's address cannot lead out of the folder", () => {
	expect(pathOfFile("backup", "//images.ctfassets.net/a/b.jpg")).toBe(
		join("backup", "images.ctfassets.net", "a", "b.jpg"),
	);
	expect(pathOfFile("backup", "//images.ctfassets.net/..%2f..%2f..%2fb.jpg")).toMatch(/^backup\W/);
});
