import { readdir } from "node:fs/promises";
import { join, relative, sep } from "node:path";

/** The files of a folder and of all folders in it, by their path from there, sorted. Links to other places are left out. */
export async function listFiles(folder: string): Promise<string[]> {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true });
	const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
	return paths.map((path) => relative(folder, path).split(sep).join("/")).sort();
}
