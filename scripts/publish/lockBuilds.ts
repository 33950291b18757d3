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
	const database = new DatabaseSync(join(folder, "lock.sqlite"));
	try {
		database.exec("BEGIN EXCLUSIVE");
	} catch (error) {
		database.close();
		const { errcode } = error as { errcode?: number };
		if (errcode !== busyCode) throw error;
		throw new Error(`Another build is under way, and holds the lock ${join(folder, "lock.sqlite")}. Wait for its end.`);
	}
	return () => database.close();
}
