import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** SQLite's result code for a database that another connection has locked: https://sqlite.org/rescode.html#busy */
const busyCode = 5;

/**
 * Locks a file, and returns a function that unlocks it, or `undefined` when the file is locked already. The lock is that
 * of an empty SQLite database, because the operating system releases it when the process ends, even when it is killed.
 * @throws Error when the file is damaged or cannot be written
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
		throw new Error(
			`${file} cannot be locked (${message}). Check that the disk is neither full nor read-only.`,
		);
	}
	const acquired = database;
	return () => acquired.close();
}
