import { type Locale, locales } from "../../../content/locales.ts";
import type { PageEntryName } from "../../../content/model.ts";

/**
 * URL parameter of a payment link. Stripe records the parameter's value with the payment:
 * https://docs.stripe.com/payment-links/url-parameters
 */
const parameter = "client_reference_id";

/**
 * Returns the reference that a page's payment links carry: language and page, such as `ru-consultations`. Stripe
 * accepts letters, digits, `-` and `_`, and drops any other reference.
 */
export function referenceOf(page: PageEntryName, locale: Locale): string {
	return `${locales[locale].hreflang}-${page}`;
}

/**
 * Adds a reference to a payment link, so that Stripe's lists of payments show which page sold something. A link that
 * already has a reference stays as it is.
 */
export function addReference(href: string, reference: string): string {
	if (new URL(href).searchParams.has(parameter)) return href;
	const fragmentStart = href.includes("#") ? href.indexOf("#") : href.length;
	const address = href.slice(0, fragmentStart);
	const fragment = href.slice(fragmentStart);
	const separator = address.includes("?") ? "&" : "?";
	return `${address}${separator}${parameter}=${reference}${fragment}`;
}
