import { readdir, stat } from "node:fs/promises";
import { join, relative, sep } from "node:path";

/** The files of a folder and of all folders in it, by their path from there, sorted. Links to other places are left out. */
export async function listFiles(folder: string): Promise<string[]> {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true });
	const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
	return paths.map((path) => relative(folder, path).split(sep).join("/")).sort();
}

/** What lies in a folder itself, and when it was last changed, the newest first; what is gone by then counts as very old. */
export async function listNewest(folder: string): Promise<{ name: string; mtimeMs: number }[]> {
	const dated = (await readdir(folder)).map(async (name) => {
		const { mtimeMs } = await stat(join(folder, name)).catch(() => ({ mtimeMs: 0 }));
		return { name, mtimeMs };
	});
	return (await Promise.all(dated)).sort((a, b) => b.mtimeMs - a.mtimeMs);
}
