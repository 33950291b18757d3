import {
	type EntryList,
	listItems,
	pricedLists,
	type SoldItem,
} from "../../../content/entryLists.ts";
import type { Field } from "../../../content/fields.ts";
import { locales } from "../../../content/locales.ts";
import { itemTypes, type ListEntryName } from "../../../content/model.ts";
import type { Money, Snapshot, UnpricedContent } from "../../../content/snapshot.ts";
import { quoteAddress } from "../contentful/addresses.ts";
import type { Place, Report } from "../report.ts";
import { comparePaymentLink, type Offer } from "./comparePaymentLink.ts";
import type { Sales, StripePrice } from "./fetchSales.ts";

/** An entry that is sold. Its payment links are validated addresses, by field. */
type Item = SoldItem & Record<string, string | undefined>;

/**
 * Adds the price from Stripe to each entry of the priced lists, and leaves out entries without a usable price. Compares
 * payment links with prices, leaves out wrong ones, and marks the others with page and language.
 */
export function addSales(
	content: UnpricedContent,
	[prices, paymentLinks]: Sales,
	report: Report,
): Snapshot {
	const { locale, hidden } = content;
	const pricesByProduct = Map.groupBy(prices, ({ product }) => product.id);
	const isTestMode = prices.some(({ livemode }) => !livemode);

	/** Compares a payment link with a price. Returns the properties of the entry that change. */
	function checkLink(href: string, field: string, offer: Offer, page: string): object {
		const { row, monthlyPrice } = comparePaymentLink(href, offer, paymentLinks, isTestMode);
		const place: Place = { id: offer.id, field, locale };
		if (row) {
			const problem = `the payment link ${quoteAddress(href)} ${row.problem}`;
			report.addOnce(row.severity, place, problem, row.instead);
		}
		const marked = addClientReferenceId(href, `${locales[locale].hreflang}-${page}`);
		const button = { [field]: row?.severity === "severe" ? undefined : marked };
		if (!offer.isMonthly) return button;
		if (offer.duration && button[field]) {
			const problem = "the monthly payments have no last one, and the entry has a duration";
			const instead =
				"the button is shown; cancel each subscription in Stripe after its last payment";
			report.addOnce("info", place, problem, instead);
		}
		return { ...button, monthlyPrice };
	}

	function sell(item: Item, { page, itemType }: EntryList): SoldItem[] {
		const { id, stripeProductId } = item;
		const choice = choosePrice(item, pricesByProduct.get(stripeProductId), report);
		if (!choice) return [];
		const { price } = choice;
		const changes = listPaymentLinkFields(itemType).map(({ field, isMonthly }) => {
			const href = item[field];
			if (href) return checkLink(href, field, { ...item, price, isMonthly }, page);
			const place = { id, field, locale };
			if (!isMonthly && !report.explains(place))
				report.addOnce("severe", place, "there is no payment link", "the button is left out");
			return {};
		});
		return [Object.assign({ ...item, ...choice }, ...changes)];
	}

	const sold = { ...content };
	for (const list of pricedLists) {
		const { page, field, itemType } = list;
		const items = listItems<Item>(content, list);
		const soldItems = items.flatMap((item) => sell(item, list));
		Object.assign(sold, { [page]: { ...sold[page], [field]: soldItems } });
		if (soldItems.length > 0) continue;
		const place: Place = { id: content[page].id, field };
		if (items.length > 0) {
			const problems = items.map(({ stripeProductId: id }) =>
				describeUnusable(id, pricesByProduct.get(id)),
			);
			const advice = "Check that STRIPE_API_KEY is of their account, and not of its test mode";
			report.addFault(place, `no entry has a price to show: ${problems.join("; ")}. ${advice}`);
		}
		if (!hidden.includes(page)) {
			const problem = `the list has no ${itemType} that can be shown`;
			report.addOnce("severe", { ...place, locale }, problem, `no ${itemType} is shown`);
		}
	}
	return sold as Snapshot;
}

/** Lists the fields of a content type that contain payment links: to pay at once, or in monthly instalments. */
export function listPaymentLinkFields(itemType: ListEntryName) {
	return Object.entries<Field>(itemTypes[itemType].fields).flatMap(
		([field, { kind, monthly: isMonthly = false }]) =>
			kind === "paymentLink" ? [{ field, isMonthly }] : [],
	);
}

/**
 * Adds a URL parameter that Stripe records with the payment, so that the owner sees what has sold:
 * https://docs.stripe.com/payment-links/url-parameters
 * @param id letters, digits, `-` and `_`, such as `ru-consultations`
 */
function addClientReferenceId(href: string, id: string): string {
	const parameter = "client_reference_id";
	const url = new URL(href);
	if (url.searchParams.has(parameter)) return href;
	// `searchParams.append` would encode the editors' own parameters in another way.
	url.search += `${url.search ? "&" : "?"}${parameter}=${id}`;
	return url.href;
}

/**
 * Chooses the price to show for a product. Reports a product without a usable price, or with several.
 * @returns the price, and the newer time of entry and price
 */
function choosePrice(
	{ id, stripeProductId, updatedAt }: SoldItem,
	prices: StripePrice[] = [],
	report: Report,
): { price: Money; updatedAt: string } | undefined {
	const place: Place = { id, field: "stripeProductId" };
	const [first] = prices;
	report.deliveries.prices.set(stripeProductId, first !== undefined);
	if (first) {
		// In the dashboard the product's prices can be added and archived.
		const mode = first.livemode ? "" : "test/";
		place.url = `https://dashboard.stripe.com/${mode}products/${encodeURIComponent(stripeProductId)}`;
	}
	const [best, ...others] = prices
		.filter(({ product, unit_amount }) => product.active && Number(unit_amount) > 0)
		.sort(byPreference);
	if (!best) {
		const problem = describeUnusable(stripeProductId, prices);
		report.add("severe", place, problem, "the entry is not shown");
		return undefined;
	}
	if (others.length > 0) {
		const problem = `product ${stripeProductId} has ${others.length + 1} active prices in Stripe`;
		report.add("info", place, problem, `price ${best.id} is shown`);
	}
	const priceTime = new Date(best.created * 1000).toISOString();
	return {
		price: { amount: Number(best.unit_amount), currency: best.currency },
		updatedAt: priceTime > updatedAt ? priceTime : updatedAt,
	};
}

/** Describes why none of a product's prices can be shown. */
function describeUnusable(productId: string, prices: StripePrice[] = []): string {
	const product = `product ${productId}`;
	if (prices.length === 0) return `${product} has no active one-time price in Stripe`;
	if (!prices[0]?.product.active) return `${product} is archived in Stripe`;
	const reasons = prices.map(({ unit_amount, custom_unit_amount, billing_scheme }) => {
		if (unit_amount === 0) return "a price of 0";
		if (custom_unit_amount) return "a price that the customer chooses";
		return billing_scheme === "tiered" ? "a price in tiers" : "a price without a whole amount";
	});
	return `${product} has ${[...new Set(reasons)].join(" and ")} in Stripe`;
}

/** Compares two prices for sorting: pounds first, then the product's default price, then the newest. */
function byPreference(a: StripePrice, b: StripePrice): number {
	const isDefault = ({ id, product }: StripePrice) => product.default_price === id;
	return (
		Number(b.currency === "gbp") - Number(a.currency === "gbp") ||
		Number(isDefault(b)) - Number(isDefault(a)) ||
		b.created - a.created
	);
}
