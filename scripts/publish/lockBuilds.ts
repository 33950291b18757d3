import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** https://www.sqlite.org/rescode.html#busy */
const busy = 5;

/**
 * Keeps other builds out of a folder, since two would delete each other's work. The lock is the one that SQLite puts on
 * a file, which stays empty: Node has none of its own, and the system lets go of it however the process ends.
 * @returns a function that lets them in again
 * @throws Error when another build is under way
 */
export async function lockBuilds(folder: string): Promise<() => void> {
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
