import { mapPricedLists, type SoldItem } from "../../../content/entryLists.ts";
import type { Locale } from "../../../content/locales.ts";
import { formatPrice } from "../../../content/money.ts";
import type { Money, Priced } from "../../../content/snapshot.ts";
import { quoteAddress } from "../contentful/parseLink.ts";
import type { Place, Report } from "../report.ts";
import type { StripePaymentLink } from "./fetchLists.ts";
import { isTestLink } from "./parsePaymentLink.ts";
import {
	listPaymentLinkFields,
	type PaymentLinkField,
	paymentLinkOf,
} from "./paymentLinkFields.ts";

type PricedItem = Priced<SoldItem>;

/**
 * Host of Stripe's payment links. Links on other hosts can be payment links, too, because Stripe allows custom domains.
 */
const stripeHost = "buy.stripe.com";

/** Problem with a payment link. `text` is the end of a report's sentence. Only a `wrong` link is removed. */
type LinkProblem = { kind: keyof typeof severities; text: string };

/**
 * Severities of the problems. A link that charges another amount is wrong. A link of another product is only reported,
 * because a product can be sold under a second name, such as one for instalments.
 */
const severities = { wrong: "severe", unknown: "warning", otherProduct: "warning" } as const;

/** Result of comparing a payment link with an entry. `charge` is absent when Stripe does not list the link. */
type Comparison = { problem?: LinkProblem | undefined; charge?: Money };

type CheckOptions = {
	/** Payment links of the Stripe account, or the status with which Stripe refuses to list them. */
	paymentLinks: StripePaymentLink[] | { refusedStatus: number };
	isTestMode: boolean;
	report: Report;
};

/**
 * Compares the content's payment links with the prices. Reports problems, removes links with a wrong price, and adds the
 * property `monthlyPrice`, the amount of a link for monthly payment.
 */
export function checkPaymentLinks<Content extends { locale: Locale }>(
	content: Content,
	{ paymentLinks: links, isTestMode, report }: CheckOptions,
): Content {
	if (!Array.isArray(links)) {
		reportUnreadableLinks(links.refusedStatus, report);
		return content;
	}
	const linksById = new Map(links.map((link) => [paymentLinkId(link.url), link]));

	function compare(href: string, item: PricedItem, monthly: boolean): Comparison {
		const link = linksById.get(paymentLinkId(href));
		if (link) {
			return { problem: findProblem(link, item, monthly), charge: sumCharges(link, item.price) };
		}
		// Stripe lists only the links of the key's mode, so a link of the other mode cannot be checked.
		if (isTestLink(href) !== isTestMode) return {};
		const kind = new URL(href).host === stripeHost ? "wrong" : "unknown";
		return { problem: { kind, text: "does not exist in the Stripe account" } };
	}

	/** Checks the payment link in a field. Returns the properties of the entry that change. */
	function checkField(
		item: PricedItem,
		{ field, monthly }: PaymentLinkField,
	): Record<string, unknown> {
		const href = paymentLinkOf(item, field);
		if (href === undefined) return {};
		const { problem, charge } = compare(href, item, monthly);
		if (problem) {
			const place: Place = { type: "entries", id: item.id, field, locale: content.locale };
			const sentence = `the payment link ${quoteAddress(href)} ${problem.text}`;
			report.addOnce(
				severities[problem.kind],
				place,
				sentence,
				describeConsequence(problem, item.price),
			);
		}
		if (problem?.kind === "wrong") return { [field]: undefined };
		return monthly ? { monthlyPrice: charge } : {};
	}

	const checked = mapPricedLists<PricedItem>(content, (items, list) =>
		items.map((item) => {
			const changes = listPaymentLinkFields(list).map((field) => checkField(item, field));
			return Object.assign({ ...item }, ...changes);
		}),
	);
	return checked as Content;
}

function reportUnreadableLinks(status: number, report: Report): void {
	const problem = `the key may not read payment links (Stripe answers ${status})`;
	const consequence = "payment links are not compared with the prices shown";
	const instead = `${consequence}. The missing permission is Payment Links: Read`;
	report.addOnce("info", { type: "keys", id: "STRIPE_API_KEY" }, problem, instead);
}

function describeConsequence({ kind }: LinkProblem, price: Money): string {
	const shown = formatPrice(price);
	if (kind === "wrong") return `the button is left out; the price shown is ${shown}`;
	if (kind === "unknown") return `${shown} is shown, and the charge is not compared with it`;
	return "the button is shown";
}

/**
 * Returns the last segment of a payment link's path, which identifies the link on every host. Ignores the query,
 * because it only prefills Stripe's form.
 */
function paymentLinkId(href: string): string {
	return new URL(href).pathname.split("/").filter(Boolean).at(-1) ?? "";
}

function findProblem(
	link: StripePaymentLink,
	item: PricedItem,
	monthly: boolean,
): LinkProblem | undefined {
	const difference = findDifference(link, item.price, monthly);
	if (difference) return { kind: "wrong", text: difference };
	const otherProduct = findOtherProduct(link, item.stripeProductId);
	return otherProduct ? { kind: "otherProduct", text: otherProduct } : undefined;
}

/**
 * Compares a payment link's charge with a price.
 * @returns the difference as the end of a sentence, such as `charges £40 once`, or undefined when there is none
 */
function findDifference(
	link: StripePaymentLink,
	price: Money,
	monthly: boolean,
): string | undefined {
	if (!link.active) return "is deactivated";
	const { data: items, has_more: hasMore } = link.line_items;
	if (hasMore) return `charges for more than ${items.length} products`;
	if (items.some((item) => item.price?.custom_unit_amount))
		return "lets the customer choose the amount";
	const { amount, currency } = sumCharges(link, price);
	const amountsByInterval = sumByInterval(link);
	const charges = [...amountsByInterval].map(
		([interval, sum]) => `${formatPrice({ amount: sum, currency })} ${interval}`,
	);
	const charge = charges.length > 0 ? `charges ${charges.join(" and ")}` : "charges nothing";
	if (currency !== price.currency) return charge;
	const chargesOnly = (interval: string) =>
		amountsByInterval.size === 1 && amountsByInterval.has(interval);
	if (!monthly) return chargesOnly("once") && amount === price.amount ? undefined : charge;
	if (!chargesOnly("every month")) return `${charge}, and its button offers monthly payment`;
	// An instalment only has to be below the full price, because the content states no monthly amount.
	return amount > 0 && amount < price.amount ? undefined : charge;
}

/** Adds up the amounts that a payment link charges, by interval: `once`, `every month`, and so on. */
function sumByInterval({ line_items: { data: items } }: StripePaymentLink): Map<string, number> {
	const amounts = new Map<string, number>();
	for (const item of items) {
		const interval = describeInterval(item.price?.recurring);
		amounts.set(interval, (amounts.get(interval) ?? 0) + item.amount_total);
	}
	return amounts;
}

/** Describes the products that a payment link sells, or returns undefined when the entry's product is one of them. */
function findOtherProduct(link: StripePaymentLink, stripeProductId: string): string | undefined {
	const sold = link.line_items.data.flatMap((item) => item.price?.product ?? []);
	if (sold.length === 0 || sold.includes(stripeProductId)) return undefined;
	return `sells product ${sold.join(", ")}, and the entry names product ${stripeProductId}`;
}

/** Returns the amount that a payment link charges at once. A link without line items has the currency of the price. */
function sumCharges({ line_items: { data: items } }: StripePaymentLink, price: Money): Money {
	const amount = items.reduce((sum, item) => sum + item.amount_total, 0);
	return { amount, currency: items[0]?.currency ?? price.currency };
}

function describeInterval(
	recurring: { interval: string; interval_count: number } | null | undefined,
): string {
	if (!recurring) return "once";
	const { interval, interval_count: count } = recurring;
	return count === 1 ? `every ${interval}` : `every ${count} ${interval}s`;
}
