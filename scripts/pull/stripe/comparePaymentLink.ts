import type { SoldItem } from "../../../content/entryLists.ts";
import { formatPrice } from "../../../content/money.ts";
import type { Money, Priced } from "../../../content/snapshot.ts";
import { stripeHosts } from "../../../environment/environment.server.ts";
import type { ReportRow } from "../../../environment/site.ts";
import type { StripePaymentLink } from "./fetchSales.ts";
import { isTestLink, paymentLinkId } from "./parsePaymentLink.ts";

export type Offer = Priced<SoldItem> & { isMonthly: boolean; duration?: unknown };

type Comparison = {
	/** Amount of an instalment. */
	monthlyPrice?: Money | undefined;
	/** Row of the report. `problem` is the end of a sentence about the link. A severe problem means a wrong link. */
	row?: Pick<ReportRow, "severity" | "problem" | "instead">;
};

/**
 * Compares a payment link with the price of its entry. A link that charges another amount, or adds tax or shipping to it,
 * is wrong. A link of another product is only reported, because a product can be sold under a second name, such as one
 * for instalments.
 * @param links payment links of the account, in the mode of the key; undefined when it may not read them
 */
export function comparePaymentLink(
	href: string,
	{ price, stripeProductId, isMonthly }: Offer,
	links: StripePaymentLink[] | undefined,
	isTestMode: boolean,
): Comparison {
	if (!links) return {};
	const refuse = (problem: string): Comparison => {
		const instead = `the button is left out; the price shown is ${formatPrice(price)}`;
		return { row: { severity: "severe", problem, instead } };
	};
	const link = links.find(({ url }) => paymentLinkId(url) === paymentLinkId(href));
	if (!link) {
		if (isTestLink(href) !== isTestMode) return {};
		const problem = "does not exist in the Stripe account";
		// A link on another host can be a payment link, too, because Stripe allows custom domains.
		if (stripeHosts.includes(new URL(href).host)) return refuse(problem);
		const instead = `${formatPrice(price)} is shown, and the charge is not compared with it`;
		return { row: { severity: "warning", problem, instead } };
	}
	const charges = sumCharges(link);
	const difference = findDifference(link, charges, price, isMonthly);
	if (difference) return refuse(difference);
	const items = link.line_items.data;
	const isTaxed = link.automatic_tax?.enabled;
	const taxBehaviors = isTaxed ? items.map((item) => item.price?.tax_behavior) : [];
	if (taxBehaviors.includes("exclusive"))
		return refuse("adds tax, which its price in Stripe must include");
	const shipping = link.shipping_options?.[0]?.shipping_amount;
	if (shipping) {
		const amount = formatPrice({ ...price, amount: shipping });
		return refuse(`adds ${amount} for shipping, which its price in Stripe must include`);
	}
	const monthlyPrice = charges.get("every month");
	const warn = (problem: string): Comparison => {
		return { monthlyPrice, row: { severity: "warning", problem, instead: "the button is shown" } };
	};
	if (taxBehaviors.some((behavior) => behavior !== "inclusive"))
		return warn("may add tax, because its price in Stripe does not say that it includes tax");
	const products = items.flatMap((item) => item.price?.product ?? []);
	if (products.length === 0 || products.includes(stripeProductId)) return { monthlyPrice };
	const sold = products.join(", ");
	return warn(`sells product ${sold}, and the entry names product ${stripeProductId}`);
}

/** Adds up what a payment link charges, by interval: `once`, `every month`, and so on. */
function sumCharges({ line_items: { data: items } }: StripePaymentLink): Map<string, Money> {
	const charges = new Map<string, Money>();
	for (const { amount_total, currency, price } of items) {
		const { interval = "", interval_count: count = 0 } = price?.recurring ?? {};
		const every = count === 1 ? `every ${interval}` : `every ${count} ${interval}s`;
		const key = price?.recurring ? every : "once";
		const amount = amount_total + (charges.get(key)?.amount ?? 0);
		charges.set(key, { amount, currency });
	}
	return charges;
}

/**
 * Compares a payment link's charges with a price.
 * @returns the difference as the end of a sentence, such as `charges £40 once`, or undefined when there is none
 */
function findDifference(
	{ active, line_items: { data: items, has_more: hasMore } }: StripePaymentLink,
	charges: Map<string, Money>,
	price: Money,
	isMonthly: boolean,
): string | undefined {
	if (!active) return "is deactivated";
	if (hasMore) return `charges for more than ${items.length} products`;
	if (items.some((item) => item.price?.custom_unit_amount))
		return "lets the customer choose the amount";
	if (items.some((item) => Number(item.adjustable_quantity?.minimum) > 1))
		return "requires a quantity above 1";
	const sums = [...charges].map(([interval, charge]) => `${formatPrice(charge)} ${interval}`);
	const sentence = `charges ${sums.join(" and ") || "nothing"}`;
	const only = charges.size === 1 ? charges.get(isMonthly ? "every month" : "once") : undefined;
	if (isMonthly && !only) return `${sentence}, and its button offers monthly payment`;
	const { amount = 0, currency } = only ?? {};
	// An instalment only has to be below the full price, because the content states no monthly amount.
	const isExpected = isMonthly ? amount > 0 && amount < price.amount : amount === price.amount;
	return isExpected && currency === price.currency ? undefined : sentence;
}
