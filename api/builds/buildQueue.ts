import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import pRetry from "p-retry";
import { openBuildLock } from "./buildLock.ts";

/**
 * Change of the content or the prices. Only the newest change is stored, because one build includes all earlier
 * changes.
 */
type Change = { id: string; title: string; recordedAt: number };

/** Successful call of the build hook. `changeId`: the newest change that was recorded before the call. */
type Call = { changeId: string; calledAt: number };

export type QueueLimits = {
	/**
	 * Debounce: time without a further change before the build hook is called, so that several quick changes share a
	 * build.
	 */
	quietMs: number;
	/** Maximum time for which further changes can delay the call of the build hook. */
	maxGatherMs: number;
	/** Minimum time between two calls of the build hook. */
	intervalMs: number;
	/** Time after which a lock that is not renewed expires. Longer than a call of the build hook takes. */
	lockMs: number;
	/** Delay before the first retry of a failed call. The delay doubles with each retry. */
	retryMs: number;
};

export const queueLimits: QueueLimits = {
	quietMs: 5_000,
	maxGatherMs: 30_000,
	intervalMs: 60_000,
	lockMs: 30_000,
	retryMs: 2_000,
};

/** Maximum time between two renewals of the lock, in milliseconds. */
const maxStepMs = 5_000;

/** Maximum retries of a call of the build hook. */
const maxRetries = 3;

/**
 * Opens the queue of builds on Netlify. Functions keep no memory between requests, so two blobs store the newest change
 * and the last call of the build hook: https://docs.netlify.com/build/data-and-storage/netlify-blobs/
 *
 * No change is lost. A function records its change before it reads the lock, and the lock's owner reads the changes
 * again after it has released the lock. So either the owner finds the change, or the function finds the lock free.
 */
export async function openBuildQueue(limits: QueueLimits = queueLimits) {
	// Imported on demand, because our own server does not use this package.
	const { getStore } = await import("@netlify/blobs");
	const blobs = getStore({ name: "builds", consistency: "strong" });

	const lock = openBuildLock(blobs, limits.lockMs);
	const read = async <T>(key: string) => (await blobs.get(key, { type: "json" })) as T | null;

	/**
	 * Returns the last call of the build hook. Also returns the newest change, unless it was recorded before that call.
	 */
	async function readPending(): Promise<{ change?: Change; call: Call | null }> {
		const change = await read<Change>("change");
		const call = await read<Call>("call");
		if (!change || change.id === call?.changeId) return { call };
		return { change, call };
	}

	/**
	 * Waits until no change has been recorded for `quietMs` and the last call of the build hook is `intervalMs` ago.
	 * @returns the newest change, or undefined when there is none or another invocation has taken over the lock
	 */
	async function waitUntilDue(renew: () => Promise<boolean>): Promise<Change | undefined> {
		const startedAt = Date.now();
		const measureDelay = (change: Change, call: Call | null): number => {
			const gatheredAt = Math.min(change.recordedAt + limits.quietMs, startedAt + limits.maxGatherMs);
			// The clocks of two invocations may differ, so a call in the future counts as made when this invocation started.
			const calledAt = Math.min(call?.calledAt ?? 0, startedAt);
			return Math.max(gatheredAt, calledAt + limits.intervalMs) - Date.now();
		};

		let { change, call } = await readPending();
		while (change) {
			const delayMs = measureDelay(change, call);
			if (delayMs <= 0) return change;
			await wait(Math.min(delayMs, maxStepMs));
			if (!(await renew())) return undefined;
			({ change, call } = await readPending());
		}
		return undefined;
	}

	return {
		async recordChange(title: string): Promise<void> {
			const change: Change = { id: randomUUID(), title, recordedAt: Date.now() };
			await blobs.setJSON("change", change);
		},

		/** Checks whether a change was recorded after the last call of the build hook. */
		async hasPendingChange(): Promise<boolean> {
			return (await readPending()).change !== undefined;
		},

		/**
		 * Checks whether an invocation is about to call the build hook. Its build includes every change that was recorded
		 * before this check.
		 */
		hasOwner: lock.hasOwner,

		/**
		 * Calls the build hook when the call is due, if a change is pending and no other invocation is about to do so.
		 * @param call calls the hook, with the title of the newest change
		 * @throws the error of the last retry
		 */
		async callWhenDue(call: (title: string) => Promise<void>): Promise<void> {
			const acquired = await lock.acquire();
			if (!acquired) return;
			try {
				const change = await waitUntilDue(acquired.renew);
				if (!change) return;
				const shouldRetry = () => acquired.renew();
				await pRetry(() => call(change.title), { retries: maxRetries, minTimeout: limits.retryMs, shouldRetry });
				const made: Call = { changeId: change.id, calledAt: Date.now() };
				await blobs.setJSON("call", made);
			} finally {
				await acquired.release();
			}
		},
	};
}
