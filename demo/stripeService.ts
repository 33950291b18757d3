import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { authorizationSecret, type LoopbackOptions, type LoopbackService, startLoopback } from "./loopbackService.ts";
import type { LineItem, PaymentLink, Price, Product } from "./prices.ts";

/** What the service needs to know. The lists are read at every request, so they may be changed while it runs. */
export interface StripeOptions extends LoopbackOptions {
	products: Product[];
	prices: Price[];
	/** Newest first. Without them the key may not read payment links. */
	paymentLinks?: PaymentLink[] | undefined;
	key: string;
}

const listParameters = ["active", "limit", "starting_after"];
const priceParameters = [...listParameters, "type"];

class ApiError extends Error {
	readonly status: number;
	readonly details: Record<string, string>;

	constructor(status: number, message: string, details: Record<string, string> = {}) {
		super(message);
		this.status = status;
		this.details = details;
	}
}

/**
 * Starts Stripe's lists of prices and of payment links on 127.0.0.1.
 * In: what they hold and the key that may read them. Out: the running service.
 */
export async function startStripe(options: StripeOptions): Promise<LoopbackService> {
	return startLoopback(options, (request, url) => {
		const headers = {
			"Content-Type": "application/json",
			"Request-Id": `req_${randomUUID().replaceAll("-", "").slice(0, 14)}`,
		};
		try {
			return { status: 200, headers, body: `${JSON.stringify(answerApi(options, request, url), null, 2)}\n` };
		} catch (error) {
			if (!(error instanceof ApiError)) throw error;
			const body = { error: { ...error.details, message: error.message, type: "invalid_request_error" } };
			return { status: error.status, headers, body: `${JSON.stringify(body, null, 2)}\n` };
		}
	});
}

function answerApi(options: StripeOptions, request: IncomingMessage, url: URL): unknown {
	const key = authorizationSecret(request);
	if (!key) {
		throw new ApiError(
			401,
			"You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
		);
	}
	if (key !== options.key) throw new ApiError(401, `Invalid API Key provided: ${"*".repeat(8)}${key.slice(-4)}`);
	if (request.method === "GET" && url.pathname === "/v1/prices") return listPrices(options, url);
	if (request.method === "GET" && url.pathname === "/v1/payment_links") return listPaymentLinks(options, url);
	throw new ApiError(
		404,
		`Unrecognized request URL (${request.method}: ${url.pathname}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
	);
}

function listPrices({ prices, products }: StripeOptions, url: URL): unknown {
	const query = url.searchParams;
	const expand = expansions(query, priceParameters, "data.product");
	const type = query.get("type");
	const matching = prices
		.filter((price) => matchesActive(price, query) && (type === null || price.type === type))
		.toSorted((a, b) => b.created - a.created);
	const { page, more } = cut(matching, query);
	return {
		object: "list",
		data: page.map((price) => (expand ? { ...price, product: expanded(products, price.product) } : price)),
		has_more: more,
		url: "/v1/prices",
	};
}

/** https://docs.stripe.com/api/payment-link/list */
function listPaymentLinks({ paymentLinks, key }: StripeOptions, url: URL): unknown {
	if (!paymentLinks) {
		throw new ApiError(
			403,
			`The provided key '${key.slice(0, 3)}${"*".repeat(8)}' does not have the required permissions for this endpoint. Having the 'rak_payment_link_read' permission would allow this request to continue.`,
			{ code: "more_permissions_required" },
		);
	}
	const query = url.searchParams;
	const expand = expansions(query, listParameters, "data.line_items");
	const { page, more } = cut(
		paymentLinks.filter((link) => matchesActive(link, query)),
		query,
	);
	return {
		object: "list",
		data: page.map(({ line_items, ...link }) =>
			expand ? { ...link, line_items: firstItems(link.id, line_items) } : link,
		),
		has_more: more,
		url: "/v1/payment_links",
	};
}

/** Of a long list only a handful comes with the link. */
function firstItems(id: string, items: LineItem[]): unknown {
	return {
		object: "list",
		data: items.slice(0, 10),
		has_more: items.length > 10,
		url: `/v1/payment_links/${id}/line_items`,
	};
}

/** True when what can be expanded is to be; anything else that is asked for is refused. */
function expansions(query: URLSearchParams, parameters: string[], expandable: string): boolean {
	let expand = false;
	for (const [name, value] of query) {
		if (/^expand\[\d*\]$/.test(name) && value === expandable) expand = true;
		else if (!parameters.includes(name)) {
			throw new ApiError(400, `Received unknown parameter: ${name}`, { code: "parameter_unknown", param: name });
		}
	}
	return expand;
}

function matchesActive(item: { active: boolean }, query: URLSearchParams): boolean {
	const active = query.get("active");
	return active === null || item.active === (active === "true");
}

function cut<Item extends { id: string }>(items: Item[], query: URLSearchParams): { page: Item[]; more: boolean } {
	const limit = Number(query.get("limit") ?? 10);
	const after = query.get("starting_after");
	const start = after === null ? 0 : items.findIndex(({ id }) => id === after) + 1;
	return { page: items.slice(start, start + limit), more: start + limit < items.length };
}

function expanded(products: Product[], id: string): unknown {
	return products.find((product) => product.id === id) ?? { id, object: "product", deleted: true };
}
