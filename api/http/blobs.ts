import { setTimeout as wait } from "node:timers/promises";
import type { Store } from "@netlify/blobs";

/** Maximum attempts to change a value that other requests change at the same time. */
const maxAttempts = 10;

/**
 * Opens a store in Netlify Blobs, which all deploys of the site share:
 * https://docs.netlify.com/build/data-and-storage/netlify-blobs/
 */
export async function openBlobs(name: string): Promise<Store> {
	// Imported on demand, because only deployments on Netlify use this package.
	const { getStore } = await import("@netlify/blobs");
	return getStore({ name, consistency: "strong" });
}

/**
 * Changes a JSON value atomically.
 * @param change computes the new value, or undefined to leave the value as it is; called again when another request has
 * changed the value in between
 */
export async function updateBlob<Value>(
	blobs: Store,
	key: string,
	change: (value: Value | undefined) => Value | undefined,
): Promise<void> {
	for (let attempt = 1; attempt <= maxAttempts; attempt++) {
		const current = await blobs.getWithMetadata(key, { type: "json" });
		const value = change(current?.data);
		if (value === undefined) return;
		// The ETag is missing only in `netlify dev`, which ignores the empty `onlyIfMatch` and writes unconditionally.
		const condition = current ? { onlyIfMatch: current.etag ?? "" } : { onlyIfNew: true };
		const { modified } = await blobs.setJSON(key, value, condition);
		if (modified) return;
		await wait(Math.random() * 20 * attempt);
	}
	throw new Error(`${key} in Netlify Blobs is changed by too many requests at once.`);
}
