import { readFile, utimes } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { buildSite, pullContent } from "../../scripts/publish/buildSite.ts";
import { makeFolder } from "../folders.ts";
import { readTree } from "../readTree.ts";
import { startStandIn } from "../standIns.ts";
import { assetLink, createCompleteContent, plain, type TestContent } from "../testContent.ts";
import { pullChanged, shortLimits, startServices } from "./services.ts";

const brevoVariables = {
	BREVO_API_KEY: "k",
	BREVO_LIST_ID: "7",
	BREVO_TEMPLATE_ID_EN: "11",
	BREVO_TEMPLATE_ID_RU: "12",
};

/** Starts a stand-in for Brevo, and pulls content with its key. */
async function pullWithBrevo(respond: (path: string) => { status?: number; body?: object }) {
	const brevo = await startStandIn((_, { pathname }) => {
		const { status = 200, body = {} } = respond(pathname);
		return { status, body: JSON.stringify(body) };
	});
	const environment = { ...brevoVariables, BREVO_API_URL: brevo.url };
	const change = (content: TestContent) =>
		content.set("appShell", "contactEmail", plain("Clinic@example.org"));
	const { rows } = await pullChanged(change, { environment });
	return { rows, requests: brevo.requests.toSorted() };
}

test.each([
	[401, ["warning | BREVO_API_KEY | brevoRefuses, mailsMayFail | reason=401"]],
	[403, ["warning | BREVO_API_KEY | brevoRefuses, mailsMayFail | reason=403"]],
	[503, []],
])("Brevo's answer %i is reported, unless it passes", async (status, expected) => {
	const { rows, requests } = await pullWithBrevo(() => ({ status }));
	expect(rows).toEqual(expected);
	expect(requests).toEqual([
		"GET /v3/contacts/lists/7",
		"GET /v3/senders",
		"GET /v3/smtp/templates/11",
		"GET /v3/smtp/templates/12",
	]);
});

test("the sender, the list and the templates are checked", async () => {
	const senders = [{ email: "Clinic@example.org", active: true }];
	const { rows } = await pullWithBrevo(() => ({ body: { senders, isActive: true } }));
	expect(rows).toEqual([]);
	const faulty = await pullWithBrevo((path) => {
		if (path.includes("/lists/")) return { status: 404 };
		const inactive = [{ email: "clinic@example.org", active: false }];
		return { body: { senders: inactive, isActive: !path.endsWith("/11") } };
	});
	expect(faulty.rows.sort()).toEqual([
		"warning | BREVO_API_KEY | brevoLacks, mailsMayFail | request=contacts/lists/7; reason=404",
		"warning | BREVO_API_KEY | brevoTemplateInactive, mailsMayFail | request=smtp/templates/11",
		"warning | appShellOdd.contactEmail | senderInactive, mailsMayFail | email=Clinic@example.org",
	]);
});

test("archived and recurring prices of a product do not count", async () => {
	const { en, rows } = await pullChanged((content) => {
		content.sell("prod_visit", 1, { active: false });
		content.sell("prod_visit", 2, { type: "recurring" });
	});
	expect(en.consultations.consultations[0]?.price.amount).toBe(6500);
	expect(rows).toEqual([]);
});

test("the focus of a picture counts for sharing", async () => {
	const names = ["top.jpg", "bottom.jpg"] as const;
	const picture = await readFile("demo/pictures/consultations.jpg");
	const { en } = await pullChanged(
		(content) => {
			for (const name of names) {
				content.addAsset(name, name);
				content.set(name, "description", plain(`focus: ${name.replace(".jpg", "")}`));
			}
			content.set("about", "cover", plain(assetLink(names[0])));
			content.set("consultations", "cover", plain(assetLink(names[1])));
		},
		{ files: Object.fromEntries(names.map((name) => [name, picture])) },
	);
	const [first, second] = [en.about, en.consultations].map(({ cover }) => cover?.openGraphSrc);
	expect(first).toMatch(/^\/media\//);
	expect(second).not.toBe(first);
});

test("a pull removes unused pictures from both caches", async () => {
	const files = { "originals/unused/file": "", "media/unused/file": "" };
	const cacheFolder = await makeFolder({ files });
	for (const cache of ["originals", "media"])
		await utimes(join(cacheFolder, cache, "unused"), 0, 0);
	await pullChanged(() => {}, { cacheFolder });
	const kept = [...(await readTree(cacheFolder)).keys()];
	expect(kept.join()).not.toContain("unused");
});

/** Files that an earlier build has left in a project, by path. */
const previous = {
	"dist/client/index.html": "<h1>previous site</h1>",
	"dist/source.json": '"previous source"',
	"content/generated/en-US.json": "{}",
	"content/generated/media/0123.png": "picture",
	"content/generated/report.json": "[]",
};

test.each([
	["a pull", pullContent],
	["a build", buildSite],
])("%s that fails changes nothing", async (_, run) => {
	const content = createCompleteContent();
	content.unset("appShell", "buyButton");
	const { environment } = await startServices(content);
	const root = await makeFolder({ files: previous, parent: ".cache" });
	const options = { root, cacheFolder: ".cache", log: () => {}, limits: shortLimits };
	await expect(run(environment, options)).rejects.toThrow("required field");
	const files = [...(await readTree(root))].filter(([path]) => !path.startsWith(".cache/"));
	expect(Object.fromEntries(files.map(([path, bytes]) => [path, String(bytes)]))).toEqual(previous);
});
