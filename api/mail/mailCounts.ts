import { openBlobs, updateBlob } from "../http/blobs.ts";

/** Counts of one day, by key. */
type Counts = Record<string, number>;

/**
 * Changes the stored counts of the mails of a day (UTC), such as `2026-11-22`, atomically. Old counts are deleted.
 * @param change computes the new counts, or undefined to leave the counts as they are
 */
export type UpdateCounts = (
	day: string,
	change: (counts?: Counts) => Counts | undefined,
) => Promise<void>;

const openStore = () => openBlobs("newsletter-mails");

/** Changes the counts in Netlify Blobs: one blob for each day. */
export const updateBlobCounts: UpdateCounts = async (day, change) =>
	updateBlob(await openStore(), day, change);

/** Deletes the counts of past days from Netlify Blobs. */
export async function deletePastCounts(today: string): Promise<void> {
	const store = await openStore();
	const { blobs } = await store.list();
	for (const { key } of blobs) {
		if (key < today) await store.delete(key);
	}
}
