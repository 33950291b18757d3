import { appendFile, mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import {
	type ClaimConfirmationMail,
	computeFirstNeededDay,
	createConfirmationThrottle,
	dailyLimits,
	type ThrottleStore,
} from "../../api/subscription/confirmationThrottle.ts";

const pruneIntervalMs = 24 * 60 * 60 * 1000;

/**
 * Opens the throttle of confirmation mails on our own server. The throttle stores its counters as files in a folder, so
 * that the counters survive a restart. The first subscription creates the folder.
 */
export function openFileThrottle(folder: string, now = Date.now, limits = dailyLimits): ClaimConfirmationMail {
	/**
	 * Returns the path of the file for a key, such as `2026-11-22/mailbox-3f…`. Creates the folder of the day. The first
	 * key of a day also deletes the folders of expired days.
	 */
	async function prepare(key: string): Promise<string> {
		const path = join(folder, key);
		const isNewDay = await mkdir(dirname(path), { recursive: true, mode: 0o700 });
		if (isNewDay) await prune();
		return path;
	}

	async function prune(): Promise<void> {
		const days = await readdir(folder);
		const expiredDays = days.filter((day) => day < computeFirstNeededDay(now()));
		for (const day of expiredDays) await rm(join(folder, day), { recursive: true, force: true });
	}

	/**
	 * Reads a counter. The counter's value is the size of its file in bytes. A process adds one by appending a byte,
	 * because two processes can append to a file at the same time without losing a byte.
	 */
	async function readCount(key: string): Promise<number> {
		const stats = await stat(join(folder, key)).catch(replaceError("ENOENT", undefined));
		return stats?.size ?? 0;
	}

	// Expired folders contain hashes of visitors' addresses, so a timer deletes them even when there are no
	// subscriptions. Errors are ignored, because the folder may not exist yet.
	const pruneQuietly = () => void prune().catch(() => {});
	setInterval(pruneQuietly, pruneIntervalMs).unref();
	pruneQuietly();

	const store: ThrottleStore = {
		read: (key) => readFile(join(folder, key), "utf8").catch(replaceError("ENOENT", undefined)),
		async create(key, text) {
			const path = await prepare(key);
			const written = writeFile(path, text, { flag: "wx", mode: 0o600 });
			return written.then(() => true).catch(replaceError("EEXIST", false));
		},
		remove: (key) => rm(join(folder, key), { force: true }),
		readCount,
		async count(key, limit) {
			if ((await readCount(key)) >= limit) return undefined;
			await appendFile(await prepare(key), ".", { mode: 0o600 });
			const count = await readCount(key);
			return count > limit ? undefined : count;
		},
	};
	const claimConfirmationMail = createConfirmationThrottle(store, now, limits);
	return (pseudonyms) =>
		claimConfirmationMail(pseudonyms).catch(({ code, message }: NodeJS.ErrnoException) => {
			throw new Error(`the throttle of confirmation mails cannot be stored: ${code ?? message}`);
		});
}

/** Creates an error handler that returns `value` for errors with the code `code`, and rethrows all other errors. */
function replaceError<Value>(code: string, value: Value) {
	return (error: NodeJS.ErrnoException): Value => {
		if (error.code === code) return value;
		throw error;
	};
}
