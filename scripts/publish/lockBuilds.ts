import { join } from "node:path";
import { tryLock } from "../shared/tryLock.ts";

/**
 * Acquires the lock of a folder for one build, and returns a function that releases the lock.
 * @throws Error when another build is under way, or the folder cannot be locked
 */
export function lockBuilds(folder: string): () => void {
	const file = join(folder, "lock.sqlite");
	const unlock = tryLock(file);
	if (unlock) return unlock;
	throw new Error(`Another build is under way, and holds the lock ${file}. Wait for its end.`);
}
