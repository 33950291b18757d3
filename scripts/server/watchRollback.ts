import { setTimeout as wait } from "node:timers/promises";
import type { Versions } from "../publish/Versions.ts";
import type { LiveSite } from "./LiveSite.ts";

type WatchOptions = {
	versions: Versions;
	site: Pick<LiveSite, "switchTo">;
	/** Called when the administrator ends a rollback. */
	onRollbackEnd: () => void;
	log: (line: string) => void;
};

/** Interval between two checks whether the administrator has rolled back the site, in milliseconds. */
const pollingIntervalMs = 1_000;

/**
 * Loads the version to which the administrator rolls back. Polls the rollback file, because file watching
 * fails on some file systems.
 * @returns a function that stops the polling
 */
export function watchRollback({ versions, site, onRollbackEnd, log }: WatchOptions): () => void {
	const closed = new AbortController();
	let rollbackId: string | undefined;
	let lastReadError: string | undefined;

	async function poll(): Promise<void> {
		const before = rollbackId;
		try {
			rollbackId = await versions.readRollback();
			lastReadError = undefined;
		} catch (error) {
			const { message } = error as Error;
			if (message !== lastReadError) log(`✗ The file of a rollback cannot be read: ${message}`);
			lastReadError = message;
			return;
		}
		if (before !== undefined && rollbackId === undefined) onRollbackEnd();
		if (rollbackId === undefined || rollbackId === before) return;
		try {
			await site.switchTo(rollbackId);
			await versions.setLive(rollbackId);
			log(`Live: version ${rollbackId}, to which the site is rolled back`);
		} catch (error) {
			log(`✗ The site cannot be rolled back to version ${rollbackId}: ${(error as Error).message}`);
		}
	}

	async function pollUntilClosed(): Promise<void> {
		while (!closed.signal.aborted) {
			await poll();
			await wait(pollingIntervalMs, undefined, { signal: closed.signal, ref: false }).catch(() => {});
		}
	}

	void pollUntilClosed();
	return () => closed.abort();
}
