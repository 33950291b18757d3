import { setTimeout as wait } from "node:timers/promises";
import pMap from "p-map";
import {
	type ClaimConfirmationMail,
	createConfirmationThrottle,
	formatDay,
	type ThrottleStore,
} from "./confirmationThrottle.ts";

/** Maximum attempts to change a counter that other requests change at the same time. */
const maxAttempts = 10;

const concurrentDeletions = 20;

/**
 * Opens the throttle of confirmation mails with Netlify Blobs as its store:
 * https://docs.netlify.com/build/data-and-storage/netlify-blobs/
 */
export async function openBlobThrottle(): Promise<ClaimConfirmationMail> {
	const blobs = await openBlobs();
	const store: ThrottleStore = {
		create: async (key) => (await blobs.set(key, "", { onlyIfNew: true })).modified,
		remove: (key) => blobs.delete(key),
		readCount: async (key) => Number((await blobs.get(key, { type: "text" })) ?? 0),
		async increment(key, limit) {
			for (let attempt = 1; attempt <= maxAttempts; attempt++) {
				const current = await blobs.getWithMetadata(key, { type: "text" });
				const count = Number(current?.data ?? 0);
				if (count >= limit) return false;
				// The ETag is missing only in `netlify dev`, which ignores the empty `onlyIfMatch` and writes unconditionally.
				const condition = current ? { onlyIfMatch: current.etag ?? "" } : { onlyIfNew: true };
				const { modified } = await blobs.set(key, String(count + 1), condition);
				if (modified) return true;
				await wait(Math.random() * 20 * attempt);
			}
			throw new Error("a counter of confirmation mails is changed by too many requests at once.");
		},
	};
	return createConfirmationThrottle(store);
}

/** Deletes the throttle's records of past days from Netlify Blobs. */
export async function pruneBlobThrottle(): Promise<void> {
	const blobs = await openBlobs();
	const today = formatDay(Date.now());
	for await (const page of blobs.list({ paginate: true })) {
		const pastKeys = page.blobs.map(({ key }) => key).filter((key) => key < today);
		await pMap(pastKeys, (key) => blobs.delete(key), { concurrency: concurrentDeletions });
	}
}

/**
 * Opens the throttle's store in Netlify Blobs. The package is imported on demand, because our own server never needs
 * it.
 */
async function openBlobs() {
	const { getStore } = await import("@netlify/blobs");
	return getStore({ name: "newsletter-mails", consistency: "strong" });
}
