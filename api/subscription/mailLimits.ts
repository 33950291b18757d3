import { createHmac } from "node:crypto";
import { domainToASCII } from "node:url";
import providerDomains from "email-providers/all.json" with { type: "json" };
import { expandIPv6 } from "hono/utils/ipaddr";
import { blobMailStore } from "./blobMailStore.ts";

/** Maximum numbers of mails of a kind per day (UTC). */
export const dailyLimits = {
	/** Each visitor. Many people can share an IP address, so one mailbox a visitor would be too few. */
	visitor: 50,
	/** All visitors together. */
	all: 10_000,
	/** Each domain that is no mail provider's: all of its addresses can have the same mailbox. */
	domain: 20,
};

/** Counts of one day, by key. */
type Counts = Record<string, number>;

/** Storage for the counts of mails, which are deleted after their day. */
export type MailStore = {
	/**
	 * Changes the counts of a day (UTC), such as `2026-11-22`, atomically.
	 * @param change computes the new counts, or undefined to leave the counts as they are
	 */
	update: (day: string, change: (counts?: Counts) => Counts | undefined) => Promise<void>;
};

/**
 * Counts a mail to an address that a visitor has entered, unless a limit of the day is reached.
 * @param key secret of the HMAC that is stored in place of addresses. Without it, nobody can find out whose they are.
 * @param purpose kind of mail, which has limits of its own; when empty, the newsletter's confirmation
 * @returns the first limit that is reached (`visitor`, `all`, `mailbox` or `domain`), and a function that frees the mailbox again
 * when the mail is not sent
 */
export async function claimMail(
	store = blobMailStore,
	key: string,
	email: string,
	ip = "",
	purpose = "",
) {
	const day = new Date().toISOString().slice(0, 10);
	const hash = (text: string) =>
		createHmac("sha256", key)
			.update(purpose + text)
			.digest("hex");
	const address = parseAddress(email);
	const mailbox = hash(address.mailbox);
	const isProvider = providerDomains.includes(address.domain);
	// One customer of a provider can have a /48 network of IPv6 addresses, which is their first three groups. An IPv4 address
	// becomes two groups.
	const network = expandIPv6(ip).split(":", 3).join(":");
	// The visitor comes first. Otherwise, visitors at their limit could learn which mailboxes got mails today.
	const limits = [
		{ name: "visitor", key: hash(network), max: dailyLimits.visitor },
		{ name: "all", key: `${purpose}all`, max: dailyLimits.all },
		{ name: "mailbox", key: mailbox, max: 1 },
		{
			name: "domain",
			key: hash(address.domain),
			max: isProvider ? Number.POSITIVE_INFINITY : dailyLimits.domain,
		},
	];
	// Behind a proxy that does not name its visitors, all of them have its address, so they have no limit of their own.
	if (/^(127\..*|::1)?$/.test(ip)) limits.shift();
	let limit: string | undefined;
	await store.update(day, (counts = {}) => {
		const next = { ...counts };
		for (const { name, key, max } of limits) {
			next[key] = (next[key] ?? 0) + 1;
			if (next[key] > max) {
				limit = name;
				return undefined;
			}
		}
		return next;
	});
	const release = () => store.update(day, ({ [mailbox]: _, ...others } = {}) => others);
	return { limit, release };
}

/** Main domains of providers, by the other domains with the same mailboxes. */
const mainDomains: Record<string, string> = {
	"googlemail.com": "gmail.com",
	"mac.com": "icloud.com",
	"me.com": "icloud.com",
	"pm.me": "proton.me",
	"protonmail.ch": "proton.me",
	"protonmail.com": "proton.me",
	"narod.ru": "yandex.ru",
	"ya.ru": "yandex.ru",
};

/** Signs before the `@` that make no difference to a provider. */
const ignoredSigns: Record<string, RegExp> = { "gmail.com": /\./g, "proton.me": /[._-]/g };

/** Returns the same mailbox for all its addresses, and its domain. */
function parseAddress(email: string) {
	const [user = "", host = ""] = email.split("@");
	const hostname = domainToASCII(host)
		.replace(/\.$/, "")
		.replace(/^yandex\..*/, "yandex.ru");
	const domain = mainDomains[hostname] ?? hostname;
	const name = user.normalize("NFKC").toLowerCase().replace(/\+.*/, "");
	// To Yandex, a dot is the same as a hyphen.
	const login = domain === "yandex.ru" ? name.replaceAll(".", "-") : name;
	return { mailbox: `${login.replace(ignoredSigns[domain] ?? "", "")}@${domain}`, domain };
}
