import { join } from "node:path";
import { expect, test } from "vitest";
import { buildSite } from "../../scripts/publish/buildSite.ts";
import { parseEnvironment } from "../../site/environment.server.ts";
import { makeFolder } from "../folders.ts";
import { readTree } from "../readTree.ts";

// Each build starts the demo's services on other ports and lies in another folder: neither may leave a trace.
// So does it leave no trace whether code was bundled and pictures were encoded now or by an earlier build.
test("two builds of the same content give the same bytes", { timeout: 120_000 }, async () => {
	const [first, second] = [await buildAndRead(".cache"), await buildAndRead()];
	expect([...second.keys()]).toEqual([...first.keys()]);
	expect([...first].filter(([file, bytes]) => !second.get(file)?.equals(bytes)).map(([file]) => file)).toEqual([]);
	expect(first.has("ru/functional-tests.html")).toBe(true);
});

/** Builds the demo and reads what would be published. Without a cache the code is bundled and every picture encoded. */
async function buildAndRead(cache?: string): Promise<Map<string, Buffer>> {
	// The bundler writes only below the project.
	const root = await makeFolder({ parent: join(process.cwd(), ".cache") });
	const environment = parseEnvironment({ SITE_URL: "https://www.example.org" });
	await buildSite(environment, { root, ...(cache ? { cache } : {}), log: () => {} });
	return readTree(join(root, "dist/client"));
}
