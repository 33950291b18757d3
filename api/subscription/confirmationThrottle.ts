import type { Pseudonyms } from "./pseudonyms.ts";

/**
 * Storage of the throttle. A key begins with its day, such as `2026-11-22/mailbox-3f…`, so that expired keys can be
 * pruned.
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
	 * Adds one to a counter, unless the counter has reached the limit. At most `limit` concurrent calls succeed.
	 * @returns the new value, or undefined at the limit
	 */
	count: (key: string, limit: number) => Promise<number | undefined>;
};

export type Claim =
	| {
			outcome: "granted";
			/**
			 * Deletes the claim, so that the next subscription with this mailbox can get a mail. Call it only if the mail
			 * was certainly not sent.
			 */
			release: () => Promise<void>;
	  }
	/** A confirmation mail to the mailbox was requested in the last 24 hours, so no second mail is sent. */
	| { outcome: "alreadySent" }
	| { outcome: "visitorLimitReached"; retryAfterSeconds: number }
	| { outcome: "quotaReached" };

/**
 * Checks whether the throttle allows a confirmation mail. If so, stores a record of the mail, the "claim", so that the
 * mailbox gets no second mail within 24 hours. Rejects when the storage of the throttle fails.
 */
export type ClaimConfirmationMail = (pseudonyms: Pseudonyms) => Promise<Claim>;

/**
 * Maximum numbers of subscriptions per day (UTC). A subscription for which no mail is sent counts, too. Otherwise the
 * limits would reveal whether a mailbox is already subscribed.
 */
export const dailyLimits = {
	/** Maximum for one visitor. High, because many participants of an event may share one IP address. */
	visitor: 50,
	/**
	 * Maximum for one network. Without it, a visitor with an IPv6 /48 network would count as 65,536 visitors, one for
	 * each /64 network.
	 */
	network: 200,
	/** Maximum for all visitors together. When it is reached, only `reserve` is left. */
	shared: 8_000,
	/**
	 * Number of further subscriptions that are accepted after `shared` is reached. Each network gets at most one of them, and only if it
	 * has had no subscription on this day. An attack from a few networks therefore cannot block all other visitors.
	 */
	reserve: 2_000,
};

const dayMs = 24 * 60 * 60 * 1000;

const formatDay = (time: number) => new Date(time).toISOString().slice(0, 10);

/** Returns the oldest day, such as `2026-11-22`, whose entries in the store are still needed. Older ones have expired. */
export const computeFirstNeededDay = (now = Date.now()) => formatDay(now - dayMs);

/** Creates the throttle of confirmation mails. A mailbox gets one mail in 24 hours, and visitors have daily limits. */
export function createConfirmationThrottle(
	store: ThrottleStore,
	now = Date.now,
	limits = dailyLimits,
): ClaimConfirmationMail {
	/**
	 * Counts a subscription for the visitor and for the visitor's network. Returns the number of subscriptions from the
	 * network on this day, including this one. Returns undefined when the limit of the visitor or of the network is
	 * reached.
	 */
	async function countVisitor(today: string, visitor: Pseudonyms["visitor"]): Promise<number | undefined> {
		// Visitors without an IP address cannot be distinguished, so only the limit `shared` applies to them. Infinity
		// means that they cannot use the quota `reserve`, which is for the first subscription from a network.
		if (!visitor) return Number.POSITIVE_INFINITY;
		const networkKey = `${today}/network-${visitor.network}`;
		// The network is checked first, so that an attacker with very many addresses in one network cannot store a counter
		// for each address.
		if ((await store.readCount(networkKey)) >= limits.network) return undefined;
		const visitorCount = await store.count(`${today}/visitor-${visitor.id}`, limits.visitor);
		if (visitorCount === undefined) return undefined;
		return store.count(networkKey, limits.network);
	}

	/**
	 * Takes one mail from the quota `shared`. If `shared` is used up, and this is the first subscription from the network
	 * on this day, takes the mail from the quota `reserve`. Returns false when no quota allows the mail.
	 */
	async function claimFromQuota(today: string, networkCount: number): Promise<boolean> {
		const sharedCount = await store.count(`${today}/shared`, limits.shared);
		if (sharedCount !== undefined) return true;
		const isFirstOfNetwork = networkCount <= 1;
		if (!isFirstOfNetwork) return false;
		const reserveCount = await store.count(`${today}/reserve`, limits.reserve);
		return reserveCount !== undefined;
	}

	/**
	 * Stores a claim for a mailbox, unless a claim from the last 24 hours exists. The key of such a claim contains the
	 * date of today or of yesterday, so both keys are checked.
	 */
	async function claimMailbox(time: number, mailbox: string): Promise<Claim> {
		const yesterday = await store.read(`${computeFirstNeededDay(time)}/mailbox-${mailbox}`);
		if (yesterday !== undefined && Number(yesterday) > time - dayMs) return { outcome: "alreadySent" };
		const key = `${formatDay(time)}/mailbox-${mailbox}`;
		if (!(await store.create(key, String(time)))) return { outcome: "alreadySent" };
		return { outcome: "granted", release: () => store.remove(key) };
	}

	// Limits are checked before the mailbox, so that a refusal reveals nothing about the mailbox.
	return async ({ mailbox, visitor }) => {
		const time = now();
		const today = formatDay(time);
		// When the quota `reserve` is used up, nothing more is stored on this day, so that an attack cannot fill the
		// storage.
		if ((await store.readCount(`${today}/reserve`)) >= limits.reserve) return { outcome: "quotaReached" };
		const networkCount = await countVisitor(today, visitor);
		if (networkCount === undefined) {
			return { outcome: "visitorLimitReached", retryAfterSeconds: Math.ceil((dayMs - (time % dayMs)) / 1000) };
		}
		if (!(await claimFromQuota(today, networkCount))) return { outcome: "quotaReached" };
		return claimMailbox(time, mailbox);
	};
}
