import { mkdir, rm } from "node:fs/promises";

/** Options for removing a folder with its content, or nothing. */
const removal = { recursive: true, force: true, maxRetries: 3 };

/**
 * Creates an empty folder, and removes what an interrupted build has left in it.
 * @throws Error with advice when the disk cannot be written
 */
export async function emptyFolder(folder: string): Promise<void> {
	try {
		await rm(folder, removal);
		await mkdir(folder, { recursive: true });
	} catch (error) {
		// Replaces Node's message, because recursive `mkdir` reports a read-only disk as "no such file".
		const { code } = error as NodeJS.ErrnoException;
		throw new Error(
			`${folder} cannot be written to (${code}). Check that the disk is neither full nor read-only, and that the folder belongs to the user who runs this.`,
		);
	}
}

/** Removes a folder if possible. A failure is not reported, because it would hide the reason of the removal. */
export async function discardFolder(folder: string): Promise<void> {
	await rm(folder, removal).catch(() => {});
}
