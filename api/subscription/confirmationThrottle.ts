import type { Pseudonyms } from "./pseudonyms.ts";

/**
 * Storage of the throttle for confirmation mails. Each key begins with the day of its creation, such as
 * `2026-11-22/mailbox-3f…`, so that expired keys can be pruned.
 */
export type ThrottleStore = {
	/** Returns the text that is stored under a key, or undefined when the key does not exist. */
	read: (key: string) => Promise<string | undefined>;
	/** Stores a text under a new key, atomically. Returns false without changing anything when the key exists already. */
	create: (key: string, text: string) => Promise<boolean>;
	remove: (key: string) => Promise<void>;
	/** Returns the value of a counter. A counter that does not exist yet has the value 0. */
	readCount: (key: string) => Promise<number>;
	/**
	 * Adds one to a counter, atomically.
	 * @returns the new value, or undefined when the counter has already reached the limit
	 */
	increment: (key: string, limit: number) => Promise<number | undefined>;
};

export type Claim =
	| {
			outcome: "granted";
			/** Permits another mail to the mailbox. Call `release` only if the confirmation mail was certainly not sent. */
			release: () => Promise<void>;
	  }
	/** A confirmation mail to the mailbox was requested in the last 24 hours, so no second mail is sent. */
	| { outcome: "alreadySent" }
	| { outcome: "visitorLimitReached"; retryAfterSeconds: number }
	| { outcome: "quotaReached" };

/** Requests permission to send a confirmation mail. A mailbox gets at most one permission in 24 hours. */
export type ClaimConfirmationMail = (pseudonyms: Pseudonyms) => Promise<Claim>;

/** Maximum numbers of subscriptions per day (UTC). */
export const dailyLimits = {
	/** Maximum daily subscriptions from one IPv4 address or IPv6 /64 network, which many visitors can share. */
	visitor: 50,
	/** Maximum daily subscriptions from one IPv4 /24 or IPv6 /48 network. */
	network: 200,
	/** Maximum daily subscriptions of all visitors together. */
	shared: 8_000,
	/** Additional daily subscriptions after the limit `shared` is reached, at most one from each IP network. */
	reserve: 2_000,
};

const dayMs = 24 * 60 * 60 * 1000;

const formatDay = (time: number) => new Date(time).toISOString().slice(0, 10);

/**
 * Returns the oldest day, such as `2026-11-22`, whose entries in the store are still needed. Entries of earlier days
 * have expired.
 */
export const computeFirstNeededDay = (now = Date.now()) => formatDay(now - dayMs);

type CountedVisitor = { isFirstOfNetwork: boolean };

export function createConfirmationThrottle(
	store: ThrottleStore,
	now = Date.now,
	limits = dailyLimits,
): ClaimConfirmationMail {
	/**
	 * Counts a subscription for the visitor and for the visitor's network.
	 * @returns undefined when the limit of the visitor or of the network is reached
	 */
	async function countVisitor(today: string, visitor: Pseudonyms["visitor"]): Promise<CountedVisitor | undefined> {
		if (!visitor) return { isFirstOfNetwork: false };
		const networkKey = `${today}/network-${visitor.network}`;
		// Returns before a counter for the visitor is stored. Otherwise, an attacker could fill the storage with counters.
		if ((await store.readCount(networkKey)) >= limits.network) return undefined;
		const visitorCount = await store.increment(`${today}/visitor-${visitor.id}`, limits.visitor);
		if (visitorCount === undefined) return undefined;
		const networkCount = await store.increment(networkKey, limits.network);
		return networkCount === undefined ? undefined : { isFirstOfNetwork: networkCount === 1 };
	}

	async function claimFromQuota(today: string, { isFirstOfNetwork }: CountedVisitor): Promise<boolean> {
		const sharedCount = await store.increment(`${today}/shared`, limits.shared);
		if (sharedCount !== undefined) return true;
		if (!isFirstOfNetwork) return false;
		const reserveCount = await store.increment(`${today}/reserve`, limits.reserve);
		return reserveCount !== undefined;
	}

	async function claimMailbox(time: number, mailbox: string): Promise<Claim> {
		const yesterday = formatDay(time - dayMs);
		const sentYesterdayAt = await store.read(`${yesterday}/mailbox-${mailbox}`);
		const isRecent = sentYesterdayAt !== undefined && Number(sentYesterdayAt) > time - dayMs;
		if (isRecent) return { outcome: "alreadySent" };
		const key = `${formatDay(time)}/mailbox-${mailbox}`;
		if (!(await store.create(key, String(time)))) return { outcome: "alreadySent" };
		return { outcome: "granted", release: () => store.remove(key) };
	}

	return async ({ mailbox, visitor }) => {
		const time = now();
		const today = formatDay(time);
		// Stores no counters after the daily quota is used up. Otherwise, an attacker could fill the storage.
		if ((await store.readCount(`${today}/reserve`)) >= limits.reserve) return { outcome: "quotaReached" };
		const counted = await countVisitor(today, visitor);
		if (!counted) {
			return { outcome: "visitorLimitReached", retryAfterSeconds: Math.ceil((dayMs - (time % dayMs)) / 1000) };
		}
		if (!(await claimFromQuota(today, counted))) return { outcome: "quotaReached" };
		// Must run after the limit checks. Otherwise, visitors over a limit could learn which mailboxes recently got mails.
		return claimMailbox(time, mailbox);
	};
}
