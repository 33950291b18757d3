import { readdir, stat } from "node:fs/promises";
import { join, relative, sep } from "node:path";

/** Lists the files of a folder and its subfolders, as sorted relative paths. Symbolic links are left out. */
export async function listFiles(folder: string): Promise<string[]> {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true });
	const paths = entries
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath, entry.name));
	return paths.map((path) => relative(folder, path).split(sep).join("/")).sort();
}

/**
 * Lists the entries of a folder with their modification times, newest first. An entry that is deleted during the
 * listing is sorted last.
 */
export async function listNewestFirst(
	folder: string,
): Promise<{ name: string; mtimeMs: number }[]> {
	const dated = (await readdir(folder)).map(async (name) => {
		const { mtimeMs } = await stat(join(folder, name)).catch(() => ({ mtimeMs: 0 }));
		return { name, mtimeMs };
	});
	return (await Promise.all(dated)).sort((a, b) => b.mtimeMs - a.mtimeMs);
}
