import { randomUUID } from "node:crypto";
import { mkdir, readdir, rename, rm, rmdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * Maximum age of a lock, in milliseconds. An older lock is stale, because its owner's process id may now belong to
 * another process.
 */
const maxBuildMs = 30 * 60 * 1000;

/** Maximum attempts to acquire a lock for which other processes compete. */
const maxAttempts = 100;

/**
 * Ids of the locks that this process owns: `<process id>.<time>.<UUID>`. The process id alone is ambiguous, because a
 * restarted container reuses it.
 */
const ownLocks = new Set<string>();

/**
 * Acquires the lock of a folder for one build, and returns a function that releases the lock.
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
		// `rmdir` fails if another process has taken over the lock, because `lock` then contains that process's file.
		await rmdir(lock).catch(() => {});
	};
}

async function acquire(lock: string, owner: string, candidate: string): Promise<void> {
	let occupied: unknown;
	for (let attempt = 1; attempt <= maxAttempts; attempt++) {
		try {
			// `rename` is atomic and cannot replace a non-empty folder, so only one process acquires the lock.
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

/** Checks whether a rename failed because its target exists. Windows reports this with other codes than Linux. */
function isOccupied(error: unknown): boolean {
	const { code = "" } = error as NodeJS.ErrnoException;
	return ["ENOTEMPTY", "EEXIST", "EPERM", "EACCES"].includes(code);
}

/**
 * Takes over a lock whose owner has ended. Returns false when the caller should try again.
 * @throws Error when the owner is still building
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
		// Another process has taken over or released the lock in the meantime.
		return false;
	}
}

/** Checks whether the owner of a lock is still building. */
function isBuilding(owner: string): boolean {
	const [pid, startedAt] = owner.split(".").map(Number);
	if (pid === process.pid) return ownLocks.has(owner);
	return isProcessRunning(Number(pid)) && Date.now() - Number(startedAt) < maxBuildMs;
}

function isProcessRunning(pid: number): boolean {
	if (!(pid > 0)) return false;
	try {
		// Signal 0 does not end the process. It only checks whether the process exists.
		return process.kill(pid, 0);
	} catch (error) {
		// EPERM means that the process exists and belongs to another user.
		return (error as NodeJS.ErrnoException).code === "EPERM";
	}
}
