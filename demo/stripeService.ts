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

const listParameters = ["active", "ending_before", "limit", "starting_after"];
const priceParameters = [...listParameters, "currency", "product", "type"];

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
	const limit = limitOf(query);
	const matching = prices.filter((price) => matches(price, query)).toSorted((a, b) => b.created - a.created);
	const { page, more } = cut(matching, query, limit, "price");
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
	const limit = limitOf(query);
	const matching = paymentLinks.filter((link) => matchesActive(link, query));
	const { page, more } = cut(matching, query, limit, "payment link");
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
		if (/^expand\[\d*\]$/.test(name)) {
			if (value !== expandable) {
				throw new ApiError(400, `This property cannot be expanded (${value}).`, { param: "expand" });
			}
			expand = true;
		} else if (!parameters.includes(name)) {
			throw new ApiError(400, `Received unknown parameter: ${name}`, { code: "parameter_unknown", param: name });
		}
	}
	return expand;
}

function limitOf(query: URLSearchParams): number {
	const text = query.get("limit");
	if (text === null) return 10;
	const invalid = { code: "parameter_invalid_integer", param: "limit" };
	if (!/^-?\d+$/.test(text)) throw new ApiError(400, `Invalid integer: ${text}`, invalid);
	if (Number(text) < 1) throw new ApiError(400, "This value must be greater than or equal to 1.", invalid);
	if (Number(text) > 100) throw new ApiError(400, "This value must be less than or equal to 100.", invalid);
	return Number(text);
}

function matchesActive(item: { active: boolean }, query: URLSearchParams): boolean {
	const active = query.get("active");
	if (active !== null && active !== "true" && active !== "false") {
		throw new ApiError(400, `Invalid boolean: ${active}`, { param: "active" });
	}
	return active === null || item.active === (active === "true");
}

function matches(price: Price, query: URLSearchParams): boolean {
	const type = query.get("type");
	if (type !== null && type !== "one_time" && type !== "recurring") {
		throw new ApiError(400, "Invalid type: must be one of one_time or recurring", { param: "type" });
	}
	return (
		matchesActive(price, query) &&
		(type === null || price.type === type) &&
		(!query.has("product") || price.product === query.get("product")) &&
		(!query.has("currency") || price.currency === query.get("currency"))
	);
}

function cut<Item extends { id: string }>(
	items: Item[],
	query: URLSearchParams,
	limit: number,
	kind: string,
): { page: Item[]; more: boolean } {
	const after = query.get("starting_after");
	const before = query.get("ending_before");
	if (after !== null && before !== null) {
		throw new ApiError(400, "You cannot parameterize both starting_after and ending_before.");
	}
	if (before !== null) {
		const end = position(items, before, "ending_before", kind);
		const start = Math.max(0, end - limit);
		return { page: items.slice(start, end), more: start > 0 };
	}
	const start = after === null ? 0 : position(items, after, "starting_after", kind) + 1;
	return { page: items.slice(start, start + limit), more: start + limit < items.length };
}

function position(items: { id: string }[], id: string, param: string, kind: string): number {
	const index = items.findIndex((item) => item.id === id);
	if (index < 0) {
		const details = {
			code: "resource_missing",
			doc_url: "https://stripe.com/docs/error-codes/resource-missing",
			param,
		};
		throw new ApiError(400, `No such ${kind}: '${id}'`, details);
	}
	return index;
}

function expanded(products: Product[], id: string): unknown {
	return products.find((product) => product.id === id) ?? { id, object: "product", deleted: true };
}
