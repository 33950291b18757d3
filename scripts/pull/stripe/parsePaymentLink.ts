/** Returns the trimmed payment link, or undefined when the address is invalid or its host is not in `hosts`. */
export function parsePaymentLink(address: string, hosts: readonly string[]): string | undefined {
	const href = address.trim();
	// "https:example.org" has no slashes, so browsers would read it as a path of this site.
	if (!/^https:\/\/\S+$/i.test(href)) return undefined;
	const url = URL.parse(href);
	if (!url || !hosts.includes(url.host)) return undefined;
	if (url.username || url.password) return undefined;
	// The path contains "//" when two addresses were pasted one after the other.
	if (url.pathname === "/" || url.pathname.includes("//")) return undefined;
	return href;
}

/**
 * Returns the last segment of a payment link's path, which identifies the link on every host. Ignores the query,
 * because it only prefills Stripe's form.
 */
export function paymentLinkId(href: string): string {
	return new URL(href).pathname.split("/").filter(Boolean).at(-1) ?? "";
}

/** Checks whether a payment link belongs to Stripe's test mode, in which visitors cannot pay. */
export function isTestLink(href: string): boolean {
	return paymentLinkId(href).startsWith("test_");
}
