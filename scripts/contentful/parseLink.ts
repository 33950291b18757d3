const base = "https://relative.invalid";

/**
 * Checks an address that text links to: https, http, mailto, tel, a path of this site or a place on the page.
 * @returns the address, without the white space around it, or undefined when it is anything else
 */
export function parseTextLink(address: string): string | undefined {
	const href = address.trim();
	const url = URL.parse(href, base);
	if (!url) return undefined;
	const relative = url.origin === base && /^[/#]/.test(href);
	// What is relative but neither path nor fragment ("www.example.org", "https:example.org") would lead astray.
	const absolute = /^(https?:\/\/|mailto:|tel:)/i.test(href);
	return relative || absolute ? href : undefined;
}

/** Checks the address of a website: http or https. */
export function parseWebAddress(address: string): string | undefined {
	const href = address.trim();
	return /^https?:\/\//i.test(href) && URL.canParse(href) ? href : undefined;
}

/** Checks a payment link: https, on one of the allowed hosts, without a name or password. It is otherwise kept as entered. */
export function parsePaymentLink(address: string, hosts: readonly string[]): string | undefined {
	const href = address.trim();
	const url = URL.parse(href);
	// Without its slashes it would be a path of this site.
	const absolute = /^https:\/\//i.test(href);
	const right = absolute && url && hosts.includes(url.host) && !url.username && !url.password;
	return right ? href : undefined;
}

/** Whether a payment link is of Stripe's test mode, in which nobody pays: Stripe begins the path of those with `test_`. */
export function isTestLink(href: string): boolean {
	return new URL(href).pathname.startsWith("/test_");
}
