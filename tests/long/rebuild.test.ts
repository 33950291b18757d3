import { join } from "node:path";
import { expect, test } from "vitest";
import { requireEnvironment } from "../../environment/environment.server.ts";
import { buildSite } from "../../scripts/publish/buildSite.ts";
import { makeFolder } from "../folders.ts";
import { readTree } from "../readTree.ts";

test("two builds of the same content give the same bytes", { timeout: 120_000 }, async () => {
	const [first, second] = [await buildAndRead(".cache"), await buildAndRead("empty")];
	expect([...second.keys()]).toEqual([...first.keys()]);
	const others = [...first].filter(([file, bytes]) => !second.get(file)?.equals(bytes));
	expect(others.map(([file]) => file)).toEqual([]);
});

/** Builds the demo in a new folder. Returns the files of the site by path. */
async function buildAndRead(cache: string): Promise<Map<string, Buffer>> {
	const root = await makeFolder({ parent: ".cache/tests" });
	const cacheFolder = cache === "empty" ? join(root, cache) : cache;
	const environment = requireEnvironment({ SITE_URL: "https://www.example.org" });
	await buildSite(environment, { root, cacheFolder, log: () => {} });
	return readTree(join(root, "dist/client"));
}
