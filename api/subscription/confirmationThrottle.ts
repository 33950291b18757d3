import type { Pseudonyms } from "./pseudonyms.ts";

/** Storage of the throttle. The keys of a day begin with it, such as `2026-11-22/mailbox-3f…`, so that old ones can be pruned. */
export type ThrottleStore = {
	/** Returns the text of a key, or undefined when the key does not exist. */
	read: (key: string) => Promise<string | undefined>;
	/** Stores a text under a new key. Returns false, and changes nothing, when the key exists. Atomic. */
	create: (key: string, text: string) => Promise<boolean>;
	remove: (key: string) => Promise<void>;
	/** Returns the value of a counter, which is 0 at first. */
	readCount: (key: string) => Promise<number>;
	/**
	 * Adds one to a counter, unless it has reached the limit. Of concurrent calls at most `limit` succeed.
	 * @returns the new count, or undefined at the limit
	 */
	count: (key: string, limit: number) => Promise<number | undefined>;
};

export type Claim =
	| {
			outcome: "granted";
			/** Gives the mailbox's mail back, when it was certainly not sent. */
			release: () => Promise<void>;
	  }
	/** The mailbox was sent its mail in the last 24 hours. */
	| { outcome: "alreadySent" }
	| { outcome: "visitorLimitReached"; retryAfterSeconds: number }
	| { outcome: "quotaReached" };

/** Claims the confirmation mail of a subscription. Throws when the storage fails. */
export type ClaimConfirmationMail = (pseudonyms: Pseudonyms) => Promise<Claim>;

/**
 * Maximum numbers of subscriptions per day (UTC). A subscription that sends no mail counts as well. Otherwise the limit would
 * reveal whether a mailbox is subscribed.
 */
export const dailyLimits = {
	/** Subscriptions of one visitor. High, because the audience of an event may share one IP address. */
	visitor: 50,
	/** Subscriptions from one network. Limited, because the owner of an IPv6 /48 could pose as 65,536 visitors. */
	network: 200,
	/** Subscriptions of all visitors together. */
	shared: 8_000,
	/**
	 * Subscriptions after `shared` is used up: one for each network that has had none on this day, so that an attack from a few
	 * networks does not block all other visitors.
	 */
	reserve: 2_000,
};

const dayMs = 24 * 60 * 60 * 1000;

const formatDay = (time: number) => new Date(time).toISOString().slice(0, 10);

/** Returns the first day, such as `2026-11-22`, whose keys are still needed. */
export const firstNeededDay = (now = Date.now()) => formatDay(now - dayMs);

/** Creates the throttle of confirmation mails: one a mailbox in 24 hours, and the daily limits of visitors. */
export function createConfirmationThrottle(
	store: ThrottleStore,
	now = Date.now,
	limits = dailyLimits,
): ClaimConfirmationMail {
	/** Counts a subscription of a visitor. Returns the count of the network, or undefined when a limit is reached. */
	async function countVisitor(today: string, visitor: Pseudonyms["visitor"]): Promise<number | undefined> {
		// Visitors without an IP address cannot be told apart, so only `shared` applies. An infinite count excludes the reserve.
		if (!visitor) return Number.POSITIVE_INFINITY;
		const networkKey = `${today}/network-${visitor.network}`;
		// Read before anything is stored: a network has very many addresses, each of which would leave a counter.
		if ((await store.readCount(networkKey)) >= limits.network) return undefined;
		const visitorCount = await store.count(`${today}/visitor-${visitor.id}`, limits.visitor);
		if (visitorCount === undefined) return undefined;
		return store.count(networkKey, limits.network);
	}

	/** Takes one mail from the shared quota or, for the first subscription of a network, from the reserve. */
	async function claimFromQuota(today: string, networkCount: number): Promise<boolean> {
		const sharedCount = await store.count(`${today}/shared`, limits.shared);
		if (sharedCount !== undefined) return true;
		const isFirstOfNetwork = networkCount <= 1;
		if (!isFirstOfNetwork) return false;
		const reserveCount = await store.count(`${today}/reserve`, limits.reserve);
		return reserveCount !== undefined;
	}

	/** Claims the one mail of a mailbox in 24 hours. Its key may lie in the folder of today or of yesterday. */
	async function claimMailbox(time: number, mailbox: string): Promise<Claim> {
		const yesterday = await store.read(`${firstNeededDay(time)}/mailbox-${mailbox}`);
		if (yesterday !== undefined && Number(yesterday) > time - dayMs) return { outcome: "alreadySent" };
		const key = `${formatDay(time)}/mailbox-${mailbox}`;
		if (!(await store.create(key, String(time)))) return { outcome: "alreadySent" };
		return { outcome: "granted", release: () => store.remove(key) };
	}

	// The limits are checked before the mailbox, so that the response at a limit reveals nothing about the mailbox.
	return async ({ mailbox, visitor }) => {
		const time = now();
		const today = formatDay(time);
		// At the end of the reserve nothing more is stored, so that the storage stays small.
		if ((await store.readCount(`${today}/reserve`)) >= limits.reserve) return { outcome: "quotaReached" };
		const networkCount = await countVisitor(today, visitor);
		if (networkCount === undefined) {
			return { outcome: "visitorLimitReached", retryAfterSeconds: Math.ceil((dayMs - (time % dayMs)) / 1000) };
		}
		if (!(await claimFromQuota(today, networkCount))) return { outcome: "quotaReached" };
		return claimMailbox(time, mailbox);
	};
}
