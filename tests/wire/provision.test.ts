import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { expect, onTestFinished, test, vi } from "vitest";
import { parseProvisioning } from "../../content/environment.server.ts";
import type { SpaceExport } from "../../demo/contentfulService.ts";
import type { Intercept } from "../../demo/loopbackService.ts";
import { readDemoSpace } from "../../demo/startDemo.ts";
import { faultsOf } from "../../scripts/faults.ts";
import { defineContentTypes, defineEditorControls } from "../../scripts/space/contentTypes.ts";
import { provisionSpace } from "../../scripts/space/provisionSpace.ts";
import { ManagedSpace, startManagement } from "./managementService.ts";
import { answering } from "./misbehaviour.ts";

// Hundreds of requests, on machines that have other things to do.
vi.setConfig({ testTimeout: 60_000 });

const token = "CFPAT-wire-management-token-77ab";
const spaceId = "m4nagedspace";
const demo = await readDemoSpace();

/** As small a part of the demo as shows everything: a page, an entry of its list, and its picture. */
const part: SpaceExport = {
	...demo,
	entries: demo.entries
		.filter(({ sys }) => ["consultations", "consultation-initial"].includes(sys.id))
		.map(({ fields, ...entry }) => {
			const list = fields.consultations && { consultations: { "en-US": fields.consultations["en-US"].slice(0, 1) } };
			return { ...entry, fields: { ...fields, ...list } };
		}),
	assets: demo.assets.filter(({ sys }) => sys.id === "asset-consultations"),
};

type RunOptions = {
	content?: SpaceExport;
	intercept?: Intercept;
	answers?: boolean[];
	overwrite?: boolean;
	environment?: Record<string, string | undefined>;
};

/** Fills a space. Out: what was said and asked, the variables, the faults, and the requests that write. */
async function run(
	space: ManagedSpace,
	{ content = part, intercept, answers = [true], overwrite, environment }: RunOptions = {},
) {
	const service = await startManagement({ space, spaceId, token, intercept });
	onTestFinished(() => service.close());
	const log: string[] = [];
	const questions: string[] = [];
	const given = parseProvisioning({
		CONTENTFUL_MANAGEMENT_TOKEN: token,
		CONTENTFUL_MANAGEMENT_URL: service.url,
		CONTENTFUL_SPACE_ID: spaceId,
		SITE_URL: "https://clinic.example",
		...environment,
	});
	const result = await provisionSpace(given, {
		log: (line) => log.push(line),
		confirm: async (question) => {
			questions.push(question);
			return answers.shift() ?? false;
		},
		...(overwrite ? { overwrite } : {}),
		content,
		pace: { throttle: 0, retries: 1, processingWait: 10 },
	}).then(
		(variables) => ({ variables, faults: [] as string[] }),
		(error: unknown) => ({ variables: undefined, faults: faultsOf(error) }),
	);
	const writes = service.requests.filter((line) => !line.startsWith("GET "));
	for (const secret of [token, "delivery-"])
		expect([...log, ...questions, ...result.faults].join("\n")).not.toContain(secret);
	return { ...result, log: log.join("\n"), questions, writes };
}

/** What the space holds of fields, and what of it is published. */
function contentOf({ entries, assets }: ManagedSpace) {
	const isPublished = ({ sys }: { sys: { version: number; publishedVersion?: number } }) =>
		sys.version === (sys.publishedVersion ?? Number.NaN) + 1;
	return {
		entries: Object.fromEntries([...entries].map(([id, { fields }]) => [id, fields])),
		titles: Object.fromEntries([...assets].map(([id, { fields }]) => [id, fields.title])),
		unpublished: [...entries, ...assets].filter(([, item]) => !isPublished(item)).map(([id]) => id),
	};
}

const publishedContent = ({ entries, assets }: SpaceExport) => ({
	entries: Object.fromEntries(entries.map(({ sys, fields }) => [sys.id, fields])),
	titles: Object.fromEntries(assets.map(({ sys, fields }) => [sys.id, fields.title])),
	unpublished: [],
});

test("an empty space is filled: the plan is shown, a question asked, and the variables to set are given", async () => {
	const space = new ManagedSpace();
	const { log, questions, variables, faults } = await run(space, { content: demo });
	expect(faults).toEqual([]);
	expect(log).toMatchInlineSnapshot(`
		"Plan for the space "Empty practice" (m4nagedspace), environment master:
		  locales                  1 to make, 1 there
		  content types            18 to make
		  editors with help texts  18 to make
		  pictures                 41 to make
		  entries                  53 to make
		  list entries to publish  43 to make
		  pages to publish         10 to make
		  API key                  1 to make
		  signing secret           1 to make
		  webhook                  1 to make
		  The webhook calls https://clinic.example/api/rebuild.
		locales: 1 done
		content types: 18 done
		editors with help texts: 18 done
		pictures: 41 done
		entries: 53 done
		list entries to publish: 43 done
		pages to publish: 10 done
		API key: 1 done
		signing secret: 1 done
		webhook: 1 done"
	`);
	expect(questions).toEqual(['Do this in the space "Empty practice" (m4nagedspace), environment master?']);
	expect(Object.fromEntries(variables ?? [])).toEqual({
		CONTENTFUL_SPACE_ID: spaceId,
		CONTENTFUL_DELIVERY_TOKEN: "delivery-0",
		CONTENTFUL_PREVIEW_TOKEN: "token-of-preview-0",
		CONTENTFUL_WEBHOOK_SECRET: space.signingSecret,
	});
	expect(space.signingSecret).toMatch(/^[0-9a-f]{64}$/);

	expect([...space.locales.values()].map(({ code, fallbackCode }) => [code, fallbackCode])).toEqual([
		["en-US", null],
		["ru", "en-US"],
	]);
	for (const { sys, displayField, ...definition } of defineContentTypes()) {
		expect(space.contentTypes.get(sys.id)).toMatchObject(JSON.parse(JSON.stringify(definition)));
		expect(space.contentTypes.get(sys.id)?.displayField).toBe(displayField ?? undefined);
	}
	for (const { contentTypeId, controls } of defineEditorControls()) {
		expect(space.editorInterfaces.get(contentTypeId)?.controls).toEqual(controls);
	}
	expect(contentOf(space)).toEqual(publishedContent(demo));
	for (const { sys, fields } of demo.assets) {
		const [code = "", file] = Object.entries(fields.file ?? {})[0] ?? [];
		const picture = await readFile(`demo/pictures/${file.fileName}`);
		expect(space.assets.get(sys.id)?.fields.file[code]).toMatchObject({
			fileName: file.fileName,
			contentType: file.contentType,
			details: { size: picture.byteLength },
		});
	}
	const [webhook, ...others] = [...space.webhooks.values()];
	expect(others).toEqual([]);
	expect(webhook).toMatchObject({
		url: "https://clinic.example/api/rebuild",
		topics: [
			"Entry.publish",
			"Entry.unpublish",
			"Entry.archive",
			"Entry.delete",
			"Asset.publish",
			"Asset.unpublish",
			"Asset.archive",
			"Asset.delete",
		],
		filters: [{ in: [{ doc: "sys.environment.sys.id" }, ["master"]] }],
		active: true,
	});
});

test("a second run finds everything there, asks nothing, writes nothing, and tells the variables again", async () => {
	const space = new ManagedSpace();
	await run(space);
	const secret = space.signingSecret;
	const { writes, questions, variables, faults, log } = await run(space, { answers: [] });
	expect({ writes, questions, faults }).toEqual({ writes: [], questions: [], faults: [] });
	expect(log).not.toMatch(/to make|to change/);
	expect([...(variables?.keys() ?? [])]).toEqual([
		"CONTENTFUL_SPACE_ID",
		"CONTENTFUL_DELIVERY_TOKEN",
		"CONTENTFUL_PREVIEW_TOKEN",
	]);
	// Contentful does not show it again; it may be set where it is needed.
	expect(space.signingSecret).toBe(secret);
});

test.each<[string, RegExp]>([
	["a content type", /^PUT .*content_types\/review$/],
	["an upload", /^POST .*uploads$/],
	["a picture's processing", /^PUT .*asset-consultations\/files\/en-US\/process$/],
	["an entry", /^PUT .*entries\/consultations$/],
	["an entry's publishing", /^PUT .*entries\/consultations\/published$/],
	["the webhook", /^POST .*webhook_definitions$/],
])("a run that fails at %s says so, and the next one goes on from there", async (_, where) => {
	const space = new ManagedSpace();
	const refuse = answering(403, { sys: { type: "Error", id: "AccessDenied" }, message: token });
	let failed = 0;
	const first = await run(space, {
		intercept: (request, response) => {
			if (!where.test(`${request.method} ${request.url}`)) return false;
			failed++;
			return refuse(request, response);
		},
	});
	expect(failed).toBeGreaterThan(0);
	expect(first.faults[0]).toMatch(
		/^Contentful refuses to .* \(403\): the token's owner may not do that in this space\.$/,
	);
	expect(first.faults.at(-1)).toBe("Run the command again: what is done stays, and it goes on with the rest.");
	expect(first.variables).toBeUndefined();

	const second = await run(space);
	expect(second.faults).toEqual([]);
	expect(contentOf(space)).toEqual(publishedContent(part));
	expect(second.variables?.get("CONTENTFUL_WEBHOOK_SECRET")).toBe(space.signingSecret);
	expect([space.apiKeys.size, space.webhooks.size, space.locales.size]).toEqual([1, 1, 2]);
	const written = [...first.writes, ...second.writes].filter((line) => /PUT .*entries\/[\w-]+$/.test(line));
	expect(written.length - new Set(written).size).toBeLessThanOrEqual(failed);
});

test("a service that is busy is asked again", async () => {
	const space = new ManagedSpace();
	let left = 1;
	const busy = answering(
		429,
		{ sys: { type: "Error", id: "RateLimitExceeded" }, message: "busy" },
		{ "X-Contentful-RateLimit-Reset": "0" },
	);
	const { faults } = await run(space, {
		intercept: (request, response) =>
			/entries/.test(request.url ?? "") && left-- > 0 ? busy(request, response) : false,
	});
	expect(faults).toEqual([]);
	expect(contentOf(space)).toEqual(publishedContent(part));
});

/** Runs the command itself, without a terminal. */
async function runCommand(space: ManagedSpace, ...flags: string[]) {
	const service = await startManagement({ space, spaceId, token });
	onTestFinished(() => service.close());
	const env = {
		PATH: process.env.PATH,
		CONTENTFUL_MANAGEMENT_TOKEN: token,
		CONTENTFUL_MANAGEMENT_URL: service.url,
		CONTENTFUL_SPACE_ID: spaceId,
		SITE_URL: "https://clinic.example",
	};
	const program = promisify(execFile)(process.execPath, ["scripts/provision.ts", ...flags], { env });
	const { code = 0, stdout, stderr } = await program.catch((error) => error);
	return { code, stdout, stderr, writes: service.requests.filter((line) => !line.startsWith("GET ")) };
}

test("the command writes nothing when nobody can answer, and with --yes ends with the variables", async () => {
	const space = new ManagedSpace();
	const unanswered = await runCommand(space);
	expect(unanswered).toMatchObject({ code: 1, writes: [] });
	expect(unanswered.stdout).toContain("Plan for the space");
	expect(unanswered.stderr).toMatch(/^✗ Nobody is there to answer\. Run it in a terminal, or with --yes\.$/m);
	await run(space, { content: demo });
	const { code, stdout } = await runCommand(space, "--yes");
	expect(code).toBe(0);
	expect(stdout).toMatch(/^ {2}CONTENTFUL_SPACE_ID=m4nagedspace\n {2}CONTENTFUL_DELIVERY_TOKEN=delivery-0$/m);
});

test("when the answer is no, nothing is written", async () => {
	const space = new ManagedSpace();
	const { writes, variables, faults, log } = await run(space, { answers: [false] });
	expect({ writes, variables, faults }).toEqual({ writes: [], variables: undefined, faults: [] });
	expect(log).toMatch(/entries +2 to make/);
});

/** A space that was filled, and in which editors have worked since. */
async function editedSpace() {
	const space = new ManagedSpace();
	await run(space);
	const page = space.entries.get("consultations");
	if (!page) throw new Error("There is no page.");
	page.fields.title = { "en-US": "Our own words" };
	page.sys.version++;
	const type = { sys: { type: "Link", linkType: "ContentType", id: "review" } };
	space.entries.set("ours", {
		sys: { id: "ours", version: 1, contentType: type },
		fields: { name: { "en-US": "Ann" } },
	});
	return space;
}

test("a space that has entries of others is not touched", async () => {
	const space = await editedSpace();
	const before = structuredClone([...space.entries]);
	const { writes, questions, faults, log } = await run(space);
	expect({ writes, questions }).toEqual({ writes: [], questions: [] });
	expect(faults).toEqual([
		'The space is not empty: "ours", "consultations" were made or changed by others. Nothing was written. Take an empty space, or allow with --yes-overwrite that the demo\'s entries and pictures replace those of the same id (all others stay).',
	]);
	expect(log).toContain("2 entries or pictures were made or changed by others.");
	expect([...space.entries]).toEqual(before);
});

test("with --yes-overwrite its entries of the same id are replaced, after a question, and the others stay", async () => {
	const space = await editedSpace();
	const declined = await run(space, { overwrite: true, answers: [false] });
	expect(declined.writes).toEqual([]);
	const { faults, writes } = await run(space, { overwrite: true });
	expect(faults).toEqual([]);
	const { entries, unpublished } = contentOf(space);
	const { ours, ...others } = entries;
	expect(ours).toEqual({ name: { "en-US": "Ann" } });
	expect(others).toEqual(publishedContent(part).entries);
	expect(unpublished).toEqual(["ours"]);
	expect(writes.length).toBe(2);
});

test.each<[string, RunOptions, ManagedSpace, RegExp]>([
	[
		"a wrong token",
		{ environment: { CONTENTFUL_MANAGEMENT_TOKEN: "CFPAT-wrong" } },
		new ManagedSpace(),
		/^Contentful refuses the token \(401\)\. Check CONTENTFUL_MANAGEMENT_TOKEN: a personal access token from Settings, CMA tokens\.$/,
	],
	[
		"an unknown space",
		{ environment: { CONTENTFUL_SPACE_ID: "nowhere" } },
		new ManagedSpace(),
		/^Contentful refuses to show the space \(404\)\. Check CONTENTFUL_SPACE_ID and CONTENTFUL_ENVIRONMENT/,
	],
	[
		"an unknown environment",
		{ environment: { CONTENTFUL_ENVIRONMENT: "staging" } },
		new ManagedSpace(),
		/^Contentful refuses to show the environment \(404\)\./,
	],
	[
		"another default locale",
		{},
		new ManagedSpace("de-DE"),
		/^The space's default locale is de-DE and must be en-US, .* Change it under Settings, Locales/,
	],
	[
		"a service that is not there",
		{ environment: { CONTENTFUL_MANAGEMENT_URL: "http://127.0.0.1:1" } },
		new ManagedSpace(),
		/^Contentful does not answer the request to show the space: .*ECONNREFUSED/,
	],
])("%s is one sentence, and nothing is written", async (_, options, space, sentence) => {
	const { faults, writes, questions } = await run(space, options);
	expect(faults).toEqual([expect.stringMatching(sentence)]);
	expect(faults.join()).not.toContain("CFPAT");
	expect({ writes, questions }).toEqual({ writes: [], questions: [] });
});

test("what Contentful says of a wrong entry is told", async () => {
	const space = new ManagedSpace();
	const { faults } = await run(space, {
		intercept: (request) => {
			// An editor empties a required field while the run is under way.
			if (/entries\/consultations\/published/.test(request.url ?? ""))
				delete space.entries.get("consultations")?.fields.title;
			return false;
		},
	});
	expect(faults[0]).toBe(
		'Contentful refuses to publish the entry "consultations" (422; Validation error; fields.title: required).',
	);
});

test("without an https address of the site there is no webhook, and it is said", async () => {
	const space = new ManagedSpace();
	const { log, variables } = await run(space, { environment: { SITE_URL: "http://localhost:4173" } });
	expect(log).toMatch(/webhook +none, because SITE_URL is no https address/);
	expect(space.webhooks.size).toBe(0);
	expect(space.signingSecret).toBeUndefined();
	expect(variables?.has("CONTENTFUL_WEBHOOK_SECRET")).toBe(false);
});

test("a signing secret that is given is set", async () => {
	const space = new ManagedSpace();
	const secret = "aB3_".repeat(16);
	const { variables } = await run(space, { environment: { CONTENTFUL_WEBHOOK_SECRET: secret } });
	expect(space.signingSecret).toBe(secret);
	expect(variables?.get("CONTENTFUL_WEBHOOK_SECRET")).toBe(secret);
});
