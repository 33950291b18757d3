import { readFile, utimes } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { buildSite, pullContent } from "../../scripts/publish/buildSite.ts";
import { makeFolder } from "../folders.ts";
import { readTree } from "../readTree.ts";
import { startStandIn } from "../standIns.ts";
import { assetLink, createCompleteContent, plain } from "../testContent.ts";
import { pullChanged, shortLimits, startServices } from "./services.ts";

test.each([
	[true, []],
	[
		false,
		[
			"warning | appShellOdd.contactEmail | senderInactive, mailsMayFail | email=Clinic@example.org",
		],
	],
])("the contact address must be a sender of Brevo's: %s", async (active, expected) => {
	const senders = [{ email: "clinic@example.org", active }];
	const brevo = await startStandIn(() => ({ body: JSON.stringify({ senders }) }));
	const environment = { BREVO_API_KEY: "k", BREVO_API_URL: brevo.url };
	const { rows } = await pullChanged(
		(content) => content.set("appShell", "contactEmail", plain("Clinic@example.org")),
		{ environment },
	);
	expect(rows).toEqual(expected);
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
