import { mapPricedLists, type SoldItem } from "../../../content/entryLists.ts";
import type { Money, Snapshot, UnpricedContent } from "../../../content/snapshot.ts";
import type { WithUnresolvedLinks } from "../contentful/links.ts";
import type { Place, Report } from "../report.ts";
import type { StripePrice } from "./fetchLists.ts";

/** Adds the price from Stripe to each entry of the priced lists. Leaves out entries without a usable price. */
export function joinPrices(
	content: WithUnresolvedLinks<UnpricedContent>,
	prices: StripePrice[],
	report: Report,
): WithUnresolvedLinks<Snapshot> {
	const priced = mapPricedLists(content, (items, { page, field }) => {
		const problems: string[] = [];
		const pricedItems = items.flatMap((item) => {
			const choice = choosePrice(item, prices, report);
			if ("price" in choice) return [{ ...item, price: choice.price }];
			report.add("severe", choice.place, choice.problem, "the entry is not shown");
			problems.push(choice.problem);
			return [];
		});
		if (items.length > 0 && pricedItems.length === 0) {
			report.addFault(
				{ type: "entries", id: content[page].id, field },
				describeUnpriced(problems, hasPrices(items, prices)),
			);
		}
		return pricedItems;
	});
	return priced as WithUnresolvedLinks<Snapshot>;
}

/** Describes why none of a page's entries has a price, with the advice that belongs to the reasons. */
function describeUnpriced(problems: string[], hasPrices: boolean): string {
	const account =
		"Check that STRIPE_API_KEY is a key of the right account, and not of its test mode";
	return `no entry has a price to show: ${problems.join("; ")}${hasPrices ? "" : `. ${account}`}`;
}

/** The price to show for a product, or the reason why there is none. `place` is where the reason can be removed. */
type Choice = { price: Money } | { problem: string; place: Place };

/** Checks whether Stripe has a price for one of the products, even one that cannot be shown. */
function hasPrices(items: SoldItem[], prices: StripePrice[]): boolean {
	return prices.some(({ product }) =>
		items.some(({ stripeProductId }) => stripeProductId === product.id),
	);
}

/** Chooses the price to show for a product. Reports a product with several active prices. */
function choosePrice(
	{ id, stripeProductId }: SoldItem,
	prices: StripePrice[],
	report: Report,
): Choice {
	const place: Place = { type: "entries", id, field: "stripeProductId" };
	const ofProduct = prices.filter(({ product }) => product.id === stripeProductId);
	const [first] = ofProduct;
	if (!first)
		return { problem: `product ${stripeProductId} has no active one-time price in Stripe`, place };
	const stripePlace: Place = { ...place, url: dashboardUrlOf(first) };
	if (first.product.deleted)
		return { problem: `product ${stripeProductId} is deleted in Stripe`, place };
	if (first.product.active === false) {
		return { problem: `product ${stripeProductId} is archived in Stripe`, place: stripePlace };
	}
	const [best, ...others] = ofProduct
		.filter((price) => (price.unit_amount ?? 0) > 0)
		.sort(byPreference);
	if (!best) {
		const reasons = [...new Set(ofProduct.map(describeUnusable))].join(" and ");
		return { problem: `product ${stripeProductId} has ${reasons} in Stripe`, place: stripePlace };
	}
	if (others.length > 0) {
		const problem = `product ${stripeProductId} has ${others.length + 1} active prices in Stripe`;
		report.add("info", stripePlace, problem, `price ${best.id} is shown`);
	}
	const { currency, unit_amount: amount } = best;
	return { price: { amount: amount ?? 0, currency } };
}

/** Describes a price without an amount above 0. */
function describeUnusable({
	unit_amount,
	custom_unit_amount,
	billing_scheme,
}: StripePrice): string {
	if (unit_amount === 0) return "a price of 0";
	if (custom_unit_amount) return "a price that the customer chooses";
	return billing_scheme === "tiered" ? "a price in tiers" : "a price without a whole amount";
}

/** Returns the URL of a product in Stripe's dashboard, where its prices can be added and archived. */
function dashboardUrlOf({ livemode, product }: StripePrice): string {
	const mode = livemode === false ? "test/" : "";
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
