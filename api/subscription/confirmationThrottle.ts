import type { Pseudonyms } from "./pseudonyms.ts";

/** Maximum numbers of subscriptions per day (UTC). */
export const dailyLimits = {
	/** Each visitor. Many people can share an IP address, so one mailbox a visitor would be too few. */
	visitor: 50,
	/** All visitors together. */
	all: 10_000,
};

/**
 * Storage of the throttle, the same for all requests. Each key begins with its day, such as `2026-11-22/mailbox-3f…`,
 * so that the keys of past days can be deleted.
 */
export type ThrottleStore = {
	/** Stores a new key, atomically. Returns false when the key exists already. */
	create: (key: string) => Promise<boolean>;
	remove: (key: string) => Promise<void>;
	/** Returns the value of a counter. A counter that does not exist yet has the value 0. */
	readCount: (key: string) => Promise<number>;
	/**
	 * Adds one to a counter. Returns false when the limit is reached. Concurrent calls never exceed the limit, but close
	 * to the limit all of them may be refused.
	 */
	increment: (key: string, limit: number) => Promise<boolean>;
};

export type Claim =
	| {
			outcome: "granted";
			/** Permits another mail to the mailbox. Call `release` only if the confirmation mail was certainly not sent. */
			release: () => Promise<void>;
	  }
	/** A confirmation mail to the mailbox was requested today, so no second mail is sent. */
	| { outcome: "alreadySent" }
	| { outcome: "visitorLimitReached"; retryAfterSeconds: number }
	| { outcome: "quotaReached" };

export type ClaimConfirmationMail = (pseudonyms: Pseudonyms) => Promise<Claim>;

const dayMs = 24 * 60 * 60 * 1000;

/** Returns the day (UTC) that begins the throttle's keys, such as `2026-11-22`. */
export const formatDay = (time: number) => new Date(time).toISOString().slice(0, 10);

/** Returns the time until the next midnight (UTC), in milliseconds. */
export const computeRestOfDayMs = (time: number) => dayMs - (time % dayMs);

/** Creates the throttle of confirmation mails: one a day to each mailbox, and the numbers of `dailyLimits`. */
export function createConfirmationThrottle(
	store: ThrottleStore,
	limits = dailyLimits,
): ClaimConfirmationMail {
	return async ({ mailbox, visitor }) => {
		const time = Date.now();
		const day = formatDay(time);
		const mailboxKey = `${day}/mailbox-${mailbox}`;
		const allKey = `${day}/all`;

		// Stores nothing about visitors after the limit of all is reached. Otherwise, an attacker could fill the storage.
		if ((await store.readCount(allKey)) >= limits.all) return { outcome: "quotaReached" };
		const isVisitorAllowed =
			!visitor || (await store.increment(`${day}/visitor-${visitor}`, limits.visitor));
		if (!isVisitorAllowed) {
			return {
				outcome: "visitorLimitReached",
				retryAfterSeconds: Math.ceil(computeRestOfDayMs(time) / 1000),
			};
		}
		// Counted after the visitor, so that a visitor at the limit cannot use up the limit of all.
		if (!(await store.increment(allKey, limits.all))) return { outcome: "quotaReached" };
		// Checked last. Otherwise, visitors at a limit could learn which mailboxes got mails today.
		if (!(await store.create(mailboxKey))) return { outcome: "alreadySent" };
		return { outcome: "granted", release: () => store.remove(mailboxKey) };
	};
}
