import { randomUUID } from "node:crypto";
import { rename, rm, writeFile } from "node:fs/promises";

/** Writes a new file and renames it over the old file, so that readers never see an incomplete text. */
export async function replaceFile(path: string, text: string): Promise<void> {
	const next = `${path}.${randomUUID()}`;
	try {
		// Flushes the text to the disk before the rename. Otherwise a crash could leave an empty file.
		await writeFile(next, text, { flush: true });
		await rename(next, path);
	} catch (error) {
		await rm(next, { force: true });
		throw error;
	}
}
