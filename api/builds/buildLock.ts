import { randomUUID } from "node:crypto";
import type { Store } from "@netlify/blobs";

/** Lock whose owner may call Netlify's build hook. `expiresAt` is the lock's expiry time in milliseconds since 1970. */
type Lock = { owner: string; expiresAt: number };

/** Condition for writing the lock: no lock exists, or the stored lock still has the ETag `onlyIfMatch`. */
type WriteCondition = { onlyIfNew: true } | { onlyIfMatch: string };

const key = "lock";

/** @param lifetimeMs time after which an acquired lock expires unless its owner renews the lock */
export function openBuildLock(blobs: Store, lifetimeMs: number) {
	/** Writes the lock. Returns the ETag of the written lock, or undefined when the condition is not met. */
	async function write(lock: Lock, condition: WriteCondition): Promise<string | undefined> {
		const { modified, etag = "" } = await blobs.set(key, JSON.stringify(lock), condition);
		return modified ? etag : undefined;
	}

	return {
		/** Acquires the lock. Returns undefined when another function invocation owns the lock. */
		async acquire() {
			const owner = randomUUID();
			const current = await blobs.getWithMetadata(key, { type: "json" });
			if (current && (current.data as Lock).expiresAt > Date.now()) return undefined;
			const condition: WriteCondition = current ? { onlyIfMatch: current.etag ?? "" } : { onlyIfNew: true };
			let etag = await write({ owner, expiresAt: Date.now() + lifetimeMs }, condition);
			if (etag === undefined) return undefined;

			/** Sets the lock's expiry time. Returns false when another function invocation has taken over the lock. */
			async function setExpiry(expiresAt: number): Promise<boolean> {
				if (etag === undefined) return false;
				etag = await write({ owner, expiresAt }, { onlyIfMatch: etag });
				return etag !== undefined;
			}

			return {
				renew: () => setExpiry(Date.now() + lifetimeMs),
				release: () => setExpiry(0),
			};
		},

		async hasOwner(): Promise<boolean> {
			const lock = (await blobs.get(key, { type: "json" })) as Lock | null;
			return lock !== null && lock.expiresAt > Date.now();
		},
	};
}
