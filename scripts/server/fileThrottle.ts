import { appendFile, mkdir, open, readdir, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import {
	type ClaimConfirmationMail,
	computeRestOfDayMs,
	createConfirmationThrottle,
	dailyLimits,
	formatDay,
	type ThrottleStore,
} from "../../api/subscription/confirmationThrottle.ts";

/** Opens a throttle for confirmation mails. Its counts survive a server restart, because files store them. */
export function openFileThrottle(
	folder = ".cache/newsletter-mails",
	limits = dailyLimits,
): ClaimConfirmationMail {
	/** Creates the folder for a key such as `2026-11-22/mailbox-3f…`, and returns the path of the key's file. */
	async function prepare(key: string): Promise<string> {
		const path = join(folder, key);
		await mkdir(dirname(path), { recursive: true, mode: 0o700 });
		return path;
	}

	async function prune(): Promise<void> {
		const days = await readdir(folder);
		const pastDays = days.filter((day) => day < formatDay(Date.now()));
		for (const day of pastDays) await rm(join(folder, day), { recursive: true, force: true });
	}

	/** Prunes now and at each midnight (UTC). */
	function pruneDaily(): void {
		// Ignores errors, because `folder` may not exist before the first confirmation mail.
		void prune().catch(() => {});
		setTimeout(pruneDaily, computeRestOfDayMs(Date.now())).unref();
	}

	pruneDaily();

	const store: ThrottleStore = {
		async create(key) {
			const path = await prepare(key);
			const file = await open(path, "wx", 0o600).catch(replaceError("EEXIST", undefined));
			await file?.close();
			return file !== undefined;
		},
		remove: (key) => rm(join(folder, key), { force: true }),
		/** Returns the size of the counter's file. Each increment appends one byte, so concurrent ones lose nothing. */
		async readCount(key) {
			const stats = await stat(join(folder, key)).catch(replaceError("ENOENT", undefined));
			return stats?.size ?? 0;
		},
		async increment(key, limit) {
			if ((await store.readCount(key)) >= limit) return false;
			await appendFile(await prepare(key), ".", { mode: 0o600 });
			// Read again, because other requests may have increased the counter at the same time.
			return (await store.readCount(key)) <= limit;
		},
	};
	const claimConfirmationMail = createConfirmationThrottle(store, limits);
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
