import Stripe from "stripe";
import { z } from "zod";
import type { Environment } from "../../../environment/environment.server.ts";
import type { FetchOptions } from "../limits.ts";
import { requestService } from "../requestService.ts";
import { type Failure, parseRetryAfter } from "../retry.ts";

/**
 * Stripe API version that the package `stripe` requires. Update the version and the package together:
 * https://docs.stripe.com/changelog
 */
const apiVersion = "2026-10-28.endive";

/** ISO 4217 currency code, in lower case. */
const currency = z
	.string()
	.regex(/^[a-z]{3}$/i)
	.toLowerCase();

const product = z.object({
	id: z.string(),
	active: z.boolean().optional(),
	deleted: z.literal(true).optional(),
	default_price: z
		.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)])
		.nullish(),
});

const productId = z.string().transform((id): z.infer<typeof product> => ({ id }));

/** Properties of a Stripe price that the site uses: https://docs.stripe.com/api/prices/object */
const stripePrice = z.object({
	id: z.string(),
	object: z.literal("price"),
	/** Time of creation, in seconds since 1970. */
	created: z.int(),
	livemode: z.boolean().optional(),
	currency,
	/** Null when the customer chooses the amount, when the price has tiers, and for fractions of the minor unit. */
	unit_amount: z.int().nullable(),
	custom_unit_amount: z.object({}).nullish(),
	billing_scheme: z.string().optional(),
	product: z.union([productId, product]),
});

export type StripePrice = z.infer<typeof stripePrice>;

/** Properties of a Stripe payment link that the site uses: https://docs.stripe.com/api/payment-link/object */
const stripePaymentLink = z.object({
	id: z.string(),
	object: z.literal("payment_link"),
	active: z.boolean(),
	url: z.url(),
	/**
	 * Line items (products) of the payment link. Stripe sends them only because the request expands them. `has_more` is
	 * true when Stripe truncates the list.
	 */
	line_items: z.object({
		has_more: z.boolean(),
		data: z.array(
			z.object({
				amount_total: z.number(),
				currency,
				price: z
					.object({
						/** Id of the product, which the request does not expand. */
						product: z.string().optional(),
						recurring: z.object({ interval: z.string(), interval_count: z.number() }).nullish(),
						custom_unit_amount: z.object({}).nullish(),
					})
					.nullable(),
			}),
		),
	}),
});

export type StripePaymentLink = z.infer<typeof stripePaymentLink>;

/**
 * Fetches the active one-time prices with their products.
 * @throws FaultsError when the list cannot be fetched completely, or does not match the schema
 */
export async function fetchPrices(
	{ stripe }: Pick<Environment, "stripe">,
	options: FetchOptions,
): Promise<StripePrice[]> {
	const list: StripeList<StripePrice> = {
		resource: "prices",
		item: stripePrice,
		permissions: "Prices: Read and Products: Read",
		request: (api, page) =>
			api.prices.list({ active: true, type: "one_time", expand: ["data.product"], ...page }),
	};
	const client = new StripeClient(stripe, options.limits.requestTimeoutMs);
	return fetchList(client, list, options);
}

/** HTTP statuses with which Stripe refuses a key that has no permission to read payment links. */
const refusalStatuses = [401, 403, 404];

/**
 * Fetches all payment links with their line items. Returns `refusedStatus` when Stripe refuses the key.
 * @throws FaultsError when the list cannot be fetched for another reason
 */
export async function fetchPaymentLinks(
	{ stripe }: Pick<Environment, "stripe">,
	options: FetchOptions,
): Promise<StripePaymentLink[] | { refusedStatus: number }> {
	const list: StripeList<StripePaymentLink> = {
		resource: "payment links",
		item: stripePaymentLink,
		permissions: "Payment Links: Read",
		request: (api, page) => api.paymentLinks.list({ expand: ["data.line_items"], ...page }),
	};
	const client = new StripeClient(stripe, options.limits.requestTimeoutMs);
	try {
		return await fetchList(client, list, options);
	} catch (error) {
		const { lastStatus } = client;
		if (lastStatus !== undefined && refusalStatuses.includes(lastStatus))
			return { refusedStatus: lastStatus };
		throw error;
	}
}

class StripeClient {
	readonly api: Stripe;
	readonly host: string;
	/**
	 * HTTP status of the last response. Recorded here, because the client's results and errors do not always contain it.
	 */
	lastStatus: number | undefined;

	constructor({ apiUrl, key }: Environment["stripe"], timeoutMs: number) {
		const { protocol, hostname, port } = new URL(apiUrl);
		const isPlain = protocol === "http:";
		const defaultPort = isPlain ? 80 : 443;
		this.host = hostname;
		this.api = new Stripe(key, {
			apiVersion,
			protocol: isPlain ? "http" : "https",
			host: hostname,
			port: port || defaultPort,
			timeout: timeoutMs,
			// `scripts/pull/retry.ts` retries failed requests until a common deadline, so the client's own retries are turned
			// off.
			maxNetworkRetries: 0,
			telemetry: false,
			// As in scripts/pull/contentful/clientOptions.ts.
			httpClient: Stripe.createFetchHttpClient(),
		});
		this.api.on("response", ({ status }: { status: number }) => {
			this.lastStatus = status;
		});
	}
}

type StripeList<Item> = {
	/** Plural name of the items, such as `prices`, for messages. */
	resource: string;
	item: z.ZodType<Item>;
	/** Permissions that the key needs, as Stripe's dashboard names them. */
	permissions: string;
	request: (api: Stripe, page: { limit: number; starting_after?: string }) => Promise<unknown>;
};

/**
 * Fetches all pages of a list.
 * @throws FaultsError when a request fails or a response is invalid
 */
async function fetchList<Item extends { id: string }>(
	client: StripeClient,
	{ resource, item, permissions, request }: StripeList<Item>,
	options: FetchOptions,
): Promise<Item[]> {
	const schema = z.object({
		object: z.literal("list"),
		has_more: z.boolean(),
		data: z.array(item),
	});
	const description = {
		service: `Stripe (${client.host})`,
		resource,
		schema,
		variable: "STRIPE_API_URL",
	};

	const requestPage = async (lastId: string | undefined) => {
		client.lastStatus = undefined;
		const page = lastId === undefined ? { limit: 100 } : { limit: 100, starting_after: lastId };
		const response = await request(client.api, page);
		// Stripe's client returns any JSON body as the list, even the body of an error from a proxy. The status shows the
		// error.
		if (client.lastStatus !== 200) throw new Error("no list");
		return response;
	};

	const items: Item[] = [];
	let lastId: string | undefined;
	let hasMore = true;
	while (hasMore) {
		const page = await requestService(
			{
				...description,
				send: () => requestPage(lastId),
				classify: (error) => classifyStripeFailure(error, client.lastStatus, permissions),
			},
			options,
		);
		items.push(...page.data);
		lastId = page.data.at(-1)?.id;
		hasMore = page.has_more;
	}
	return items;
}

/**
 * Decides whether a failed request can be retried, and describes the failure. Stripe's errors:
 * https://docs.stripe.com/error-low-level
 */
function classifyStripeFailure(
	error: unknown,
	status: number | undefined,
	permissions: string,
): Failure {
	if (error instanceof Stripe.errors.StripeConnectionError) {
		return { isTransient: true, reason: `no connection (${error.message})` };
	}
	if (status === undefined) {
		return { isTransient: false, reason: error instanceof Error ? error.message : String(error) };
	}
	const { code, type, headers } = error as Partial<Stripe.errors.StripeError>;
	const retryAfterMs = parseRetryAfter(headers?.["retry-after"]);
	if (status === 429 || code === "rate_limit") {
		return { isTransient: true, reason: "too many requests (429)", retryAfterMs };
	}
	if (status === 409 || status >= 500) {
		return { isTransient: true, reason: `the service is out of order (${status})`, retryAfterMs };
	}
	return { isTransient: false, reason: describeRefusal(status, code ?? type, permissions) };
}

function describeRefusal(status: number, code: string | undefined, permissions: string): string {
	if (status < 300) return "its answer is not JSON. Check STRIPE_API_URL";
	if (status === 401) return "it refuses the key (401). Check STRIPE_API_KEY";
	if (status === 403) return `the key lacks a right (403). STRIPE_API_KEY needs ${permissions}`;
	return `it refuses the request (${[status, code].filter(Boolean).join(": ")})`;
}
