import { createHmac } from "node:crypto";
import { domainToASCII } from "node:url";
import type { VisitorIdentity } from "../http/visitor.ts";

/** Keyed hashes that the throttle stores instead of e-mail and IP addresses. They cannot be reversed without the key. */
export type Pseudonyms = {
	mailbox: string;
	/** Undefined when nothing is known about the visitor. */
	visitor?: VisitorIdentity | undefined;
};

/** Returns the pseudonyms of a subscription: keyed hashes of the mailbox, the visitor and the visitor's network. */
export function createPseudonyms(email: string, visitor: VisitorIdentity | undefined, key: string): Pseudonyms {
	const hash = (text: string) => createHmac("sha256", key).update(`newsletter ${text}`).digest("hex");
	const mailbox = hash(canonicalMailbox(email));
	if (!visitor) return { mailbox };
	return { mailbox, visitor: { id: hash(visitor.id), network: hash(visitor.network) } };
}

/** Mail providers at which several addresses lead to one mailbox. */
const providers = [
	{ domains: ["gmail.com", "googlemail.com"], canonicalise: (name: string) => name.replaceAll(".", "") },
	{
		domains: ["yandex.ru", "ya.ru", "yandex.com", "yandex.by", "yandex.kz", "yandex.ua"],
		canonicalise: (name: string) => name.replaceAll(".", "-"),
	},
];

/**
 * Returns the canonical address of a mailbox. It ignores case, Unicode forms, spellings of the domain, tags after a plus,
 * and the aliases of the providers above.
 */
function canonicalMailbox(email: string): string {
	// Split before normalising: the full-width "＠" becomes an "@" then, and would name another person's mailbox.
	const at = email.lastIndexOf("@");
	const [local, domain] = [email.slice(0, at), email.slice(at + 1)].map((part) => part.normalize("NFKC").toLowerCase());
	const name = (local ?? "").replace(/(?<=.)\+.*/, "");
	const host = domainToASCII(domain ?? "") || (domain ?? "");
	const provider = providers.find(({ domains }) => domains.includes(host));
	return provider ? `${provider.canonicalise(name)}@${provider.domains[0]}` : `${name}@${host}`;
}
