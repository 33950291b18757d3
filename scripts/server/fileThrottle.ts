import { appendFile, mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import {
	type ClaimConfirmationMail,
	computeFirstNeededDay,
	createConfirmationThrottle,
	dailyLimits,
	type ThrottleStore,
} from "../../api/subscription/confirmationThrottle.ts";

const dayMs = 24 * 60 * 60 * 1000;

/** Opens a throttle for confirmation mails. Its counts survive a server restart, because files store them. */
export function openFileThrottle(folder: string, now = Date.now, limits = dailyLimits): ClaimConfirmationMail {
	/** Creates the folder for a key such as `2026-11-22/mailbox-3f…`, and returns the path of the key's file. */
	async function prepare(key: string): Promise<string> {
		const path = join(folder, key);
		await mkdir(dirname(path), { recursive: true, mode: 0o700 });
		return path;
	}

	async function prune(): Promise<void> {
		const days = await readdir(folder);
		const expiredDays = days.filter((day) => day < computeFirstNeededDay(now()));
		for (const day of expiredDays) await rm(join(folder, day), { recursive: true, force: true });
	}

	/**
	 * Returns a counter's value, which is its file's size in bytes. Each increment appends one byte, because concurrent
	 * appends lose nothing.
	 */
	async function readCount(key: string): Promise<number> {
		const stats = await stat(join(folder, key)).catch(replaceError("ENOENT", undefined));
		return stats?.size ?? 0;
	}

	/** Prunes now and at each midnight (UTC), when a day expires, so that nothing is stored for more than two days. */
	function pruneDaily(): void {
		// Ignores errors, because `folder` may not exist before the first confirmation mail.
		void prune().catch(() => {});
		const untilMidnightMs = dayMs - (now() % dayMs);
		setTimeout(pruneDaily, untilMidnightMs).unref();
	}

	pruneDaily();

	const store: ThrottleStore = {
		read: (key) => readFile(join(folder, key), "utf8").catch(replaceError("ENOENT", undefined)),
		async create(key, text) {
			const path = await prepare(key);
			const written = writeFile(path, text, { flag: "wx", mode: 0o600 });
			return written.then(() => true).catch(replaceError("EEXIST", false));
		},
		remove: (key) => rm(join(folder, key), { force: true }),
		readCount,
		async increment(key, limit) {
			if ((await readCount(key)) >= limit) return undefined;
			await appendFile(await prepare(key), ".", { mode: 0o600 });
			// Read again, because other processes may have increased the counter at the same time.
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

function replaceError<Value>(code: string, value: Value) {
	return (error: NodeJS.ErrnoException): Value => {
		if (error.code === code) return value;
		throw error;
	};
}
