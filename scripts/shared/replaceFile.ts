import { rename, rm, writeFile } from "node:fs/promises";

/** Replaces a file by a rename, so readers never see an incomplete text, even after a crash. */
export async function replaceFile(path: string, text: string): Promise<void> {
	const next = `${path}.${process.pid}`;
	try {
		// Flushed, because otherwise the rename might reach the disk before the text does.
		await writeFile(next, text, { flush: true });
		await rename(next, path);
	} catch (error) {
		await rm(next, { force: true });
		throw error;
	}
}
