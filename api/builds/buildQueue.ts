import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import pRetry from "p-retry";
import { openBuildLock } from "./buildLock.ts";

/**
 * Change of the content or the prices. Only the newest change is stored, because one build includes all earlier
 * changes.
 */
type Change = { id: string; title: string; recordedAt: number };

/** Successful call of Netlify's build hook. `changeId` identifies the newest change before the call. */
type Call = { changeId: string; calledAt: number };

export type QueueLimits = {
	/** Time without a further change before the build hook is called, so that several quick changes share a build. */
	quietMs: number;
	/** Maximum time for which further changes can delay the call of the build hook. */
	maxGatherMs: number;
	/** Minimum time between two calls of the build hook. */
	intervalMs: number;
	/** Time after which a lock that is not renewed expires. It must be longer than a call of the build hook. */
	lockMs: number;
	/** Delay before the first retry of a failed call of the build hook. The delay doubles with each retry. */
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
 * Opens the queue of Netlify builds. The queue is stored in Netlify Blobs:
 * https://docs.netlify.com/build/data-and-storage/netlify-blobs/
 */
export async function openBuildQueue(limits: QueueLimits = queueLimits) {
	// Imported on demand, because only deployments on Netlify use this package.
	const { getStore } = await import("@netlify/blobs");
	const blobs = getStore({ name: "builds", consistency: "strong" });

	const lock = openBuildLock(blobs, limits.lockMs);
	const read = async <T>(key: string) => (await blobs.get(key, { type: "json" })) as T | null;

	/** Reads the newest change that no build includes yet, and the last call of the build hook. */
	async function readPending(): Promise<{ change?: Change; lastCall: Call | null }> {
		const change = await read<Change>("change");
		const lastCall = await read<Call>("call");
		if (!change || change.id === lastCall?.changeId) return { lastCall };
		return { change, lastCall };
	}

	/**
	 * Waits until `limits` allows a call of the build hook.
	 * @returns the newest change, or undefined when no call is needed
	 */
	async function waitUntilDue(renew: () => Promise<boolean>): Promise<Change | undefined> {
		const startedAt = Date.now();
		const measureDelay = (change: Change, lastCall: Call | null): number => {
			const debounceEndsAt = Math.min(change.recordedAt + limits.quietMs, startedAt + limits.maxGatherMs);
			// Limits `calledAt` to `startedAt`, because another server with a fast clock can have stored `calledAt`.
			const lastCalledAt = Math.min(lastCall?.calledAt ?? 0, startedAt);
			const intervalEndsAt = lastCalledAt + limits.intervalMs;
			return Math.max(debounceEndsAt, intervalEndsAt) - Date.now();
		};

		let pending = await readPending();
		while (pending.change) {
			const delayMs = measureDelay(pending.change, pending.lastCall);
			if (delayMs <= 0) return pending.change;
			await wait(Math.min(delayMs, maxStepMs));
			if (!(await renew())) return undefined;
			pending = await readPending();
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

		hasOwner: lock.hasOwner,

		/**
		 * Calls the build hook as soon as a build is due. Only one of several concurrent invocations calls it.
		 * @throws the last error of `callHook`
		 */
		async callWhenDue(callHook: (title: string) => Promise<void>): Promise<void> {
			const acquired = await lock.acquire();
			if (!acquired) return;
			try {
				const change = await waitUntilDue(acquired.renew);
				if (!change) return;
				// Stops retrying when another invocation owns the lock, because that invocation calls the build hook.
				const shouldRetry = () => acquired.renew();
				await pRetry(() => callHook(change.title), { retries: maxRetries, minTimeout: limits.retryMs, shouldRetry });
				const call: Call = { changeId: change.id, calledAt: Date.now() };
				await blobs.setJSON("call", call);
			} finally {
				await acquired.release();
			}
		},
	};
}
