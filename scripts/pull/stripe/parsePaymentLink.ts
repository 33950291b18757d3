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
