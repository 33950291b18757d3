import { join } from "node:path";
import { expect, test } from "vitest";
import { parseEnvironment } from "../../environment/environment.server.ts";
import { buildSite } from "../../scripts/publish/buildSite.ts";
import { makeFolder } from "../folders.ts";
import { readTree } from "../readTree.ts";

// The second build uses another folder, another port and an empty cache. The bytes of the site must not depend on these
// three.
test("two builds of the same content give the same bytes", { timeout: 120_000 }, async () => {
	const [first, second] = [await buildAndRead(".cache"), await buildAndRead()];
	expect([...second.keys()]).toEqual([...first.keys()]);
	expect(
		[...first].filter(([file, bytes]) => !second.get(file)?.equals(bytes)).map(([file]) => file),
	).toEqual([]);
	expect(first.has("ru/functional-tests.html")).toBe(true);
});

/**
 * Builds the demo. Without `cache`, bundles the code and encodes every picture again.
 * @returns the files of the site by path
 */
async function buildAndRead(cacheFolder?: string): Promise<Map<string, Buffer>> {
	// The folder is inside the project, because the bundler writes to no folder outside.
	const root = await makeFolder({ parent: join(process.cwd(), ".cache") });
	const environment = parseEnvironment({ SITE_URL: "https://www.example.org" });
	await buildSite(environment, { root, ...(cacheFolder ? { cacheFolder } : {}), log: () => {} });
	return readTree(join(root, "dist/client"));
}
