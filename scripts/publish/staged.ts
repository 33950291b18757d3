import { existsSync } from "node:fs";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** Where a new folder is, and where it goes. */
type Move = { from: string; to: string };

/**
 * Makes folders in a place of their own and puts them where they belong when all went well. Else everything is as it was
 * before.
 * @param root the folder of the project
 * @param make makes them in a folder that is there for this build alone
 * @throws what `make` throws; Error when another build is under way
 */
export async function staged(root: string, make: (stage: string) => Promise<Move[]>): Promise<void> {
	const unlock = await lockBuilds(join(root, ".cache"));
	const stage = join(root, ".cache/next");
	const replaced = join(stage, "replaced");
	try {
		await restoreFolders(replaced, [join(root, "dist"), join(root, "content/generated")]);
		await rm(stage, { recursive: true, force: true });
		await mkdir(stage, { recursive: true });
		await replaceFolders(await make(stage), replaced);
	} finally {
		await rm(stage, { recursive: true, force: true });
		unlock();
	}
}

/** https://www.sqlite.org/rescode.html#busy */
const busy = 5;

/**
 * Keeps other builds out of a folder, since two would delete each other's work. The lock is the one that SQLite puts on
 * a file, which stays empty: Node has none of its own, and the system lets go of it however the process ends.
 * @returns a function that lets them in again
 * @throws Error when another build is under way
 */
async function lockBuilds(folder: string): Promise<() => void> {
	const [file, owner] = [join(folder, "builds.lock"), join(folder, "builds.process")];
	await mkdir(folder, { recursive: true });
	const lock = new DatabaseSync(file, { open: false });
	try {
		lock.open();
		lock.exec("PRAGMA journal_mode = OFF; BEGIN EXCLUSIVE");
		await writeFile(owner, String(process.pid));
		return () => lock.close();
	} catch (error) {
		if (lock.isOpen) lock.close();
		const { errcode, message } = error as Error & { errcode?: number };
		if (errcode !== busy) throw new Error(`${file} cannot be locked: ${message}`, { cause: error });
		const id = await readFile(owner, "utf8").catch(() => "just begun");
		throw new Error(`Another build (process ${id}) is under way. Wait for its end.`);
	}
}

/**
 * Puts new folders in the place of old ones by renames alone. When one rename fails, everything is as it was before.
 * @param trash a folder on the same file system for what is replaced
 */
async function replaceFolders(moves: Move[], trash: string): Promise<void> {
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
async function restoreFolders(trash: string, folders: string[]): Promise<void> {
	for (const folder of folders) {
		const old = join(trash, basename(folder));
		if (existsSync(old) && !existsSync(folder)) await rename(old, folder);
	}
}
