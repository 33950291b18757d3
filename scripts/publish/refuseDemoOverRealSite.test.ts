import { join } from "node:path";
import { expect, test } from "vitest";
import { parseEnvironment } from "../../environment/environment.server.ts";
import { makeFolder } from "../../tests/folders.ts";
import { listVersionFolders, recordContentSource, refuseDemoOverRealSite } from "./refuseDemoOverRealSite.ts";

const keys = { CONTENTFUL_SPACE_ID: "a", CONTENTFUL_DELIVERY_TOKEN: "b", STRIPE_API_KEY: "c" };
const practice = parseEnvironment(keys);
const demo = parseEnvironment({});

test("the demo is refused in the folder of a real practice, and the error names both remedies", async () => {
	const folder = await makeFolder();
	await recordContentSource(folder, practice);
	await expect(refuseDemoOverRealSite(demo, [folder])).rejects.toThrow(
		`${folder} holds what was made for a real practice, and without keys the demo would take its place. Set CONTENTFUL_SPACE_ID, CONTENTFUL_DELIVERY_TOKEN, STRIPE_API_KEY again (is .env missing?). If you want the demo here, set DEMO=1, or delete ${folder}.`,
	);
});

test.each([
	["the demo with DEMO=1", parseEnvironment({ DEMO: "1" })],
	["a real practice", practice],
])("%s can replace a real practice", async (_, environment) => {
	const folder = await makeFolder();
	await recordContentSource(folder, practice);
	await expect(refuseDemoOverRealSite(environment, [folder])).resolves.toBeUndefined();
});

test("the demo is accepted in a folder of the demo and in an empty folder", async () => {
	const folder = await makeFolder();
	await recordContentSource(folder, demo);
	await expect(refuseDemoOverRealSite(demo, [folder, join(folder, "missing")])).resolves.toBeUndefined();
});

test("the demo is refused when one of several folders belongs to a real practice", async () => {
	const folders = [await makeFolder(), await makeFolder()];
	await recordContentSource(folders[0] ?? "", demo);
	await recordContentSource(folders[1] ?? "", practice);
	await expect(refuseDemoOverRealSite(demo, folders, "all versions")).rejects.toThrow(
		/^all versions holds .* delete all versions\.$/,
	);
});

test.each<[string, Record<string, string>]>([
	["without source.json, as older releases made it,", { "client/index.html": "" }],
	["with a damaged source.json", { "source.json": "{}" }],
])("a folder %s counts as a real practice's", async (_, files) => {
	const folder = await makeFolder({ files });
	await expect(refuseDemoOverRealSite(demo, [folder])).rejects.toThrow("DEMO=1");
});

test("listVersionFolders returns the versions of all sites", async () => {
	const versions = ["0123456789abcdef/00000000000000aa", "fedcba9876543210/00000000000000bb"];
	const files = versions.map((version) => [`${version}/version.json`, ""]);
	const folder = await makeFolder({ files: { ...Object.fromEntries(files), "0123456789abcdef/live": "" } });
	expect((await listVersionFolders(folder)).sort()).toEqual(versions.map((version) => join(folder, version)));
	expect(await listVersionFolders(join(folder, "missing"))).toEqual([]);
});
