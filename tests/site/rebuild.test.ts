import { mkdir, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { join, relative } from "node:path";
import { expect, test } from "vitest";
import { parseEnvironment } from "../../content/environment.server.ts";
import { buildSite } from "../../scripts/buildSite.ts";

// Each build starts the demo's services on other ports and lies in another folder: neither may leave a trace.
// So does it leave no trace whether code was bundled and pictures were encoded now or by an earlier build.
test("two builds of the same content give the same bytes", { timeout: 120_000 }, async () => {
	const [first, second] = [await buildAndRead(".cache"), await buildAndRead()];
	expect([...second.keys()]).toEqual([...first.keys()]);
	expect([...first].filter(([file, bytes]) => !second.get(file)?.equals(bytes)).map(([file]) => file)).toEqual([]);
	expect(first.has(join("ru", "functional-tests.html"))).toBe(true);
});

/** Builds the demo and reads what would be published. Without a cache the code is bundled and every picture encoded. */
async function buildAndRead(kept?: string): Promise<Map<string, Buffer>> {
	// The bundler writes only below the project.
	const cache = join(process.cwd(), ".cache");
	await mkdir(cache, { recursive: true });
	const root = await mkdtemp(join(cache, "rebuild-"));
	try {
		await buildSite(parseEnvironment({ SITE_URL: "https://www.example.org" }), {
			root,
			...(kept ? { cache: kept } : {}),
			log: () => {},
		});
		const folder = join(root, "dist/client");
		const entries = await readdir(folder, { recursive: true, withFileTypes: true });
		const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
		const read = async (path: string) => [relative(folder, path), await readFile(path)] as const;
		return new Map(await Promise.all(paths.sort().map(read)));
	} finally {
		await rm(root, { recursive: true, force: true });
	}
}
