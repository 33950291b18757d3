import { rename, rm, writeFile } from "node:fs/promises";

/** Writes a file by a rename: readers, and a process that starts after a crash, find the old text or the whole new one. */
export async function replaceFile(path: string, text: string): Promise<void> {
	const next = `${path}.${process.pid}`;
	try {
		// Flushed first, since the rename may reach the disk before the text does.
		await writeFile(next, text, { flush: true });
		await rename(next, path);
	} catch (error) {
		await rm(next, { force: true });
		throw error;
	}
}
