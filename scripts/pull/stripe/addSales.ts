import { mapPricedLists, type SoldItem } from "../../../content/entryLists.ts";
import type { Field } from "../../../content/fields.ts";
import { locales } from "../../../content/locales.ts";
import { itemTypes, type ListEntryName } from "../../../content/model.ts";
import type { Money, Snapshot, UnpricedContent } from "../../../content/snapshot.ts";
import type { WithUnresolvedLinks } from "../contentful/links.ts";
import { quoteAddress } from "../contentful/parseLink.ts";
import type { Place, Report } from "../report.ts";
import { comparePaymentLink } from "./comparePaymentLink.ts";
import type { Sales, StripePrice } from "./fetchSales.ts";

/** An entry that is sold. Its payment links are validated addresses, by field. */
type Item = SoldItem & Record<string, string | undefined>;

/**
 * Adds the price from Stripe to each entry of the priced lists, and leaves out entries without a usable price. Compares
 * payment links with prices, leaves out wrong ones, and marks the others with page and language.
 */
export function addSales(
	content: WithUnresolvedLinks<UnpricedContent>,
	{ prices, paymentLinks }: Sales,
	report: Report,
): WithUnresolvedLinks<Snapshot> {
	const { locale } = content;
	const isTestMode = prices.some(({ livemode }) => !livemode);
	const links = Array.isArray(paymentLinks) ? paymentLinks : undefined;

	/** Returns the properties of an entry that change: a payment link, and the amount of an instalment. */
	function checkLink(item: Item, price: Money, field: string, isMonthly: boolean, mark: string) {
		const href = item[field];
		const place: Place = { type: "entries", id: item.id, field, locale };
		if (href === undefined) {
			if (!isMonthly && !report.explains(item.id, field, locale))
				report.addOnce("severe", place, "there is no payment link", "the button is left out");
			return {};
		}
		const marked = { [field]: addClientReferenceId(href, mark) };
		if (!links) return marked;
		const { isWrong, monthlyPrice, row } = comparePaymentLink(
			href,
			{ ...item, price, isMonthly },
			{ links, isTestMode },
		);
		if (row) {
			const problem = `the payment link ${quoteAddress(href)} ${row.problem}`;
			report.addOnce(row.severity, place, problem, row.instead);
		}
		return isWrong ? { [field]: undefined } : { ...marked, monthlyPrice };
	}

	const sold = mapPricedLists<Item>(content, (items, { page, field, itemType }) => {
		const place: Place = { type: "entries", id: content[page].id, field };
		const mark = `${locales[locale].hreflang}-${page}`;
		const problems: string[] = [];
		const soldItems = items.flatMap((item) => {
			const choice = choosePrice(item, prices, report);
			if (typeof choice === "string") {
				problems.push(choice);
				return [];
			}
			const changes = listPaymentLinkFields(itemType).map(({ field, isMonthly }) =>
				checkLink(item, choice, field, isMonthly, mark),
			);
			return [Object.assign({ ...item, price: choice }, ...changes)];
		});
		if (items.length > 0 && soldItems.length === 0)
			report.addFault(place, describeUnpriced(problems));
		if (soldItems.length === 0 && !content.hidden?.includes(page)) {
			const problem = `the list has no ${itemType} that can be shown`;
			report.addOnce("severe", { ...place, locale }, problem, `no ${itemType} is shown`);
		}
		return soldItems;
	});
	if (!Array.isArray(paymentLinks)) reportUnreadableLinks(paymentLinks.refusedStatus, report);
	return sold as WithUnresolvedLinks<Snapshot>;
}

/** Lists the fields of a content type that contain payment links: to pay at once, or in monthly instalments. */
export function listPaymentLinkFields(
	itemType: ListEntryName,
): { field: string; isMonthly: boolean }[] {
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
export function addClientReferenceId(href: string, id: string): string {
	const parameter = "client_reference_id";
	const url = new URL(href);
	if (url.searchParams.has(parameter)) return href;
	// `searchParams.append` would encode the editors' own parameters in another way.
	url.search += `${url.search ? "&" : "?"}${parameter}=${id}`;
	return url.href;
}

const noPrice = "has no active one-time price in Stripe";

/**
 * Chooses the price to show for a product. Reports a product without a usable price, or with several.
 * @returns the price, or the reason why there is none
 */
function choosePrice(
	{ id, stripeProductId }: Item,
	prices: StripePrice[],
	report: Report,
): Money | string {
	const ofProduct = prices.filter(({ product }) => product.id === stripeProductId);
	const [first] = ofProduct;
	const entry: Place = { type: "entries", id, field: "stripeProductId" };
	const place = first && !first.product.deleted ? { ...entry, url: dashboardUrlOf(first) } : entry;
	const [best, ...others] = ofProduct.filter(isUsable).sort(byPreference);
	if (!best?.unit_amount) {
		const problem = `product ${stripeProductId} ${describeUnusable(ofProduct)}`;
		report.add("severe", place, problem, "the entry is not shown");
		return problem;
	}
	if (others.length > 0) {
		const problem = `product ${stripeProductId} has ${others.length + 1} active prices in Stripe`;
		report.add("info", place, problem, `price ${best.id} is shown`);
	}
	return { amount: best.unit_amount, currency: best.currency };
}

function isUsable({ product, unit_amount: amount }: StripePrice): boolean {
	return !product.deleted && product.active !== false && (amount ?? 0) > 0;
}

/** Describes why none of a product's prices can be shown. */
function describeUnusable(prices: StripePrice[]): string {
	const [first] = prices;
	if (!first) return noPrice;
	if (first.product.deleted) return "is deleted in Stripe";
	if (first.product.active === false) return "is archived in Stripe";
	const reasons = prices.map(({ unit_amount, custom_unit_amount, billing_scheme }) => {
		if (unit_amount === 0) return "a price of 0";
		if (custom_unit_amount) return "a price that the customer chooses";
		return billing_scheme === "tiered" ? "a price in tiers" : "a price without a whole amount";
	});
	return `has ${[...new Set(reasons)].join(" and ")} in Stripe`;
}

/** Describes why no entry of a list has a price. */
function describeUnpriced(problems: string[]): string {
	const isOtherAccount = problems.every((problem) => problem.endsWith(noPrice));
	const advice =
		"Check that STRIPE_API_KEY is a key of the right account, and not of its test mode";
	const problem = `no entry has a price to show: ${problems.join("; ")}`;
	return isOtherAccount ? `${problem}. ${advice}` : problem;
}

/** Returns the URL of a product in Stripe's dashboard, where its prices can be added and archived. */
function dashboardUrlOf({ livemode, product }: StripePrice): string {
	const mode = livemode ? "" : "test/";
	return `https://dashboard.stripe.com/${mode}products/${encodeURIComponent(product.id)}`;
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

function reportUnreadableLinks(status: number, report: Report): void {
	const problem = `the key may not read payment links (Stripe answers ${status})`;
	const instead =
		"payment links are not compared with the prices shown. The missing permission is Payment Links: Read";
	report.addOnce("info", { type: "keys", id: "STRIPE_API_KEY" }, problem, instead);
}
