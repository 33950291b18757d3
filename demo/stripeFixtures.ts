import { paymentLinks, prices, products } from "./prices.ts";

/** One request of a file for the command `stripe fixtures`: https://docs.stripe.com/cli/fixtures */
interface Fixture {
	name: string;
	path: string;
	method: "post";
	params: Record<string, unknown>;
}

/**
 * Out: a file for `stripe fixtures` that makes, in an account of one's own, what the demo's pages sell: the products with
 * the ids that the demo's entries have, their prices, and a payment link for each. Stripe chooses the links' addresses.
 */
export function formatStripeFixtures(): string {
	const sold = paymentLinks.filter(({ active }) => active);
	const soldPrices = prices.filter(({ id }) =>
		sold.some(({ line_items }) => line_items.some(({ price }) => price?.id === id)),
	);
	const soldProducts = products.filter(({ id }) => soldPrices.some(({ product }) => product === id));
	const fixtures: Fixture[] = [
		...soldProducts.map(({ id, name }) => ({
			name: id,
			path: "/v1/products",
			method: "post" as const,
			params: { id, name },
		})),
		...soldPrices.map(({ id, product, currency, unit_amount, recurring }) => ({
			name: id,
			path: "/v1/prices",
			method: "post" as const,
			params: {
				product: `\${${product}:id}`,
				currency,
				unit_amount,
				...(recurring ? { recurring: { interval: recurring.interval } } : {}),
			},
		})),
		...sold.map(({ id, url, line_items }) => ({
			name: id,
			path: "/v1/payment_links",
			method: "post" as const,
			params: {
				line_items: line_items.map(({ price, quantity }) => ({ price: `\${${price?.id}:id}`, quantity })),
				metadata: { instead_of: url },
			},
		})),
	];
	return `${JSON.stringify({ _meta: { template_version: 0 }, fixtures }, null, "\t")}\n`;
}
