import { type Locale, locales } from "../../../content/locales.ts";
import type { PageEntryName } from "../../../content/model.ts";

/** Parameter that Stripe returns with a completed payment: https://docs.stripe.com/payment-links/url-parameters */
const parameter = "client_reference_id";

/**
 * Returns the reference of a page's payment links: language and page, such as `ru-consultations`. Stripe takes letters, digits,
 * `-` and `_`, and drops any other reference.
 */
export function referenceOf(page: PageEntryName, locale: Locale): string {
	return `${locales[locale].hreflang}-${page}`;
}

/**
 * Adds a reference to a payment link, so that Stripe's lists show which page sold something. An editor's own reference stays.
 * The rest of the address stays as it was entered.
 */
export function addReference(href: string, reference: string): string {
	if (new URL(href).searchParams.has(parameter)) return href;
	const [address = "", ...fragment] = href.split(/(?=#)/);
	const separator = address.includes("?") ? "&" : "?";
	return `${address}${separator}${parameter}=${reference}${fragment.join("")}`;
}
