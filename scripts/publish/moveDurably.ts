import { open, readdir, rename } from "node:fs/promises";
import { dirname, join } from "node:path";
import pMap from "p-map";

/**
 * Renames a folder when all that is in it is on the disk, so that a power cut leaves the whole folder or none of it.
 * Without that, the new name can be on the disk before the content of the files: `man 2 fsync`.
 */
export async function moveDurably(from: string, to: string): Promise<void> {
	const entries = await readdir(from, { recursive: true, withFileTypes: true });
	const paths = entries.map(({ parentPath, name }) => join(parentPath, name));
	// Together, because a disk writes many files at once in little more time than one.
	await pMap([...paths, from], flush, { concurrency: 16 });
	await rename(from, to);
	await flush(dirname(to));
}

/** Waits until a file, or the list of a folder's files, is on the disk. */
async function flush(path: string): Promise<void> {
	// Windows flushes neither folders nor files that are opened for reading.
	if (process.platform === "win32") return;
	const handle = await open(path);
	try {
		await handle.sync();
	} finally {
		await handle.close();
	}
}
