import { rename, rm, writeFile } from "node:fs/promises";

/** Replaces a file by a rename, so that readers never see a part of the new text, not even after a crash. */
export async function replaceFile(path: string, text: string): Promise<void> {
	const next = `${path}.${process.pid}`;
	try {
		// Flushed, since the rename could otherwise reach the disk before the text does.
		await writeFile(next, text, { flush: true });
		await rename(next, path);
	} catch (error) {
		await rm(next, { force: true });
		throw error;
	}
}
