import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import pRetry from "p-retry";

/** Change of the content or the prices. Each change replaces the one before: a build contains all of them. */
type Change = { id: string; title: string; recordedAt: number };

/** Call of the build hook that succeeded, and the newest change that was recorded before it. */
type Call = { changeId: string; calledAt: number };

/** Lock of the invocation that calls the build hook. An invocation that dies stops renewing it. */
type Lock = { owner: string; expiresAt: number };

export type QueueLimits = {
	/** Time without a further change before the build hook is called, so that a burst of changes is one build. */
	quietMs: number;
	/** Maximum time for which changes are gathered. */
	maxGatherMs: number;
	/** Minimum time between two calls of the build hook. */
	intervalMs: number;
	/** Lifetime of a lock that is not renewed. Longer than a call of the build hook. */
	lockMs: number;
	/** Pause before a call that failed is repeated. It doubles each time. */
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

/** Attempts after the first one to call the build hook. */
const maxRetries = 3;

/**
 * Opens the queue of builds on Netlify, in Blobs: https://docs.netlify.com/build/data-and-storage/netlify-blobs/
 * Functions keep nothing between two requests, so two blobs say whether a change still needs a build: the newest change, and
 * the last call of the build hook. A change is recorded before the lock is looked at, and changes are looked for again after
 * the lock was released. So either the owner of the lock finds the change, or the function that recorded it finds no owner.
 */
export async function openBuildQueue(limits: QueueLimits = queueLimits) {
	// Loaded on demand: our own server has no use for this package.
	const { getStore } = await import("@netlify/blobs");
	const blobs = getStore({ name: "builds", consistency: "strong" });

	const read = async <T>(key: string) => (await blobs.get(key, { type: "json" })) as T | null;

	/** Returns the newest change, unless the build hook was called after it, and the last call. */
	async function readPending(): Promise<{ change?: Change; call: Call | null }> {
		const change = await read<Change>("change");
		const call = await read<Call>("call");
		if (!change || change.id === call?.changeId) return { call };
		return { change, call };
	}

	/** Writes the lock under the condition that nobody has changed it. Returns its new ETag, or undefined. */
	async function writeLock(lock: Lock, condition: { onlyIfNew: true } | { onlyIfMatch: string }) {
		const { modified, etag = "" } = await blobs.set("lock", JSON.stringify(lock), condition);
		return modified ? etag : undefined;
	}

	/** Acquires the lock. Returns undefined when another invocation owns it. */
	async function acquireLock() {
		const owner = randomUUID();
		const current = await blobs.getWithMetadata("lock", { type: "json" });
		if (current && (current.data as Lock).expiresAt > Date.now()) return undefined;
		const condition = current ? { onlyIfMatch: current.etag ?? "" } : { onlyIfNew: true as const };
		let etag = await writeLock({ owner, expiresAt: Date.now() + limits.lockMs }, condition);
		if (etag === undefined) return undefined;

		/** Sets a new end of the lock. Returns false when another invocation has taken it over. */
		async function setEnd(expiresAt: number): Promise<boolean> {
			if (etag === undefined) return false;
			etag = await writeLock({ owner, expiresAt }, { onlyIfMatch: etag });
			return etag !== undefined;
		}
		return { renew: () => setEnd(Date.now() + limits.lockMs), release: () => setEnd(0) };
	}

	/**
	 * Waits until changes have been quiet for a while, and the last call is long enough ago.
	 * @returns the newest change, or undefined when there is none or another invocation has taken over the lock
	 */
	async function waitUntilDue(renew: () => Promise<boolean>): Promise<Change | undefined> {
		const startedAt = Date.now();
		while (true) {
			const { change, call } = await readPending();
			if (!change) return undefined;
			const gatheredAt = Math.min(change.recordedAt + limits.quietMs, startedAt + limits.maxGatherMs);
			// The clocks of two invocations may differ, so the last call counts as made before this one started.
			const calledAt = Math.min(call?.calledAt ?? 0, startedAt);
			const leftMs = Math.max(gatheredAt, calledAt + limits.intervalMs) - Date.now();
			if (leftMs <= 0) return change;
			await wait(Math.min(leftMs, maxStepMs));
			if (!(await renew())) return undefined;
		}
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

		/** Checks whether an invocation is about to call the build hook. It finds every change that is recorded by now. */
		async hasOwner(): Promise<boolean> {
			const lock = await read<Lock>("lock");
			return lock !== null && lock.expiresAt > Date.now();
		},

		/**
		 * Calls the build hook once it is due, if a change is pending and no other invocation is doing so.
		 * @param call calls the hook with the title of the newest change
		 * @throws the error of the last attempt
		 */
		async callWhenDue(call: (title: string) => Promise<void>): Promise<void> {
			const lock = await acquireLock();
			if (!lock) return;
			try {
				const change = await waitUntilDue(lock.renew);
				if (!change) return;
				const shouldRetry = () => lock.renew();
				await pRetry(() => call(change.title), { retries: maxRetries, minTimeout: limits.retryMs, shouldRetry });
				const made: Call = { changeId: change.id, calledAt: Date.now() };
				await blobs.setJSON("call", made);
			} finally {
				await lock.release();
			}
		},
	};
}
