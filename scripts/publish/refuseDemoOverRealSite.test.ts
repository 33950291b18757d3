import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { requireEnvironment } from "../../environment/environment.server.ts";
import { makeFolder } from "../../tests/folders.ts";
import { serveLiveSite } from "../server/serveLiveSite.ts";
import { buildSite, pullContent } from "./buildSite.ts";
import { publishVersion } from "./publishVersion.ts";
import { recordContentSource, refuseDemoOverRealSite } from "./refuseDemoOverRealSite.ts";

const keys = { CONTENTFUL_SPACE_ID: "a", CONTENTFUL_DELIVERY_TOKEN: "b", STRIPE_API_KEY: "c" };
const [practice, demo] = [requireEnvironment(keys), requireEnvironment({})];

test("the demo is refused in a real practice's folder", async () => {
	const folder = await makeFolder();
	await recordContentSource(folder, practice);
	await expect(refuseDemoOverRealSite(demo, folder)).rejects.toThrow(
		`${folder} holds what was made for a real practice, and without keys the demo would take its place. Set CONTENTFUL_SPACE_ID, CONTENTFUL_DELIVERY_TOKEN, STRIPE_API_KEY again (is .env missing?). If you want the demo here, set DEMO=1, or delete ${folder}.`,
	);
});

const log = () => {};
test.each([
	["a pull", "content/generated", (root: string) => pullContent(demo, { root, log })],
	["a build", "dist", (root: string) => buildSite(demo, { root, log })],
	[
		"a server",
		"versions/2026-11-28T10-00-00.000Z",
		(cacheFolder: string) => {
			const stop = async () => {};
			return serveLiveSite(demo, { cacheFolder, log, stop, publish: publishVersion });
		},
	],
])("%s of the demo refuses to replace a real practice", async (_, place, run) => {
	const folder = await makeFolder({ files: { [`${place}/page.html`]: "practice" } });
	await recordContentSource(join(folder, place), practice);
	await expect(run(folder)).rejects.toThrow("the demo would take its place");
	expect(await readFile(join(folder, place, "page.html"), "utf8")).toBe("practice");
});

test("a damaged source.json counts as a real practice's", async () => {
	const folder = await makeFolder({ files: { "source.json": "" } });
	await expect(refuseDemoOverRealSite(demo, folder)).rejects.toThrow("DEMO=1");
});

test.each([
	["the demo with DEMO=1", requireEnvironment({ DEMO: "1" })],
	["a real practice", practice],
])("%s is not refused", async (_, environment) => {
	const folder = await makeFolder();
	await recordContentSource(folder, practice);
	await expect(refuseDemoOverRealSite(environment, folder)).resolves.toBeUndefined();
});
