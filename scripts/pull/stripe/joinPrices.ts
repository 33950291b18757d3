import { mapPricedLists, type SoldItem } from "../../../content/entryLists.ts";
import type { Money, Snapshot, UnpricedContent } from "../../../content/snapshot.ts";
import type { WithUnresolvedLinks } from "../contentful/links.ts";
import type { Place, Report } from "../report.ts";
import type { StripePrice } from "./fetchLists.ts";

type PriceOptions = {
	prices: StripePrice[];
	/** Whether the content is a preview of drafts. In a preview a page without prices does not stop the build. */
	preview: boolean;
	report: Report;
};

/** Adds the price from Stripe to each entry of the priced lists. Leaves out entries without a usable price. */
export function joinPrices(
	content: WithUnresolvedLinks<UnpricedContent>,
	{ prices, preview, report }: PriceOptions,
): WithUnresolvedLinks<Snapshot> {
	const priced = mapPricedLists(content, (items, { page, field }) => {
		const pricedItems = items.flatMap((item) => {
			const price = choosePrice(item, prices, report);
			return price ? [{ ...item, price }] : [];
		});
		if (items.length > 0 && pricedItems.length === 0 && !preview) {
			report.addFault({ type: "entries", id: content[page].id, field }, describeUnpriced(items.length));
		}
		return pricedItems;
	});
	return priced as WithUnresolvedLinks<Snapshot>;
}

function describeUnpriced(count: number): string {
	const found = count === 1 ? "its product has no price" : `none of its ${count} products has a price`;
	return `${found} in Stripe. Check that STRIPE_API_KEY is a key of the right account, and not of its test mode`;
}

/** Returns the price to show for a product. Reports a product without a usable price, and returns undefined for it. */
function choosePrice({ id, stripeProductId }: SoldItem, prices: StripePrice[], report: Report): Money | undefined {
	const place: Place = { type: "entries", id, field: "stripeProductId" };
	const ofProduct = prices.filter(({ product }) => product.id === stripeProductId);
	const [first] = ofProduct;
	if (!first) {
		const problem = `product ${stripeProductId} has no active one-time price in Stripe`;
		report.add("severe", place, problem, "the entry is not shown");
		return undefined;
	}
	const stripePlace: Place = { ...place, url: dashboardUrlOf(first) };
	if (first.product.active === false || first.product.deleted) {
		const state = first.product.deleted ? "deleted" : "archived";
		const problem = `product ${stripeProductId} is ${state} in Stripe`;
		report.add("severe", first.product.deleted ? place : stripePlace, problem, "the entry is not shown");
		return undefined;
	}
	const [best, ...others] = ofProduct.filter((price) => (price.unit_amount ?? 0) > 0).sort(byPreference);
	if (!best) {
		const problem = `product ${stripeProductId} has no price above 0 in Stripe`;
		report.add("severe", stripePlace, problem, "the entry is not shown");
		return undefined;
	}
	if (others.length > 0) {
		const problem = `product ${stripeProductId} has ${others.length + 1} active prices in Stripe`;
		report.add("info", stripePlace, problem, `price ${best.id} is shown`);
	}
	const { currency, unit_amount: amount } = best;
	return { amount: amount ?? 0, currency };
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
