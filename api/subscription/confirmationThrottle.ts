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

/** Subscriptions a day (UTC), whether a mail was sent for them or not: the count tells nothing about a mailbox. */
export const dailyLimits = {
	/** For one visitor: a practice's whole audience may share one address, at an event for example. */
	visitor: 50,
	/** For one network: an owner of a /48 has the addresses of 65,536 visitors. */
	network: 200,
	/** For all visitors together. */
	shared: 8_000,
	/** After that: one for each network that has had none, so that readers get through while others use up the rest. */
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
		// Without an address, all visitors would share the limit of one.
		if (!visitor) return Number.POSITIVE_INFINITY;
		const networkKey = `${today}/network-${visitor.network}`;
		// Read before anything is stored: a network has very many addresses, each of which would leave a counter.
		if ((await store.readCount(networkKey)) >= limits.network) return undefined;
		const ofVisitor = await store.count(`${today}/visitor-${visitor.id}`, limits.visitor);
		if (ofVisitor === undefined) return undefined;
		return store.count(networkKey, limits.network);
	}

	/** Takes one mail from the shared quota or, for the first subscription of a network, from the reserve. */
	async function takeFromQuota(today: string, ofNetwork: number): Promise<boolean> {
		const ofAll = await store.count(`${today}/shared`, limits.shared);
		if (ofAll !== undefined) return true;
		if (ofNetwork > 1) return false;
		const ofReserve = await store.count(`${today}/reserve`, limits.reserve);
		return ofReserve !== undefined;
	}

	async function claimMailbox(time: number, mailbox: string): Promise<Claim> {
		const yesterday = await store.read(`${firstNeededDay(time)}/mailbox-${mailbox}`);
		if (yesterday !== undefined && Number(yesterday) > time - dayMs) return { outcome: "alreadySent" };
		const key = `${formatDay(time)}/mailbox-${mailbox}`;
		if (!(await store.create(key, String(time)))) return { outcome: "alreadySent" };
		return { outcome: "granted", release: () => store.remove(key) };
	}

	// The limits come before the mailbox, so that the answer at a limit does not depend on the mailbox.
	return async ({ mailbox, visitor }) => {
		const time = now();
		const today = formatDay(time);
		// Once everything is used up, nothing more is stored.
		if ((await store.readCount(`${today}/reserve`)) >= limits.reserve) return { outcome: "quotaReached" };
		const ofNetwork = await countVisitor(today, visitor);
		if (ofNetwork === undefined) {
			return { outcome: "visitorLimitReached", retryAfterSeconds: Math.ceil((dayMs - (time % dayMs)) / 1000) };
		}
		if (!(await takeFromQuota(today, ofNetwork))) return { outcome: "quotaReached" };
		return claimMailbox(time, mailbox);
	};
}
