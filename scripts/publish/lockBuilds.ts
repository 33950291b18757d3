import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** SQLite's result code for a database that another connection has locked: https://sqlite.org/rescode.html#busy */
const busyCode = 5;

/**
 * Acquires the lock of a folder for one build, and returns a function that releases the lock. The lock is that of an
 * empty SQLite database, because the operating system releases it when the process ends, even when it is killed.
 * @throws Error when another build is under way
 */
export async function lockBuilds(folder: string): Promise<() => void> {
	await mkdir(folder, { recursive: true });
	const file = join(folder, "lock.sqlite");
	let database: DatabaseSync | undefined;
	try {
		database = new DatabaseSync(file);
		database.exec("BEGIN EXCLUSIVE");
	} catch (error) {
		database?.close();
		const { errcode, message } = error as { errcode?: number; message: string };
		if (errcode === busyCode) {
			throw new Error(`Another build is under way, and holds the lock ${file}. Wait for its end.`);
		}
		throw new Error(`${file} cannot be locked (${message}). Check that the disk is neither full nor read-only.`);
	}
	const acquired = database;
	return () => acquired.close();
}
