import { mkdirSync, truncateSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** SQLite's result codes for a locked database, and for a file that is none: https://sqlite.org/rescode.html */
const [busyCode, notDatabaseCode] = [5, 26];

/**
 * Locks a file, and returns a function that unlocks it, or `undefined` when the file is locked already. The lock is that
 * of an empty SQLite database, because the operating system releases it when the process ends, even when it is killed.
 * @throws Error when the file cannot be written
 */
export function tryLock(file: string): (() => void) | undefined {
	mkdirSync(dirname(file), { recursive: true });
	let database: DatabaseSync | undefined;
	try {
		database = new DatabaseSync(file);
		database.exec("BEGIN EXCLUSIVE");
	} catch (error) {
		database?.close();
		const { errcode, message } = error as { errcode?: number; message: string };
		if (errcode === busyCode) return undefined;
		if (errcode === notDatabaseCode) {
			// A power cut can leave rubbish. Emptied in place: a deleted file could be locked a second time.
			truncateSync(file);
			return tryLock(file);
		}
		throw new Error(
			`${file} cannot be locked (${message}). Check that the disk is neither full nor read-only.`,
		);
	}
	const acquired = database;
	return () => acquired.close();
}
