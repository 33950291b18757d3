import { existsSync } from "node:fs";
import { mkdir, rename } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

/** Where a new folder is, and where it goes. */
export type Move = { from: string; to: string };

/**
 * Puts new folders in the place of old ones by renames alone. When one rename fails, everything is as it was before.
 * @param trash a folder on the same file system for what is replaced
 */
export async function replaceFolders(moves: Move[], trash: string): Promise<void> {
	await mkdir(trash, { recursive: true });
	const undo: (() => Promise<void>)[] = [];
	const move = async (from: string, to: string) => {
		await rename(from, to);
		undo.unshift(() => rename(to, from));
	};
	try {
		for (const { from, to } of moves) {
			await mkdir(dirname(to), { recursive: true });
			await move(to, join(trash, basename(to))).catch((error: NodeJS.ErrnoException) => {
				if (error.code !== "ENOENT") throw error;
			});
			await move(from, to);
		}
	} catch (error) {
		const faults: unknown[] = [];
		for (const step of undo) await step().catch((fault: unknown) => faults.push(fault));
		if (faults.length === 0) throw error;
		throw new AggregateError([error, ...faults], "Folders could be neither replaced nor put back.");
	}
}

/** Puts back what `replaceFolders` was killed while replacing: old folders in the trash that have no successor. */
export async function restoreFolders(trash: string, folders: string[]): Promise<void> {
	for (const folder of folders) {
		const old = join(trash, basename(folder));
		if (existsSync(old) && !existsSync(folder)) await rename(old, folder);
	}
}
