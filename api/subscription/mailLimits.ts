/** Maximum numbers of confirmation mails per day (UTC). */
export const dailyLimits = {
	/** Each visitor. Many people can share an IP address, so one mailbox a visitor would be too few. */
	visitor: 50,
	/** All visitors together. */
	all: 10_000,
};

/** Counts of one day, by key. */
type Counts = Record<string, number>;

/** Storage for the counts of confirmation mails, which are deleted after their day. */
export type MailStore = {
	/**
	 * Changes the counts of a day (UTC), such as `2026-11-22`, atomically.
	 * @param change computes the new counts, or undefined to leave the counts as they are
	 */
	update: (day: string, change: (counts?: Counts) => Counts | undefined) => Promise<void>;
};

/**
 * Adds one to several counts of a day, unless one of them has reached its limit.
 * @returns key of the first count that has reached its limit
 */
export async function countMail(
	store: MailStore,
	day: string,
	limits: Counts,
): Promise<string | undefined> {
	let fullKey: string | undefined;
	await store.update(day, (counts = {}) => {
		const next = { ...counts };
		for (const [key, limit] of Object.entries(limits)) {
			next[key] = (next[key] ?? 0) + 1;
			if (next[key] > limit) {
				fullKey = key;
				return undefined;
			}
		}
		return next;
	});
	return fullKey;
}
