import { readFileSync, statSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { listFiles } from "./listFiles.ts";

/** Name of the file that is written last into a folder. A folder without it is incomplete. */
const manifestFile = "manifest.json";

/** Sizes of the other files in a folder, in bytes, by path, and facts about their content. */
export type Manifest<Facts> = { sizes: Record<string, number>; facts?: Facts };

/** Completes a folder, whose files must not change any more. */
export async function writeManifest(folder: string, facts?: unknown): Promise<void> {
	const paths = await listFiles(folder);
	const sizes = paths.map((path) => [path, statSync(join(folder, path)).size]);
	const manifest: Manifest<unknown> = { sizes: Object.fromEntries(sizes), facts };
	await writeFile(join(folder, manifestFile), JSON.stringify(manifest));
}

/**
 * Reads the manifest of a folder. Returns undefined when the folder is incomplete or damaged: after a power cut, files
 * can be missing, empty or short.
 */
export function readManifest<Facts>(folder: string): Manifest<Facts> | undefined {
	try {
		const manifest: Manifest<Facts> = JSON.parse(readFileSync(join(folder, manifestFile), "utf8"));
		const isWhole = ([path, size]: [string, number]) => statSync(join(folder, path)).size === size;
		return Object.entries(manifest.sizes).every(isWhole) ? manifest : undefined;
	} catch {
		return undefined;
	}
}
