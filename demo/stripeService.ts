import {
	type LoopbackOptions,
	type Reply,
	readBearerToken,
	startLoopback,
} from "./loopbackService.ts";
import type { DemoPaymentLink, DemoPrice, DemoProduct } from "./prices.ts";

/** Products, prices and payment links that the stand-in for Stripe returns. */
export type Sales = {
	products: DemoProduct[];
	prices: DemoPrice[];
	/** Returns the payment links from newest to oldest, like Stripe. */
	listLinks(): DemoPaymentLink[];
};

/** Settings of the stand-in for Stripe. A test can change `content` while the stand-in runs. */
type StripeOptions = LoopbackOptions & {
	content: Sales;
	key: string;
};

/** Starts a local stand-in for Stripe's API. It supports listing prices and payment links. */
export function startStripe(options: StripeOptions) {
	return startLoopback(options, (request, { pathname, searchParams }) => {
		if (readBearerToken(request) !== options.key) return refuse(401, "Invalid API Key provided");
		const { content } = options;
		if (pathname === "/v1/prices") return reply(200, listPrices(content, searchParams));
		if (pathname === "/v1/payment_links")
			return reply(200, listPaymentLinks(content, searchParams));
		return refuse(404, "Unrecognized request URL");
	});
}

function reply(status: number, value: unknown): Reply {
	return { status, headers: { "Content-Type": "application/json" }, body: JSON.stringify(value) };
}

function refuse(status: number, message: string): Reply {
	return reply(status, { error: { type: "invalid_request_error", message } });
}

/** Lists prices with their products expanded: https://docs.stripe.com/api/prices/list */
export function listPrices({ prices, products }: Sales, query: URLSearchParams): unknown {
	const type = query.get("type");
	const active = query.get("active");
	const matching = prices
		.filter(
			(price) => (!active || String(price.active) === active) && (!type || price.type === type),
		)
		.toSorted((a, b) => b.created - a.created);
	const productOf = (id: string) =>
		products.find((product) => product.id === id) ?? { id, object: "product", active: true };
	return list(matching, query, (price) => ({ ...price, product: productOf(price.product) }));
}

/** Lists payment links, each with at most ten line items: https://docs.stripe.com/api/payment-link/list */
export function listPaymentLinks(sales: Sales, query: URLSearchParams): unknown {
	return list(sales.listLinks(), query, ({ line_items: lines, ...link }) => {
		const first = { object: "list", data: lines.slice(0, 10), has_more: lines.length > 10 };
		return { ...link, line_items: first };
	});
}

function list<Item extends { id: string }>(
	items: Item[],
	query: URLSearchParams,
	show: (item: Item) => unknown,
) {
	const after = query.get("starting_after");
	const start = after === null ? 0 : items.findIndex(({ id }) => id === after) + 1;
	const end = start + Number(query.get("limit") ?? 10);
	return { object: "list", data: items.slice(start, end).map(show), has_more: end < items.length };
}
