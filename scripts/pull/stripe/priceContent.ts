import type { Content, Snapshot } from "../../../content/snapshot.ts";
import type { Unresolved } from "../contentful/links.ts";
import type { CheckPaymentLinks } from "./checkPaymentLinks.ts";
import type { StripePrice } from "./fetchPrices.ts";
import { type JoinOptions, joinPrices } from "./joinPrices.ts";
import type { ShopName } from "./offers.ts";

type PriceOptions = JoinOptions & {
	prices: StripePrice[];
	checkPaymentLinks: CheckPaymentLinks;
	/** Whether the content is drafts: then nothing is a fault. */
	preview: boolean;
};

/** Joins the prices to everything that is sold. A page on which nothing has a price any more is a fault but in a preview. */
export function priceContent(
	content: Unresolved<Content>,
	{ prices, checkPaymentLinks, live, preview, report }: PriceOptions,
): Unresolved<Snapshot> {
	const { locale, consultations, packages, programmes } = content;
	const sell = <Item extends { id: string; stripeProductId: string }>(page: ShopName, items: Item[]) => {
		const priced = joinPrices(items, prices, { live, report });
		if (items.length > 0 && priced.length === 0 && !preview) {
			const problem = `none of its ${items.length} products has a price in Stripe. Check that STRIPE_API_KEY is of the right account, and not of its test mode`;
			report.fault({ type: "entries", id: content[page].id, field: page }, problem);
		}
		return checkPaymentLinks(priced, page, locale);
	};
	return {
		...content,
		consultations: { ...consultations, consultations: sell("consultations", consultations.consultations) },
		packages: { ...packages, packages: sell("packages", packages.packages) },
		programmes: { ...programmes, programmes: sell("programmes", programmes.programmes) },
	};
}
