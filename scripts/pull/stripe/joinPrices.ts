import { unitsPer } from "../../../content/money.ts";
import type { Content, Priced, Snapshot } from "../../../content/snapshot.ts";
import type { Unresolved } from "../contentful/links.ts";
import type { Place, Report } from "../report.ts";
import type { CheckPaymentLinks, ShopName } from "./checkPaymentLinks.ts";
import type { StripePrice } from "./fetchLists.ts";

type PriceOptions = {
	prices: StripePrice[];
	checkPaymentLinks: CheckPaymentLinks;
	/** Whether the content is drafts: then nothing is a fault. */
	preview: boolean;
	report: Report;
};

/** Joins the prices to everything that is sold. A page on which nothing has a price any more is a fault but in a preview. */
export function priceContent(content: Unresolved<Content>, options: PriceOptions): Unresolved<Snapshot> {
	const { locale, consultations, packages, programmes } = content;
	const sell = <Item extends { id: string; stripeProductId: string }>(page: ShopName, items: Item[]) => {
		const priced = joinPrices(items, options);
		if (items.length > 0 && priced.length === 0 && !options.preview) {
			const problem = `none of its ${items.length} products has a price in Stripe. Check that STRIPE_API_KEY is of the right account, and not of its test mode`;
			options.report.fault({ type: "entries", id: content[page].id, field: page }, problem);
		}
		return options.checkPaymentLinks(priced, page, locale);
	};
	return {
		...content,
		consultations: { ...consultations, consultations: sell("consultations", consultations.consultations) },
		packages: { ...packages, packages: sell("packages", packages.packages) },
		programmes: { ...programmes, programmes: sell("programmes", programmes.programmes) },
	};
}

/**
 * Gives each item the price of its product, in the order of the items. An item without one is left out and reported:
 * it must match by product id and have a non-zero amount (specification, section 5).
 */
function joinPrices<Item extends { id: string; stripeProductId: string }>(
	items: Item[],
	{ prices, report }: PriceOptions,
): Priced<Item>[] {
	return items.flatMap((item) => {
		const place: Place = { type: "entries", id: item.id, field: "stripeProductId" };
		const ofProduct = prices.filter(({ product }) => product.id === item.stripeProductId);
		const sold = ofProduct.filter(({ product }) => product.active !== false && !product.deleted);
		const [best, ...others] = sold.filter((price) => (price.unit_amount ?? 0) > 0).sort(byPreference);
		if (!best) {
			const why = sold.length > 0 ? "has no amount or the amount 0" : "has no active one-time price in Stripe";
			const problem = ofProduct.length > sold.length ? "is inactive or deleted in Stripe" : why;
			report.add("severe", place, `product ${item.stripeProductId} ${problem}`, "it is not shown");
			return [];
		}
		if (others.length > 0) {
			const problem = `${others.length + 1} prices match product ${item.stripeProductId}`;
			report.add("info", place, problem, `price ${best.id} is shown`);
		}
		if (unitsPer(best.currency) !== 100) {
			const problem = `the smallest unit of ${best.currency.toUpperCase()} is not a hundredth`;
			report.add("info", place, problem, "the price is formatted with the right unit");
		}
		const { currency, unit_amount: amount } = best;
		return [{ ...item, price: { amount: amount ?? 0, currency, updatedAt: lastUpdate(best) } }];
	});
}

/** A price is never changed, but made anew; which one is shown may hang on the product. */
function lastUpdate({ created, product }: StripePrice): string {
	return new Date(Math.max(created, product.updated ?? 0) * 1000).toISOString();
}

/** Pounds before others, then the product's default price, then the newest. */
function byPreference(a: StripePrice, b: StripePrice): number {
	const isDefault = ({ id, product }: StripePrice) => product.default_price === id;
	return (
		Number(b.currency === "gbp") - Number(a.currency === "gbp") ||
		Number(isDefault(b)) - Number(isDefault(a)) ||
		b.created - a.created
	);
}
