import { randomUUID } from "node:crypto";
import { mkdir, readdir, rename, rm, rmdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Milliseconds after which a lock is a leftover, even if a process has its number again. */
const longestBuild = 30 * 60 * 1000;

/** How often a lock is tried that others take and let go in the meantime. */
const mostTries = 100;

/** The locks of this process. A container's processes have the same few numbers at each start. */
const own = new Set<string>();

/**
 * Keeps other builds out of a folder, since two would delete each other's work.
 *
 * The lock is a folder with one file, whose name tells its owner and is never used again. It gets there by renames
 * alone: whole where there was none, or from the name of an owner that is gone. Of any number of processes one succeeds.
 * @returns a function that lets them in again
 * @throws Error when another build is under way
 */
export async function lockBuilds(folder: string): Promise<() => Promise<void>> {
	const lock = join(folder, "lock");
	const owner = `${process.pid}.${Date.now()}.${randomUUID()}`;
	const next = join(folder, `lock.${owner}`);
	try {
		await mkdir(next, { recursive: true });
		await writeFile(join(next, owner), "");
		own.add(owner);
		await take(lock, owner, next);
	} catch (error) {
		own.delete(owner);
		throw error;
	} finally {
		await rm(next, { recursive: true, force: true });
	}
	return async () => {
		own.delete(owner);
		await rm(join(lock, owner), { force: true });
		// Not empty where somebody has taken it in the meantime.
		await rmdir(lock).catch(() => {});
	};
}

async function take(lock: string, owner: string, next: string): Promise<void> {
	for (let tries = 1; ; tries++) {
		try {
			// It fails where a folder is that is not empty; on Windows, where any is.
			return await rename(next, lock);
		} catch (error) {
			const { code = "" } = error as NodeJS.ErrnoException;
			if (tries === mostTries || !["ENOTEMPTY", "EEXIST", "EPERM", "EACCES"].includes(code)) throw error;
		}
		const [found] = await readdir(lock).catch(() => []);
		if (found && isBuilding(found)) {
			const advice = `Wait for its end, or delete ${lock} if there is none.`;
			throw new Error(`Another build (process ${Number.parseInt(found, 10)}) is under way. ${advice}`);
		}
		try {
			if (found) return await rename(join(lock, found), join(lock, owner));
			await rmdir(lock);
		} catch {
			// Another process was faster. The next try finds out what it did.
		}
	}
}

/** Whether the owner of a lock is at work. */
function isBuilding(owner: string): boolean {
	const [pid, since] = owner.split(".").map(Number);
	if (pid === process.pid) return own.has(owner);
	return isRunning(Number(pid)) && Date.now() - Number(since) < longestBuild;
}

/** Whether there is a process with a number. */
export function isRunning(pid: number): boolean {
	try {
		return pid > 0 && process.kill(pid, 0);
	} catch (error) {
		// It runs, but belongs to somebody else.
		return (error as NodeJS.ErrnoException).code === "EPERM";
	}
}
