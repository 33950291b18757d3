import { mkdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Milliseconds after which a lock is a leftover, even if a process has its number again. */
const longestBuild = 30 * 60 * 1000;

/**
 * Keeps other builds out of a folder, since two would delete each other's work.
 * @returns a function that lets them in again
 * @throws Error when another build is under way
 */
export async function lockBuilds(folder: string): Promise<() => Promise<void>> {
	const file = join(folder, "build.lock");
	await mkdir(folder, { recursive: true });
	const lock = () => writeFile(file, String(process.pid), { flag: "wx" });
	await lock().catch(async (error: NodeJS.ErrnoException) => {
		if (error.code !== "EEXIST") throw error;
		const pid = Number(await readFile(file, "utf8"));
		if (isRunning(pid) && Date.now() - (await stat(file)).mtimeMs < longestBuild) {
			throw new Error(
				`Another build (process ${pid}) is under way. Wait for its end, or delete ${file} if there is none.`,
			);
		}
		await rm(file);
		await lock();
	});
	return () => rm(file, { force: true });
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
