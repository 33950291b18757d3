import { rename, rm, writeFile } from "node:fs/promises";

/** Replaces a file by renaming a new file, so that readers never see an incomplete text. */
export async function replaceFile(path: string, text: string): Promise<void> {
	const next = `${path}.${process.pid}`;
	try {
		// Flushed, so that the text reaches the disk before the rename does. Otherwise a crash could leave an empty file.
		await writeFile(next, text, { flush: true });
		await rename(next, path);
	} catch (error) {
		await rm(next, { force: true });
		throw error;
	}
}
