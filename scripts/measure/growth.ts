import { existsSync } from "node:fs";
import { cp, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { readDemoSpace, startDemo } from "../../demo/startDemo.ts";
import { addPictures, type Demo, multiplyDemo } from "./multiplyDemo.ts";
import { withFolder } from "./realSite.ts";
import { type BuildCost, timeBuild } from "./timeBuild.ts";

/** What content of some size costs: each build that was measured, and the size of every document by its file's name. */
export type Growth = { name: string; builds: BuildCost[]; documents: Record<string, { raw: number; brotli: number }> };

/** Builds the demo as an indexable site, with more and more content. Nothing is bundled or encoded anew while it is measured. */
export async function measureGrowth(log: (line: string) => void, runs = 3): Promise<Growth[]> {
	const space = await readDemoSpace();
	return withFolder(async (root) => {
		const pictures = join(root, "pictures");
		await cp("demo/pictures", pictures, { recursive: true });
		// A cache of its own: what is drawn here would only take room in that of the project.
		for (const name of ["bundles", "media"]) {
			if (existsSync(join(".cache", name)))
				await cp(join(".cache", name), join(root, "cache", name), { recursive: true });
		}
		const sizes: [string, Demo][] = [];
		for (const times of [1, 10, 100]) sizes.push([`×${times} entries`, multiplyDemo(space, times)]);
		const plain = multiplyDemo(space, 1);
		for (const count of [60, 600]) sizes.push([`${count} pictures`, await addPictures(plain, count, pictures)]);
		const grown: Growth[] = [];
		for (const [name, demo] of sizes) {
			grown.push({ name, ...(await measure(demo, { root, pictures, runs })) });
			log(`${name}: measured`);
		}
		return grown;
	});
}

type Place = { root: string; pictures: string; runs: number };

async function measure(demo: Demo, { root, pictures, runs }: Place): Promise<Omit<Growth, "name">> {
	const { environment, close } = await startDemo({ ...demo, pictures });
	const variables = { ...environment, SITE_URL: "https://bench.example" };
	try {
		const cache = join(root, "cache");
		await timeBuild(root, cache, variables);
		const builds: BuildCost[] = [];
		for (let run = 0; run < runs; run++) builds.push(await timeBuild(root, cache, variables));
		const client = join(root, "dist/client");
		const files = (await readdir(client, { recursive: true })).filter((file) => file.endsWith(".html")).sort();
		const documents = files.map(async (file) => {
			const html = await readFile(join(client, file));
			return [file, { raw: html.length, brotli: brotliCompressSync(html).length }] as const;
		});
		return { builds, documents: Object.fromEntries(await Promise.all(documents)) };
	} finally {
		await close();
	}
}
