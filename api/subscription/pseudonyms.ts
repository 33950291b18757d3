import { createHmac } from "node:crypto";
import { domainToASCII } from "node:url";

/** Keyed hashes of a mailbox and a visitor. They cannot be reversed without the key. */
export type Pseudonyms = {
	mailbox: string;
	/** Undefined when the visitor's IP address is unknown. */
	visitor: string | undefined;
};

/**
 * Hashes a mailbox and a visitor with a secret key.
 * @param visitor id of the visitor, as `identifyVisitor` returns it
 */
export function createPseudonyms(
	email: string,
	visitor: string | undefined,
	key: string,
): Pseudonyms {
	const hash = (text: string) =>
		createHmac("sha256", key).update(`newsletter ${text}`).digest("hex");
	return { mailbox: hash(toCanonicalMailbox(email)), visitor: visitor && hash(visitor) };
}

/**
 * Mail providers that deliver several addresses to one mailbox. `canonicalise` converts the part of an address before
 * the "@".
 */
const providers = [
	{
		domains: ["gmail.com", "googlemail.com"],
		canonicalise: (name: string) => name.replaceAll(".", ""),
	},
	{
		domains: ["yandex.ru", "ya.ru", "yandex.com", "yandex.by", "yandex.kz", "yandex.ua"],
		canonicalise: (name: string) => name.replaceAll(".", "-"),
	},
];

/** Returns the same address for all addresses of a mailbox: `Ann.Lee+news@googlemail.com` → `annlee@gmail.com`. */
function toCanonicalMailbox(email: string): string {
	// Splits the address before NFKC normalisation, which could turn a full-width `＠` into a second `@`.
	const at = email.lastIndexOf("@");
	const [local, domain] = [email.slice(0, at), email.slice(at + 1)].map((part) =>
		part.normalize("NFKC").toLowerCase(),
	);
	const name = (local ?? "").replace(/(?<=.)\+.*/, "");
	const host = domainToASCII(domain ?? "") || (domain ?? "");
	const provider = providers.find(({ domains }) => domains.includes(host));
	return provider ? `${provider.canonicalise(name)}@${provider.domains[0]}` : `${name}@${host}`;
}
