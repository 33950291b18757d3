import { createHmac } from "node:crypto";
import { domainToASCII } from "node:url";

/** Where short texts are kept, each under a key such as `2026-11-22/3f…`. */
export type TurnStore = {
	/** Undefined where there is none. */
	read: (key: string) => Promise<string | undefined>;
	/** Does nothing and says `false` where there is one: of several at once, one is told `true`. */
	create: (key: string, text: string) => Promise<boolean>;
	remove: (key: string) => Promise<void>;
};

/**
 * Takes the turn of a mailbox, which it has once in 24 hours.
 * @param mailbox from `hashMailbox`
 * @returns what gives it back, or undefined when it was taken before
 */
export type TakeTurn = (mailbox: string) => Promise<(() => Promise<void>) | undefined>;

/** Milliseconds. */
const day = 24 * 60 * 60 * 1000;

/** What keys of this day begin with, so that days that are over can be told without reading. */
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

/** The first day of which something has still to be known. */
export const firstDay = (now = Date.now()) => dayOf(now - day);

/** Remembers who was sent a mail. */
export function createTurns(store: TurnStore, now = Date.now): TakeTurn {
	return async (mailbox) => {
		const time = now();
		const before = await store.read(`${firstDay(time)}/${mailbox}`);
		if (before !== undefined && Number(before) > time - day) return undefined;
		const key = `${dayOf(time)}/${mailbox}`;
		return (await store.create(key, String(time))) ? () => store.remove(key) : undefined;
	};
}

/**
 * What is noted of a mailbox: nobody can read the address from it without the key. Spellings that lead to one mailbox have one
 * hash: capitals, forms of Unicode, names of a domain, what follows a plus, and at Gmail dots.
 */
export function hashMailbox(email: string, key: string): string {
	const [local = "", domain = ""] = email.normalize("NFKC").toLowerCase().split("@");
	const host = domainToASCII(domain) || domain;
	const person = local.replace(/(?<=.)\+.*/, "");
	const plain = /^(gmail|googlemail)\.com$/.test(host) ? person.replaceAll(".", "") : person;
	return createHmac("sha256", key).update(`newsletter ${plain}@${host}`).digest("hex");
}

/** https://docs.netlify.com/build/data-and-storage/netlify-blobs/ Our own server has no use for it, and does not load it. */
async function openBlobs() {
	const { getStore } = await import("@netlify/blobs");
	return getStore({ name: "newsletter-mails", consistency: "strong" });
}

/** Keeps turns on Netlify. */
export async function openBlobTurns(): Promise<TakeTurn> {
	const store = await openBlobs();
	return createTurns({
		read: async (key) => (await store.get(key, { type: "text" })) ?? undefined,
		create: async (key, text) => (await store.set(key, text, { onlyIfNew: true })).modified,
		remove: (key) => store.delete(key),
	});
}

/** Forgets the turns on Netlify that are over. */
export async function cleanBlobTurns(): Promise<void> {
	const store = await openBlobs();
	for await (const { blobs } of store.list({ paginate: true })) {
		for (const { key } of blobs) if (key < firstDay()) await store.delete(key);
	}
}
