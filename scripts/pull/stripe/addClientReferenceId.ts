import { type Locale, locales } from "../../../content/locales.ts";
import type { PageEntryName } from "../../../content/model.ts";

/**
 * URL parameter of a payment link. Stripe records the parameter's value with the payment:
 * https://docs.stripe.com/payment-links/url-parameters
 */
const parameter = "client_reference_id";

/** Returns a `client_reference_id` such as `ru-consultations`. Stripe allows only letters, digits, `-` and `_`. */
export function clientReferenceIdOf(page: PageEntryName, locale: Locale): string {
	return `${locales[locale].hreflang}-${page}`;
}

/** Adds `client_reference_id` to a payment link that has none. */
export function addClientReferenceId(href: string, clientReferenceId: string): string {
	if (new URL(href).searchParams.has(parameter)) return href;
	const fragmentStart = href.includes("#") ? href.indexOf("#") : href.length;
	const address = href.slice(0, fragmentStart);
	const fragment = href.slice(fragmentStart);
	const separator = address.includes("?") ? "&" : "?";
	return `${address}${separator}${parameter}=${clientReferenceId}${fragment}`;
}
