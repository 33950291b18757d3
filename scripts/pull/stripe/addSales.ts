import {
	type EntryList,
	listItems,
	pricedLists,
	type SoldItem,
} from "../../../content/entryLists.ts";
import type { Field } from "../../../content/fields.ts";
import type { Place } from "../../../content/formatFinding.ts";
import { locales } from "../../../content/locales.ts";
import { itemTypes, type ListEntryName } from "../../../content/model.ts";
import type { Money, Snapshot, UnpricedContent } from "../../../content/snapshot.ts";
import type { WithMedia } from "../references.ts";
import type { Report } from "../report.ts";
import { type ComparedOffer, comparePaymentLink } from "./comparePaymentLink.ts";
import type { Sales, StripePrice } from "./fetchSales.ts";
import { paymentLinkId } from "./parsePaymentLink.ts";

/** An entry that is sold. Its payment links are validated addresses, by field. */
type Item = SoldItem & Record<string, string | undefined>;

/**
 * Adds the price from Stripe to each entry of the priced lists, and leaves out entries without a usable price. Compares
 * payment links with prices, leaves out wrong ones, and marks the others with page and language.
 */
export function addSales(
	content: UnpricedContent<WithMedia>,
	{ prices, paymentLinks }: Sales,
	report: Report,
): Snapshot<WithMedia> {
	const { locale, hidden } = content;
	const pricesByProduct = Map.groupBy(prices, ({ product }) => product.id);
	const linksById = paymentLinks && Map.groupBy(paymentLinks, ({ url }) => paymentLinkId(url));
	const offers = pricedLists.flatMap((list) => listItems<Item>(content, list));
	const isTestMode = prices.some(({ livemode }) => !livemode);

	/** Compares a payment link with a price. Returns the properties of the entry that change. */
	function checkLink(place: Place, href: string, offer: ComparedOffer, page: string): object {
		const { field = "" } = place;
		const { problem, isRefused, monthlyPrice } = comparePaymentLink(
			href,
			offer,
			linksById,
			isTestMode,
		);
		if (problem) {
			const values = { ...problem.values, price: offer.price };
			const kept = problem.code === "paymentLinkUnknown" ? "priceShown" : "buttonShown";
			const consequence = isRefused ? "buttonLeftOutBesidePrice" : kept;
			report.addProblem(place, { ...problem, values }, consequence);
		}
		const marked = addClientReferenceId(href, `${locales[locale].hreflang}-${page}`);
		const button = { [field]: isRefused ? undefined : marked };
		if (!offer.isMonthly) return button;
		if (offer.duration && !isRefused) report.add(place, "paymentsEndless", "buttonShown");
		return { ...button, monthlyPrice };
	}

	function sell(item: Item, { page, itemType }: EntryList): SoldItem[] {
		const { id, stripeProductId } = item;
		const prices = pricesByProduct.get(stripeProductId);
		const place: Place = { type: itemType, id, field: "stripeProductId" };
		const choice = choosePrice(place, item, prices, report);
		if (!choice) return [];
		const { price } = choice;
		if (offers.some((other) => other.stripeProductId === stripeProductId && other.id !== id))
			report.add(place, "productRepeated", "priceShown", { product: stripeProductId, price });
		const changes = listPaymentLinkFields(itemType).map(({ field, isMonthly }) => {
			const href = item[field];
			const place: Place = { type: itemType, id, field };
			if (href) return checkLink(place, href, { ...item, price, isMonthly }, page);
			if (!isMonthly && !report.explains({ ...place, locale }))
				report.add(place, "paymentLinkMissing", "buttonLeftOut");
			return {};
		});
		return [Object.assign({ ...item, ...choice }, ...changes)];
	}

	const sold = { ...content };
	for (const list of pricedLists) {
		const { page, field } = list;
		const items = listItems<Item>(content, list);
		const soldItems = items.flatMap((item) => sell(item, list));
		Object.assign(sold, { [page]: { ...sold[page], [field]: soldItems } });
		if (soldItems.length > 0) continue;
		const place: Place = { type: page, id: content[page].id, field };
		if (items.length > 0) {
			const products = items.map(({ stripeProductId }) => stripeProductId).join(", ");
			report.add(place, "offersWithoutPrices", "nothingPublished", { products });
		}
		if (!hidden.includes(page)) report.add(place, "listWithoutOffers", "listEmpty");
	}
	return sold as Snapshot<WithMedia>;
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
	productPlace: Place,
	{ stripeProductId: product, updatedAt }: SoldItem,
	prices: StripePrice[] = [],
	report: Report,
): { price: Money; updatedAt: string } | undefined {
	const place = { ...productPlace };
	const [first] = prices;
	report.deliveries.prices.set(product, first !== undefined);
	if (first) {
		// In the dashboard the product's prices can be added and archived.
		const mode = first.livemode ? "" : "test/";
		place.url = `https://dashboard.stripe.com/${mode}products/${encodeURIComponent(product)}`;
	}
	const [best, ...others] = prices
		.filter(({ product, unit_amount }) => product.active && Number(unit_amount) > 0)
		.sort(byPreference);
	if (!first && product.startsWith("price_")) {
		report.add(place, "priceIdEntered", "entryLeftOut", { id: product });
		return undefined;
	}
	if (!best) {
		const unusable = first?.product.active ? "priceUnusable" : "productArchived";
		report.add(place, first ? unusable : "productWithoutPrice", "entryLeftOut", { product });
		return undefined;
	}
	const price = { amount: Number(best.unit_amount), currency: best.currency };
	if (others.length > 0)
		report.add(place, "pricesSeveral", "priceShown", { product, count: others.length + 1, price });
	const priceTime = new Date(best.created * 1000).toISOString();
	return { price, updatedAt: priceTime > updatedAt ? priceTime : updatedAt };
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
