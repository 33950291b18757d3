import { openBlobs, updateBlob } from "../http/blobs.ts";
import type { MailStore } from "./mailLimits.ts";

const openStore = () => openBlobs("newsletter-mails");

/** Counts of mails in Netlify Blobs: one blob for each day. */
export const blobMailStore: MailStore = {
	update: async (day, change) => updateBlob(await openStore(), day, change),
};

/** Deletes the counts of past days from Netlify Blobs. */
export async function deletePastCounts(today: string): Promise<void> {
	const store = await openStore();
	const { blobs } = await store.list();
	for (const { key } of blobs) {
		if (key < today) await store.delete(key);
	}
}
