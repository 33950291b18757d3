import { setTimeout as wait } from "node:timers/promises";
import type { Versions } from "../publish/Versions.ts";
import type { LiveSite } from "./openLiveSite.ts";

type WatchOptions = {
	versions: Versions;
	site: Pick<LiveSite, "load">;
	/** Called when the administrator has ended a roll back. */
	onRelease: () => void;
	log: (line: string) => void;
	/** Interval between two checks whether the administrator has rolled back the site, in milliseconds. */
	intervalMs?: number | undefined;
};

/**
 * Polls for roll backs by `npm run versions`, because watching files fails on some file systems.
 * @returns a function that stops the polling
 */
export function watchRollback({ versions, site, onRelease, log, intervalMs = 1_000 }: WatchOptions): () => void {
	const closed = new AbortController();
	let held: string | undefined;

	async function poll(): Promise<void> {
		const before = held;
		held = await versions.readRollback();
		if (before !== undefined && held === undefined) onRelease();
		if (held === undefined || held === before) return;
		try {
			await site.load(held);
			await versions.setLive(held);
			log(`Live: version ${held}, which is held`);
		} catch (error) {
			log(`✗ Version ${held} is held and cannot be shown: ${(error as Error).message}`);
		}
	}

	async function pollUntilClosed(): Promise<void> {
		while (!closed.signal.aborted) {
			await poll();
			await wait(intervalMs, undefined, { signal: closed.signal, ref: false }).catch(() => {});
		}
	}

	void pollUntilClosed();
	return () => closed.abort();
}
