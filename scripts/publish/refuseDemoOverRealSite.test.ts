import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parseEnvironment } from "../../site/environment.server.ts";
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

test.each([
	["that search engines may index counts as a real practice's", "/*\n  X-Frame-Options: DENY\n", true],
	["that search engines may not index counts as the demo's", "/*\n  X-Robots-Tag: noindex\n", false],
])("a site of an earlier release, without source.json, %s", async (_, headers, isProtected) => {
	const folder = await makeFolder({ files: { "client/_headers": headers } });
	const refused = await refuseDemoOverRealSite(demo, [folder]).then(
		() => false,
		() => true,
	);
	expect(refused).toBe(isProtected);
});

test.each(["", "{}", "null", "[1"])("a damaged source.json (%j) counts as a real practice's", async (text) => {
	const folder = await makeFolder({ files: { "source.json": text } });
	await expect(refuseDemoOverRealSite(demo, [folder])).rejects.toThrow("DEMO=1");
});

test("source.json contains no key and no id", async () => {
	const folder = await makeFolder();
	await recordContentSource(folder, practice);
	expect(await readFile(join(folder, "source.json"), "utf8")).toBe('{"demo":false}\n');
});

test("listVersionFolders returns the versions of all sites, and nothing else", async () => {
	const [first, second] = ["0123456789abcdef/00000000000000aa", "fedcba9876543210/00000000000000bb"];
	const others = ["0123456789abcdef/next.7", "fedcba9876543210/live.8"];
	const files = [first, second, ...others].map((folder) => [`${folder}/version.json`, ""]);
	const folder = await makeFolder({ files: Object.fromEntries(files) });
	expect((await listVersionFolders(folder)).sort()).toEqual([join(folder, first), join(folder, second)]);
	expect(await listVersionFolders(join(folder, "missing"))).toEqual([]);
});
