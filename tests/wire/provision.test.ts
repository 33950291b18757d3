import { existsSync } from "node:fs";
import { cp, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { expect, test, vi } from "vitest";
import { backupSpace } from "../../scripts/space/backupSpace.ts";
import { provisionSpace } from "../../scripts/space/provisionSpace.ts";
import { loadSpaceContent, pathOfFile, stateOf } from "../../scripts/space/spaceContent.ts";
import { makeFolder } from "../folders.ts";
import { runWithSpace, type SpaceOptions, spaceId } from "./managedSpace.ts";
import { type AssetFile, type FieldValues, ManagedSpace } from "./managementService.ts";
import { interceptPath, respondWith } from "./misbehaviour.ts";

// Each test sends hundreds of requests. On a busy machine this takes longer than Vitest's default time-out.
vi.setConfig({ testTimeout: 60_000 });

const demo = await loadSpaceContent("demo");

async function makePartialDemo() {
	const part = structuredClone(demo);
	part.entries = part.entries.filter(({ sys }) =>
		["consultations", "consultation-initial"].includes(sys.id),
	);
	part.contentTypes = part.contentTypes.filter(({ sys }) =>
		["consultations", "consultation"].includes(sys.id),
	);
	part.assets = part.assets.filter(({ sys }) => sys.id === "asset-consultations");
	for (const { fields } of part.entries) {
		fields.consultations?.["en-US"].splice(1);
		delete fields.review;
	}
	const folder = await makeFolder({ files: { "space.json": JSON.stringify(part) } });
	await cp("demo/pictures", join(folder, "pictures"), { recursive: true });
	return folder;
}

type RunOptions = SpaceOptions & { from?: string; answer?: boolean; overwrite?: boolean };

async function fillSpace(space: ManagedSpace, options: RunOptions = {}) {
	const { from = await makePartialDemo(), overwrite = false } = options;
	const { result, ...others } = await runWithSpace(space, options, (given, settings) =>
		provisionSpace(given, { ...settings, from, overwrite }),
	);
	return { ...others, variables: result };
}

const backUp = (space: ManagedSpace, to: string, options: SpaceOptions = {}) =>
	runWithSpace(space, options, (given, { limits }) => backupSpace(given, { to, limits }));

function readContent(space: ManagedSpace) {
	const items = [...space.of("entries").values(), ...space.of("assets").values()].map(
		({ sys, fields }) => {
			const visible =
				stateOf({ sys }) === "changed" ? space.published.get(sys.id)?.fields : undefined;
			return [
				sys.id,
				{
					state: stateOf({ sys }),
					...readValues(space, fields),
					visible: readValues(space, visible),
				},
			] as const;
		},
	);
	return Object.fromEntries(items.sort());
}

/** Returns the texts of an entry or asset, and the names, types and bytes of its files. */
function readValues(space: ManagedSpace, { file = {}, ...texts }: FieldValues = {}) {
	const files = Object.values(file as Record<string, AssetFile>).map(
		({ fileName, contentType, url = "" }) => {
			return [fileName, contentType, space.files.get(url.split("/")[4] ?? "")?.toString("base64")];
		},
	);
	return { texts, files };
}

test("an empty space is filled after a plan and a confirmation, and a second run writes nothing", async () => {
	const space = new ManagedSpace();
	const { log, questions, variables, faults, requests } = await fillSpace(space, { from: "demo" });
	expect(faults).toEqual([]);
	// Expects that all requests take less than 120 seconds at Contentful's lowest rate limit, seven requests a second.
	expect(requests.length / 7).toBeLessThan(120);
	const types = demo.contentTypes.length;
	const items = demo.assets.length + demo.entries.length;
	expect(log.split("\n")).toEqual([
		'Plan for the space "Empty practice" (m4nagedspace), environment master:',
		"  locales                  1 to make, 1 there",
		`  content types            ${types} to make`,
		"  tags                     none",
		`  pictures and entries     ${items} to make`,
		`  published or archived    ${items} to make`,
		"  API key, secret, webhook 3 to make",
		"  The webhook calls https://clinic.example/api/rebuild.",
		"locales: 1 done",
		`content types: ${types} done`,
		`pictures and entries: ${items} done`,
		`published or archived: ${items} done`,
		"API key, secret, webhook: 3 done",
	]);
	expect(questions).toEqual([
		'Do this in the space "Empty practice" (m4nagedspace), environment master?',
	]);
	expect(variables).toEqual({
		CONTENTFUL_SPACE_ID: spaceId,
		CONTENTFUL_DELIVERY_TOKEN: "delivery-0",
		CONTENTFUL_PREVIEW_TOKEN: "token-of-preview-0",
		CONTENTFUL_WEBHOOK_SECRET: space.signingSecret,
	});
	expect(space.signingSecret).toMatch(/^[0-9a-f]{64}$/);
	const locales = [...space.of("locales").values()].map(({ code, fallbackCode }) => [
		code,
		fallbackCode,
	]);
	expect(Object.fromEntries(locales)).toEqual({ "en-US": null, ru: "en-US" });
	for (const { sys, fields } of demo.contentTypes) {
		expect(space.of("content_types").get(sys.id)?.fields).toEqual(fields);
	}
	for (const { sys, controls } of demo.editorInterfaces) {
		expect(space.of("editor_interfaces").get(sys.contentType.sys.id)?.controls).toEqual(controls);
	}
	const picture = await readFile("demo/pictures/consultations.jpg", "base64");
	expect(readContent(space)["asset-consultations"]?.files).toEqual([
		["consultations.jpg", "image/jpeg", picture],
	]);
	const actions = ["publish", "unpublish", "archive", "delete"];
	const topics = [
		...actions.map((action) => `Entry.${action}`),
		...actions.map((action) => `Asset.${action}`),
	];
	topics.push("EnvironmentAlias.*");
	// A filter by environment would stop events about aliases, which are in no environment.
	const webhook = { url: "https://clinic.example/api/rebuild", topics, filters: [], active: true };
	expect([...space.of("webhook_definitions").values()]).toMatchObject([webhook]);

	const second = await fillSpace(space, { from: "demo" });
	expect(second).toMatchObject({ writes: [], questions: [], faults: [] });
	expect(second.log).not.toMatch(/to make|to change/);
	// Contentful never returns an existing secret, so the second run cannot print the secret.
	const { CONTENTFUL_WEBHOOK_SECRET, ...others } = variables ?? {};
	expect(second.variables).toEqual(others);
	expect(space.signingSecret).toBe(CONTENTFUL_WEBHOOK_SECRET);
});

const denied = respondWith(403, { message: "CFPAT-in-an-answer" });
const errors = [{ name: "required", path: ["fields", "title"] }];
const invalid = respondWith(422, { message: "ValidationFailed", details: { errors } });
const refusals = {
	denied: /^Contentful refuses to .* \(403\): the token's owner may not do that in this space\.$/,
	invalid:
		/^Contentful refuses to publish the entry "consultations" \(422; ValidationFailed; fields\.title: required\)\.$/,
};
test.each([
	["a content type's publishing", "/content_types/consultation/published", denied, refusals.denied],
	["an entry's publishing", "/entries/consultations/published", invalid, refusals.invalid],
	["the webhook", "/webhook_definitions", denied, refusals.denied],
])(
	"a run that fails at %s reports it, and the next run continues",
	async (_, path, refuse, refusal) => {
		const space = new ManagedSpace();
		const first = await fillSpace(space, {
			intercept: (request, response) =>
				request.method !== "GET" && request.url?.endsWith(path) ? refuse(request, response) : false,
		});
		const advice = "Run the command again: what is done stays, and it goes on with the rest.";
		expect(first.faults).toEqual([expect.stringMatching(refusal), advice]);
		expect(first.variables).toBeUndefined();

		const second = await fillSpace(space);
		expect(second.faults).toEqual([]);
		expect((await fillSpace(space)).writes).toEqual([]);
		expect(second.variables?.CONTENTFUL_WEBHOOK_SECRET).toBe(space.signingSecret);
		expect(
			["api_keys", "webhook_definitions", "locales"].map((name) => space.of(name).size),
		).toEqual([1, 1, 2]);
	},
);

test("content preview is set up and updated in both languages", async () => {
	const space = new ManagedSpace();
	const run = (key: string) =>
		fillSpace(space, { environment: { SITE_URL: "https://clinic.example", PREVIEW_KEY: key } });
	const [key, newKey] = ["a", "b"].map((letter) => letter.repeat(32)) as [string, string];
	const readAddresses = () =>
		[...space.of("preview_environments").values()].flatMap(({ name, configurations }) =>
			configurations.map(({ entityId, url, enabled }: Record<string, unknown>) => [
				name,
				entityId,
				enabled && url,
			]),
		);
	const { log } = await run(key);
	expect(log).toContain("content preview          2 to make");
	expect([...space.of("webhook_definitions").values()].map(({ name }) => name)).toEqual([
		"Website",
	]);
	expect(readAddresses()).toHaveLength(2 * demo.contentTypes.length);
	const home = `https://clinic.example/preview/${key}`;
	expect(readAddresses()).toEqual(
		expect.arrayContaining([
			["Website, English", "about", `${home}/about`],
			["Website, English", "appShell", `${home}/`],
			["Website, English", "review", `${home}/#{entry.sys.id}`],
			["Website, Русский", "home", `${home}/ru`],
			["Website, Русский", "dnaTest", `${home}/ru/functional-tests#{entry.sys.id}`],
		]),
	);
	expect((await run(key)).writes).toEqual([]);
	expect((await run(newKey)).log).toContain("content preview          2 to change");
	expect(JSON.stringify(readAddresses())).not.toContain(key);
	expect(readAddresses()).toHaveLength(2 * demo.contentTypes.length);
	for (const { configurations } of space.of("preview_environments").values()) {
		for (const configuration of configurations.slice(0, 1)) configuration.enabled = false;
	}
	await run(newKey);
	expect(readAddresses().filter(([, , url]) => url === false)).toEqual([]);
});

test("a space with other people's entries is changed only with --yes-overwrite, which replaces entries of the same id", async () => {
	const space = new ManagedSpace();
	const from = await makePartialDemo();
	await fillSpace(space, { from });
	const before = readContent(space);
	const page = space.item("entries", "consultations");
	page.fields.title = { "en-US": "Our own words" };
	page.sys.version++;
	const ours = { sys: { id: "ours", version: 1, contentType: page.sys.contentType }, fields: {} };
	space.of("entries").set("ours", ours);
	const theirs = { id: "theirs", name: "Theirs", type: "Symbol" };
	space.of("content_types").get("consultation")?.fields.push(theirs);

	const refused = await fillSpace(space, { from });
	expect({ writes: refused.writes, questions: refused.questions }).toEqual({
		writes: [],
		questions: [],
	});
	expect(refused.faults).toEqual([
		`The space is not empty: "ours", "consultations" were made or changed by others. Nothing was written. Take an empty space, or allow with --yes-overwrite that the entries and pictures of ${from} replace those of the same id (all others stay).`,
	]);
	const declined = await fillSpace(space, { from, overwrite: true, answer: false });
	expect(declined).toMatchObject({ writes: [], variables: undefined, faults: [] });
	const { faults, writes } = await fillSpace(space, { from, overwrite: true });
	expect({ faults, count: writes.length }).toEqual({ faults: [], count: 2 });
	const { ours: preserved, ...others } = readContent(space);
	expect(preserved?.state).toBe("draft");
	expect(others).toEqual(before);
	expect(space.of("content_types").get("consultation")?.fields).toContain(theirs);
});

test("an entry that others have archived is published only with --yes-overwrite", async () => {
	const space = new ManagedSpace();
	const from = await makePartialDemo();
	await fillSpace(space, { from });
	const page = space.item("entries", "consultations");
	page.sys.archivedVersion = page.sys.version;

	const refused = await fillSpace(space, { from });
	expect(refused.writes).toEqual([]);
	expect(refused.faults).toEqual([
		expect.stringContaining('"consultations" were made or changed by others.'),
	]);
	expect((await fillSpace(space, { from, overwrite: true })).faults).toEqual([]);
	expect(readContent(space).consultations?.state).toBe("published");
});

const withPreview = { PREVIEW_KEY: "a".repeat(32) };
const refusePreviews = interceptPath("preview_environments", respondWith(404, {}));
test.each<[string, RegExp, Record<string, string>, Partial<RunOptions & { locale: string }>?]>([
	[
		"a wrong token",
		/refuses the token \(401\)\. Check CONT/,
		{ CONTENTFUL_MANAGEMENT_TOKEN: "wrong" },
	],
	[
		"an unknown space",
		/refuses to show the space \(404\)\. Check CONT/,
		{ CONTENTFUL_SPACE_ID: "no" },
	],
	[
		"a folder without a space",
		/^The folder docs has no space\.json that can be read/,
		{},
		{ from: "docs" },
	],
	[
		"another default locale",
		/^The space's default locale is de-DE and must be en-US, /,
		{},
		{ locale: "de-DE" },
	],
	[
		"a Contentful without content previews",
		/leave PREVIEW_KEY out/,
		withPreview,
		{ intercept: refusePreviews },
	],
])(
	"%s is reported in one sentence, and nothing is written",
	async (_, sentence, environment, { locale, ...options } = {}) => {
		const { faults, writes, questions } = await fillSpace(new ManagedSpace(locale), {
			...options,
			environment,
		});
		expect(faults).toEqual([expect.stringMatching(sentence)]);
		expect({ writes, questions }).toEqual({ writes: [], questions: [] });
	},
);

test("a space of a site without https gets no webhook, and a signing secret of the environment is set", async () => {
	const space = new ManagedSpace();
	const { log, variables } = await fillSpace(space, {
		environment: { SITE_URL: "http://localhost:4173" },
	});
	expect(log).toContain("There is no webhook, because SITE_URL is no https address.");
	expect([space.of("webhook_definitions").size, space.signingSecret]).toEqual([0, undefined]);
	expect(variables).not.toHaveProperty("CONTENTFUL_WEBHOOK_SECRET");
	const secret = "aB3_".repeat(16);
	const second = await fillSpace(space, { environment: { CONTENTFUL_WEBHOOK_SECRET: secret } });
	expect([space.signingSecret, second.variables?.CONTENTFUL_WEBHOOK_SECRET]).toEqual([
		secret,
		secret,
	]);
});

const longName = `${"Снимок ".repeat(20)}1.jpg`;

/**
 * Creates a space with a draft, archived items, unpublished changes of an entry and of a picture's file, a tag, and a
 * file with a long Russian name and without a size.
 */
async function createUsedSpace(options: RunOptions = {}) {
	const space = new ManagedSpace();
	await fillSpace(space, options);
	const [entries, assets] = [space.of("entries"), space.of("assets")];
	const page = space.item("entries", "consultations");
	const picture = space.item("assets", "asset-consultations");
	const sys = { version: 1, contentType: page.sys.contentType };
	entries.set("a-draft", { sys: { ...sys, id: "a-draft" }, fields: {} });
	entries.set("archived", { sys: { ...sys, id: "archived", archivedVersion: 1 }, fields: {} });
	const published = picture.fields.file?.["en-US"];
	if (!published?.url) throw new Error("The picture has no processed file.");
	const gone = { ...published, url: published.url.replace(/[^/]*$/, "gone.jpg") };
	const fields = { ...picture.fields, file: { "en-US": gone } };
	assets.set("old-picture", { sys: { id: "old-picture", version: 1, archivedVersion: 1 }, fields });
	space.files.set("replacement", Buffer.from("another picture"));
	const url = published.url.replace(
		/files\/.*/,
		`files/replacement/${encodeURIComponent(longName)}`,
	);
	picture.fields.file = { "en-US": { ...published, fileName: longName, url, details: {} } };
	picture.sys.version++;
	space
		.of("tags")
		.set("spring", { name: "Spring", sys: { id: "spring", version: 1, visibility: "private" } });
	page.metadata = { tags: [{ sys: { type: "Link", linkType: "Tag", id: "spring" } }] };
	page.fields.title = { ...page.fields.title, "en-US": "Not yet for visitors" };
	page.sys.version++;
	return space;
}

test("an empty space that is filled from a backup has the same content and states", async () => {
	const space = await createUsedSpace();
	const to = join(await makeFolder(), "backup");
	const { result } = await backUp(space, to);
	expect(result).toMatchObject({ entries: 4, pictures: 2, files: 2 });
	const listed = expect.stringMatching(
		/^Asset "old-picture": the file .*\/gone\.jpg is missing: the service answers 404$/,
	);
	expect(result?.missing).toEqual([listed]);
	expect(await readFile(join(to, "missing-files.txt"), "utf8")).toBe(`${result?.missing}\n`);

	delete space.item("assets", "old-picture").fields.file?.["en-US"];
	const restored = new ManagedSpace();
	expect((await fillSpace(restored, { from: to })).faults).toEqual([]);
	expect(readContent(restored)).toEqual(readContent(space));
	expect(readContent(restored).consultations?.visible.texts).toMatchObject({
		title: { "en-US": "Consultations" },
	});
	const states = new Set(Object.values(readContent(restored)).map(({ state }) => state));
	expect(states).toEqual(new Set(["archived", "changed", "draft", "published"]));
	expect(restored.of("entries").get("consultations")?.metadata?.tags).toHaveLength(1);
	expect([...restored.of("tags").keys()]).toEqual(["spring"]);
	expect((await fillSpace(restored, { from: to })).writes).toEqual([]);
});

test("a picture with an incomplete file is restored as a draft", async () => {
	const to = join(await makeFolder(), "backup");
	const space = new ManagedSpace();
	await fillSpace(space, {
		intercept: interceptPath("/consultations.jpg", respondWith(200, "half")),
	});
	const { result } = await backUp(space, to);
	expect(result?.missing).toEqual([
		expect.stringMatching(/consultations\.jpg is missing: .* bytes came, and/),
	]);
	const restored = new ManagedSpace();
	expect((await fillSpace(restored, { from: to })).faults).toEqual([]);
	expect(readContent(restored)).toMatchObject({
		"asset-consultations": { state: "draft" },
		consultations: { state: "published" },
	});
});

test("a backup refuses a folder that is not empty", async () => {
	const { faults } = await backUp(new ManagedSpace(), "docs");
	expect(faults).toEqual(["The folder docs is not empty. Name a new one with --to."]);
});

test("a backup of a space that cannot be read leaves no folder", async () => {
	const to = join(await makeFolder(), "backup");
	const intercept = respondWith(401, { message: "The access token is invalid." });
	expect((await backUp(new ManagedSpace(), to, { intercept })).faults).toHaveLength(1);
	expect(existsSync(to)).toBe(false);
});

test("a file of a backup whose address leads out of the folder is refused", () => {
	const inside = pathOfFile("backup", "//images.ctfassets.net/a/b.jpg");
	expect(inside).toBe(resolve("backup/images.ctfassets.net/a/b.jpg"));
	const outside = "//images.ctfassets.net/..%2f..%2f..%2fb.jpg";
	expect(() => pathOfFile("backup", outside)).toThrow(
		`The address ${outside} leads out of backup.`,
	);
});
