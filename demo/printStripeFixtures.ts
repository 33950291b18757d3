import { paymentLinks, prices, products } from "./prices.ts";

// Prints a file for the command `stripe fixtures`, which creates the demo's products, prices and payment links in a
// Stripe account.

/** Formats one request of a fixtures file for the Stripe CLI: https://docs.stripe.com/cli/fixtures */
const createRequest = (name: string, path: string, params: object) => ({
	name,
	path: `/v1/${path}`,
	method: "post",
	params,
});

const lines = paymentLinks.flatMap(({ line_items }) => line_items);
const sold = prices.filter(({ id }) => lines.some(({ price }) => price.id === id));
const fixtures = [
	...products
		.filter(({ id }) => sold.some(({ product }) => product === id))
		.map(({ id, name }) => createRequest(id, "products", { id, name })),
	...sold.map(({ id, product, currency, unit_amount, recurring }) => {
		const recurrence = recurring && { recurring: { interval: recurring.interval } };
		return createRequest(id, "prices", {
			product: `\${${product}:id}`,
			currency,
			unit_amount,
			...recurrence,
		});
	}),
	...paymentLinks.map(({ id, url, line_items }) =>
		createRequest(id, "payment_links", {
			line_items: line_items.map(({ price, quantity }) => ({
				price: `\${${price.id}:id}`,
				quantity,
			})),
			metadata: { instead_of: url },
		}),
	),
];
console.log(JSON.stringify({ _meta: { template_version: 0 }, fixtures }, null, "\t"));
