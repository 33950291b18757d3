import { createHmac } from "node:crypto";
import { domainToASCII } from "node:url";
import providerDomains from "email-providers/all.json" with { type: "json" };
import { expandIPv6 } from "hono/utils/ipaddr";
import { updateBlobCounts } from "./mailCounts.ts";

/** Maximum numbers of mails of a kind per day (UTC). */
export const dailyLimits = {
	/** Each visitor. Many people can share an IP address, so one mailbox a visitor would be too few. */
	visitor: 50,
	/** All visitors together. */
	all: 10_000,
	/** Each mailbox, with different contents. */
	mailbox: 3,
	/** Newsletters for each domain that is no mail provider's: all of its addresses can have the same mailbox. */
	domain: 20,
};

/** States of a mail, by the count that another claim would give it. */
const mailStates: Record<number, string> = { 2: "pending", 3: "sent", 4: "unknown" };

/**
 * Counts a mail to an address that a visitor has entered, unless a limit of the day is reached.
 * @param key secret of the HMAC that is stored in place of addresses. Without it, nobody can find out whose they are.
 * @param purpose kind of mail, which has limits of its own; when empty, the newsletter's confirmation
 * @param content text by which different mails to a mailbox are told apart
 * @returns the first limit that is reached, or the state of the mail when it was claimed before, and functions for its
 * outcome
 */
export async function claimMail(
	updateCounts = updateBlobCounts,
	key: string,
	email: string,
	ip = "",
	purpose = "",
	content = "",
) {
	const day = new Date().toISOString().slice(0, 10);
	const hash = (text: string) =>
		createHmac("sha256", key)
			.update(purpose + text)
			.digest("hex");
	const { mailbox, domain } = parseAddress(email);
	const mail = hash(`${mailbox}\n${content}`);
	const hasDomainLimit = !purpose && !providerDomains.includes(domain);
	const ownLimits = [
		{ name: "mail", key: mail, max: 1 },
		{ name: "mailbox", key: hash(mailbox), max: dailyLimits.mailbox },
	];
	// One customer of a provider can have a /48 network of IPv6 addresses, which is their first three groups. An IPv4 address
	// becomes two groups.
	const network = expandIPv6(ip).split(":", 3).join(":");
	// Limits that say nothing about the mailbox come first. Otherwise, visitors could learn which mailboxes got mails today.
	const limits = [
		{ name: "visitor", key: hash(network), max: dailyLimits.visitor },
		{ name: "all", key: `${purpose}all`, max: dailyLimits.all },
	];
	if (hasDomainLimit) limits.push({ name: "domain", key: hash(domain), max: dailyLimits.domain });
	limits.push(...ownLimits);
	// Behind a proxy that does not name its visitors, all of them have its address, so they have no limit of their own.
	if (/^(127\..*|::1)?$/.test(ip)) limits.shift();
	let limit: string | undefined;
	await updateCounts(day, (counts = {}) => {
		const next = { ...counts };
		for (const { name, key, max } of limits) {
			next[key] = (next[key] ?? 0) + 1;
			if (next[key] > max) {
				limit = (key === mail && mailStates[next[key]]) || name;
				return undefined;
			}
		}
		return next;
	});

	const add = (keys: string[], count: number) =>
		updateCounts(day, (counts) => {
			const next = { ...counts };
			for (const key of keys) next[key] = (next[key] ?? 0) + count;
			return next;
		});
	const ownKeys = ownLimits.map((limit) => limit.key);

	return {
		limit,
		/** Takes back the counts of a mail that was not sent. The visitor's count stays. */
		release: () => add(ownKeys, -1),
		markSent: () => add([mail], 1),
		/** Stores that nobody knows whether the mail was sent. */
		markUnknown: () => add([mail], 2),
	};
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
