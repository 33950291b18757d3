import { randomUUID } from "node:crypto";
import type { Store } from "@netlify/blobs";

/** Lock whose owner may call the build hook until `expiresAt`, in milliseconds since 1970. */
type Lock = { owner: string; expiresAt: number };

/** Condition for writing the lock, so that only one of several concurrent invocations can acquire the lock. */
type WriteCondition = { onlyIfNew: true } | { onlyIfMatch: string };

const key = "lock";

/**
 * Opens the lock of the build queue, which is stored in Netlify Blobs.
 * @param lifetimeMs time after which a lock that is not renewed expires
 */
export function openBuildLock(blobs: Store, lifetimeMs: number) {
	/** Writes the lock. Returns the ETag of the written lock, or undefined when the condition is not met. */
	async function write(lock: Lock, condition: WriteCondition): Promise<string | undefined> {
		const { modified, etag = "" } = await blobs.set(key, JSON.stringify(lock), condition);
		return modified ? etag : undefined;
	}

	return {
		/** Acquires the lock. Returns undefined when another invocation owns it. */
		async acquire() {
			const owner = randomUUID();
			const current = await blobs.getWithMetadata(key, { type: "json" });
			if (current && (current.data as Lock).expiresAt > Date.now()) return undefined;
			const condition: WriteCondition = current ? { onlyIfMatch: current.etag ?? "" } : { onlyIfNew: true };
			let etag = await write({ owner, expiresAt: Date.now() + lifetimeMs }, condition);
			if (etag === undefined) return undefined;

			/** Sets the expiry time of the lock. Returns false when another invocation has taken over the lock. */
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
