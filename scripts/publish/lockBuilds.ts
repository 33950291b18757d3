import { randomUUID } from "node:crypto";
import { mkdir, readdir, rename, rm, rmdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Age from which a lock is stale, in milliseconds. Its owner's process id may then belong to another process. */
const maxBuildMs = 30 * 60 * 1000;

/** Maximum attempts to acquire a contested lock. */
const maxAttempts = 100;

/**
 * Owners of the locks that this process holds. A process id is not enough: in a container, each start gives the same few
 * process ids.
 */
const ownLocks = new Set<string>();

/**
 * Acquires the lock of a folder, so that no two builds replace it at once.
 *
 * The lock is a folder with one file, whose name identifies the owner. One rename acquires it: a rename of a new folder to the
 * lock's path, or of a stale owner's file to the new owner's name. When several processes try, only one rename succeeds.
 * @returns a function that releases the lock
 * @throws Error when another build is under way
 */
export async function lockBuilds(folder: string): Promise<() => Promise<void>> {
	const lock = join(folder, "lock");
	const owner = `${process.pid}.${Date.now()}.${randomUUID()}`;
	const candidate = join(folder, `lock.${owner}`);
	try {
		await mkdir(candidate, { recursive: true });
		await writeFile(join(candidate, owner), "");
		ownLocks.add(owner);
		await acquire(lock, owner, candidate);
	} catch (error) {
		ownLocks.delete(owner);
		throw error;
	} finally {
		await rm(candidate, { recursive: true, force: true });
	}
	return async () => {
		ownLocks.delete(owner);
		await rm(join(lock, owner), { force: true });
		// The folder is not empty when another process has taken over the lock. `rmdir` then fails, and the lock stays.
		await rmdir(lock).catch(() => {});
	};
}

async function acquire(lock: string, owner: string, candidate: string): Promise<void> {
	let occupied: unknown;
	for (let attempt = 1; attempt <= maxAttempts; attempt++) {
		try {
			await rename(candidate, lock);
			return;
		} catch (error) {
			if (!isOccupied(error)) throw error;
			occupied = error;
		}
		const isTakenOver = await takeOverStaleLock(lock, owner);
		if (isTakenOver) return;
	}
	throw occupied;
}

/** Checks whether a rename failed because a folder exists at its target. On Windows even an empty folder is refused. */
function isOccupied(error: unknown): boolean {
	const { code = "" } = error as NodeJS.ErrnoException;
	return ["ENOTEMPTY", "EEXIST", "EPERM", "EACCES"].includes(code);
}

/**
 * Takes over a lock whose owner has ended.
 * @returns whether this process owns the lock; otherwise another attempt may succeed
 * @throws Error when the owner is building
 */
async function takeOverStaleLock(lock: string, owner: string): Promise<boolean> {
	const [found] = await readdir(lock).catch(() => []);
	if (found && isBuilding(found)) {
		const advice = `Wait for its end, or delete ${lock} if there is none.`;
		throw new Error(`Another build (process ${Number.parseInt(found, 10)}) is under way. ${advice}`);
	}
	try {
		if (found) await rename(join(lock, found), join(lock, owner));
		else await rmdir(lock);
		return Boolean(found);
	} catch {
		// Another process has changed the lock since it was read.
		return false;
	}
}

/** Checks whether the owner of a lock is still building. */
function isBuilding(owner: string): boolean {
	const [pid, startedAt] = owner.split(".").map(Number);
	if (pid === process.pid) return ownLocks.has(owner);
	return isRunning(Number(pid)) && Date.now() - Number(startedAt) < maxBuildMs;
}

/** Checks whether a process with this id exists. */
export function isRunning(pid: number): boolean {
	if (!(pid > 0)) return false;
	try {
		// Signal 0 ends no process: it only checks that the process exists.
		return process.kill(pid, 0);
	} catch (error) {
		// EPERM: the process exists and belongs to another user.
		return (error as NodeJS.ErrnoException).code === "EPERM";
	}
}
