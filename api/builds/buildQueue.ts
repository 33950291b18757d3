import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import pRetry from "p-retry";
import { openBuildLock } from "./buildLock.ts";

/** Change of the content or the prices. Only the newest one is stored, because a build contains all of them. */
type Change = { id: string; title: string; recordedAt: number };

/** Successful call of the build hook, and the newest change that was recorded before it. */
type Call = { changeId: string; calledAt: number };

export type QueueLimits = {
	/** Debounce: time without a further change before the build hook is called, so that a burst of changes is one build. */
	quietMs: number;
	/** Maximum time for which the build hook waits for further changes. */
	maxGatherMs: number;
	/** Minimum time between two calls of the build hook. */
	intervalMs: number;
	/** Lifetime of a lock that is not renewed. Longer than a call of the build hook. */
	lockMs: number;
	/** Delay before a failed call is retried. It doubles each time. */
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
 * Opens the queue of builds on Netlify, in Blobs: https://docs.netlify.com/build/data-and-storage/netlify-blobs/
 * Functions have no memory between two requests, so two blobs store the state: the newest change, and the last call of the
 * build hook.
 *
 * No change is lost. A change is recorded before the lock is read, and changes are read again after the lock was released.
 * So either the owner of the lock finds the change, or the function that recorded it finds the lock free.
 */
export async function openBuildQueue(limits: QueueLimits = queueLimits) {
	// Loaded on demand: our own server has no use for this package.
	const { getStore } = await import("@netlify/blobs");
	const blobs = getStore({ name: "builds", consistency: "strong" });

	const lock = openBuildLock(blobs, limits.lockMs);
	const read = async <T>(key: string) => (await blobs.get(key, { type: "json" })) as T | null;

	/** Returns the last call of the build hook, and the newest change unless that call already covered it. */
	async function readPending(): Promise<{ change?: Change; call: Call | null }> {
		const change = await read<Change>("change");
		const call = await read<Call>("call");
		if (!change || change.id === call?.changeId) return { call };
		return { change, call };
	}

	/**
	 * Waits until changes have been quiet for a while, and the last call is long enough ago.
	 * @returns the newest change, or undefined when there is none or another invocation has taken over the lock
	 */
	async function waitUntilDue(renew: () => Promise<boolean>): Promise<Change | undefined> {
		const startedAt = Date.now();
		const measureDelay = (change: Change, call: Call | null): number => {
			const gatheredAt = Math.min(change.recordedAt + limits.quietMs, startedAt + limits.maxGatherMs);
			// The clocks of two invocations may differ, so the last call counts as made before this one started.
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

		/** Checks whether a change needs a build. */
		async hasPendingChange(): Promise<boolean> {
			return (await readPending()).change !== undefined;
		},

		/** Checks whether an invocation is about to call the build hook. It will find every change recorded before this check. */
		hasOwner: lock.hasOwner,

		/**
		 * Calls the build hook once it is due, if a change is pending and no other invocation is doing so.
		 * @param call calls the hook with the title of the newest change
		 * @throws the error of the last attempt
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
