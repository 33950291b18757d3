import { paymentLinks, prices, products } from "./prices.ts";

/** One request of a file for the command `stripe fixtures`: https://docs.stripe.com/cli/fixtures */
const post = (name: string, path: string, params: object) => ({ name, path: `/v1/${path}`, method: "post", params });

/**
 * Out: a file for `stripe fixtures` that makes, in an account of one's own, what the demo's pages sell: the products with
 * the ids that the demo's entries have, their prices, and a payment link for each. Stripe chooses the links' addresses.
 */
export function formatStripeFixtures(): string {
	const lines = paymentLinks.flatMap(({ line_items }) => line_items);
	const sold = prices.filter(({ id }) => lines.some(({ price }) => price.id === id));
	const fixtures = [
		...products
			.filter(({ id }) => sold.some(({ product }) => product === id))
			.map(({ id, name }) => post(id, "products", { id, name })),
		...sold.map(({ id, product, currency, unit_amount, recurring }) => {
			const regular = recurring && { recurring: { interval: recurring.interval } };
			return post(id, "prices", { product: `\${${product}:id}`, currency, unit_amount, ...regular });
		}),
		...paymentLinks.map(({ id, url, line_items }) =>
			post(id, "payment_links", {
				line_items: line_items.map(({ price, quantity }) => ({ price: `\${${price.id}:id}`, quantity })),
				metadata: { instead_of: url },
			}),
		),
	];
	return `${JSON.stringify({ _meta: { template_version: 0 }, fixtures }, null, "\t")}\n`;
}
