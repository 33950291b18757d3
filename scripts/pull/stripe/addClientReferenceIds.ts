import { mapPricedLists } from "../../../content/entryLists.ts";
import { type Locale, locales } from "../../../content/locales.ts";
import type { PageEntryName } from "../../../content/model.ts";
import { listPaymentLinkFields, paymentLinkOf } from "./paymentLinkFields.ts";

/**
 * URL parameter of a payment link. Stripe records the parameter's value with the payment:
 * https://docs.stripe.com/payment-links/url-parameters
 */
const parameter = "client_reference_id";

/** Adds to each payment link the page and the language, so that the owner sees in Stripe what has sold. */
export function addClientReferenceIds<Content extends { locale: Locale }>(
	content: Content,
): Content {
	const completed = mapPricedLists(content, (items, list) => {
		const clientReferenceId = clientReferenceIdOf(list.page, content.locale);
		return items.map((item) => {
			const links = listPaymentLinkFields(list).flatMap(({ field }) => {
				const href = paymentLinkOf(item, field);
				return href === undefined ? [] : [[field, addClientReferenceId(href, clientReferenceId)]];
			});
			return { ...item, ...Object.fromEntries(links) };
		});
	});
	return completed as Content;
}

/** Returns a `client_reference_id` such as `ru-consultations`. Stripe allows only letters, digits, `-` and `_`. */
export function clientReferenceIdOf(page: PageEntryName, locale: Locale): string {
	return `${locales[locale].hreflang}-${page}`;
}

export function addClientReferenceId(href: string, clientReferenceId: string): string {
	const url = new URL(href);
	if (url.searchParams.has(parameter)) return href;
	// `searchParams.append` would encode the editors' own parameters in another way.
	url.search += `${url.search ? "&" : "?"}${parameter}=${clientReferenceId}`;
	return url.href;
}
