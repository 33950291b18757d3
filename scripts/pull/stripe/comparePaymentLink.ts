import type { SoldItem } from "../../../content/entryLists.ts";
import type { Charge } from "../../../content/formatFinding.ts";
import type { Money, Priced } from "../../../content/snapshot.ts";
import { stripeHosts } from "../../../environment/environment.server.ts";
import { shorten } from "../contentful/addresses.ts";
import { Problem } from "../problem.ts";
import type { StripePaymentLink } from "./fetchSales.ts";
import { isTestLink, paymentLinkId } from "./parsePaymentLink.ts";

export type ComparedOffer = Priced<SoldItem> & { isMonthly: boolean; duration?: unknown };

type Comparison = {
	/** Amount of an instalment. */
	monthlyPrice?: Money | undefined;
	problem?: Problem;
	/** Whether the link is a wrong one, so that its button is left out. */
	isRefused?: boolean;
};

/**
 * Compares a payment link with the price of its entry. A link that charges another amount, or adds tax or shipping to it,
 * is wrong. A link of another product is only reported, because a product can be sold under a second name, such as one
 * for instalments.
 * @param links payment links of the account by id, in the mode of the key; undefined when it may not read them
 */
export function comparePaymentLink(
	href: string,
	offer: ComparedOffer,
	links: ReadonlyMap<string, StripePaymentLink[]> | undefined,
	isTestMode: boolean,
): Comparison {
	if (!links) return {};
	const shown = { link: shorten(href) };
	const [found] = links.get(paymentLinkId(href)) ?? [];
	if (!found) {
		if (isTestLink(href) !== isTestMode) return {};
		// A link on another host can be a payment link, too, because Stripe allows custom domains.
		const isRefused = stripeHosts.includes(new URL(href).host);
		return { problem: new Problem("paymentLinkUnknown", shown), isRefused };
	}
	const charges = listCharges(found);
	const difference = findDifference(shown, found, charges, offer);
	if (difference) return { problem: difference, isRefused: true };
	const { stripeProductId: product } = offer;
	const monthlyPrice = charges.find(isMonthlyCharge)?.money;
	const items = found.line_items.data;
	if (listTaxBehaviors(found).some((behavior) => behavior !== "inclusive"))
		return { monthlyPrice, problem: new Problem("paymentLinkMayAddTax", shown) };
	const products = items.flatMap((item) => item.price?.product ?? []);
	if (products.length === 0 || products.includes(product)) return { monthlyPrice };
	const values = { ...shown, products: products.join(", "), product };
	return { monthlyPrice, problem: new Problem("paymentLinkOfOtherProduct", values) };
}

/** Lists the tax behaviours of a payment link's prices. Empty when Stripe calculates no tax. */
function listTaxBehaviors({ automatic_tax: tax, line_items: items }: StripePaymentLink) {
	return tax?.enabled ? items.data.map((item) => item.price?.tax_behavior) : [];
}

const isMonthlyCharge = ({ interval, intervalCount }: Charge) =>
	interval === "month" && intervalCount === 1;

/** Lists what a payment link charges: once, every month, and so on. Adds up amounts of the same interval. */
function listCharges({ line_items: { data: items } }: StripePaymentLink): Charge[] {
	const charges: Charge[] = [];
	for (const { amount_total: amount, currency, price } of items) {
		const { interval, interval_count: intervalCount } = price?.recurring ?? {};
		const known = charges.find(
			(charge) => charge.interval === interval && charge.intervalCount === intervalCount,
		);
		if (known) known.money.amount += amount;
		else charges.push({ money: { amount, currency }, interval, intervalCount });
	}
	return charges;
}

/** Compares what a payment link charges with the price of its entry. Returns the difference that makes it a wrong link. */
function findDifference(
	shown: { link: string },
	link: StripePaymentLink,
	charges: Charge[],
	{ price, isMonthly }: ComparedOffer,
): Problem | undefined {
	const { active, line_items: lines, shipping_options: rates } = link;
	const { data: items, has_more: hasMore } = lines;
	if (!active) return new Problem("paymentLinkInactive", shown);
	if (hasMore) return new Problem("paymentLinkOfManyProducts", { ...shown, count: items.length });
	if (items.some((item) => item.price?.custom_unit_amount))
		return new Problem("paymentLinkOfFreeAmount", shown);
	if (items.some((item) => Number(item.adjustable_quantity?.minimum) > 1))
		return new Problem("paymentLinkOfQuantity", shown);
	const [only, ...others] = charges;
	const isExpected =
		only && others.length === 0 && (isMonthly ? isMonthlyCharge(only) : !only.interval);
	if (isMonthly && !isExpected) return new Problem("paymentLinkNotMonthly", { ...shown, charges });
	const { amount = 0, currency } = only?.money ?? {};
	// An instalment only has to be below the full price, because the content states no monthly amount.
	const isRight = isMonthly ? amount > 0 && amount < price.amount : amount === price.amount;
	if (!isExpected || !isRight || currency !== price.currency)
		return new Problem("paymentLinkOfOtherAmount", { ...shown, charges });
	if (listTaxBehaviors(link).includes("exclusive")) return new Problem("paymentLinkAddsTax", shown);
	const shipping = rates?.[0]?.shipping_amount;
	if (!shipping) return undefined;
	const values = { ...shown, amount: { ...price, amount: shipping } };
	return new Problem("paymentLinkAddsShipping", values);
}
