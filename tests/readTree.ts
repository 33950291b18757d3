import { readdir, readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { gunzipSync } from "node:zlib";

/** Reads all files below a folder, decompresses `.gz` files, and returns the contents by relative path with slashes. */
export async function readTree(folder: string): Promise<Map<string, Buffer>> {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true });
	const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
	const read = async (file: string) => {
		const bytes = await readFile(file);
		return [relative(folder, file).replaceAll(sep, "/"), file.endsWith(".gz") ? gunzipSync(bytes) : bytes] as const;
	};
	return new Map(await Promise.all(files.sort().map(read)));
}
