import { z } from "zod";
import { honeypotName } from "../../content/honeypot.ts";
import type { Locale } from "../../content/locales.ts";
import type { Words } from "../../content/words.ts";

export type Subscription = {
	email: string;
	name: string;
	locale: Locale;
	/** Time at which the subscription was received, in ISO 8601. */
	time: string;
	/** Version of the consent text: time of the last change of its entry in Contentful, in ISO 8601. */
	consent?: string | undefined;
};

type SubscriptionFields = z.infer<typeof fieldsSchema>;

const fieldsSchema = z.object({
	email: z.string().default(""),
	name: z.string().default(""),
	[honeypotName]: z.unknown().optional(),
	consent: z.string().optional(),
});

/** Returns undefined when the text is not JSON or a field has a wrong type. */
export function parseJsonFields(text: string): SubscriptionFields | undefined {
	try {
		return fieldsSchema.safeParse(JSON.parse(text)).data;
	} catch {
		return undefined;
	}
}

export function parseFormFields(text: string): SubscriptionFields | undefined {
	return fieldsSchema.safeParse(Object.fromEntries(new URLSearchParams(text))).data;
}

/** SMTP's maximum length of a mail address, in characters (RFC 5321, erratum 1690). */
const maxEmailLength = 254;

const maxNameLength = 100;

/**
 * Pattern for mail addresses, with letters of any alphabet. It is loose, because the confirmation mail proves that the
 * address exists.
 */
const emailPattern = /^[^\s@\p{C}]+@([\p{L}\p{M}\p{N}-]+\.)+[\p{L}\p{M}\p{N}-]{2,}$/u;

const linkPattern = /:\/\/|www\.|@/i;

/** Pattern for a domain in a visitor's name: a dot before lower-case letters. `J.R.Smith` does not match. */
const domainPattern = /\.\p{Ll}{2,}/u;

/**
 * Validates the fields of a subscription. Returns the subscription, or the key of an error message in
 * `content/words.ts`.
 */
export function parseSubscription(
	fields: SubscriptionFields,
	locale: Locale,
): Subscription | { problem: keyof Words } {
	const email = fields.email.trim();
	if (!email) return { problem: "emailMissing" };
	if (!emailPattern.test(email) || email.length > maxEmailLength)
		return { problem: "emailInvalid" };
	const name = fields.name.replace(/\p{C}+/gu, " ").trim();
	if (name.length > maxNameLength) return { problem: "nameInvalid" };
	// The confirmation mail can contain the name. With a link in the name, anybody could make the consultancy send mails
	// with that link.
	if (linkPattern.test(name) || domainPattern.test(name)) return { problem: "nameWithLink" };
	const consent = z.iso.datetime().safeParse(fields.consent).data;
	return { email, name, locale, consent, time: new Date().toISOString() };
}
