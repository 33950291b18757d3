import Stripe from "stripe";
import { z } from "zod";
import type { Environment } from "../../../environment/environment.server.ts";
import type { FetchOptions } from "../limits.ts";
import { Problem } from "../problem.ts";
import { requestService } from "../requestService.ts";

/** Properties of a Stripe price that the site uses: https://docs.stripe.com/api/prices/object */
const stripePrice = z.object({
	id: z.string(),
	/** Time of creation, in seconds since 1970. */
	created: z.int(),
	livemode: z.boolean(),
	/** ISO 4217 code, in lower case. */
	currency: z.string(),
	/** Null when the customer chooses the amount, when the price has tiers, and for fractions of the minor unit. */
	unit_amount: z.int().nullable(),
	/** Product, because the request expands it. Stripe never deletes a product that has prices. */
	product: z.object({ id: z.string(), active: z.boolean(), default_price: z.string().nullish() }),
});

export type StripePrice = z.infer<typeof stripePrice>;

/** Properties of a Stripe payment link that the site uses: https://docs.stripe.com/api/payment-link/object */
const stripePaymentLink = z.object({
	active: z.boolean(),
	/** Whether Stripe calculates tax, and adds it to prices that do not include it. */
	automatic_tax: z.object({ enabled: z.boolean() }).optional(),
	/** Shipping rates to choose from. Stripe's page preselects the first. */
	shipping_options: z.array(z.object({ shipping_amount: z.int() })).optional(),
	url: z.url(),
	/** Items that the link charges, because the request expands them. `has_more` is true when Stripe truncates the list. */
	line_items: z.object({
		has_more: z.boolean(),
		data: z.array(
			z.object({
				amount_total: z.int(),
				currency: z.string(),
				adjustable_quantity: z.object({ minimum: z.int().nullish() }).nullish(),
				price: z
					.object({
						product: z.string().optional(),
						recurring: z.object({ interval: z.string(), interval_count: z.int() }).nullish(),
						custom_unit_amount: z.object({}).nullish(),
						/** `inclusive`, `exclusive`, or `unspecified`: then the account's default applies. */
						tax_behavior: z.string().nullish(),
					})
					.nullable(),
			}),
		),
	}),
});

export type StripePaymentLink = z.infer<typeof stripePaymentLink>;

export const salesSchema = z.object({
	/** Active one-time prices. */
	prices: z.array(stripePrice),
	/** All payment links, or undefined when the key may not read them. */
	paymentLinks: z.array(stripePaymentLink).optional(),
});

export type Sales = z.infer<typeof salesSchema>;

/** Maximum number of items that Stripe's client collects from the pages of a list. */
const maxItems = 10_000;

/**
 * Fetches prices and payment links.
 * @throws FaultsError when they cannot be fetched completely, or do not match the schema
 */
export async function fetchSales(
	{ stripe: { apiUrl, key } }: Pick<Environment, "stripe">,
	{ limits, signal }: FetchOptions,
): Promise<Sales> {
	const { protocol, hostname, port } = new URL(apiUrl);
	const client = new Stripe(key, {
		protocol: protocol === "http:" ? "http" : "https",
		host: hostname,
		port,
		timeout: limits.requestTimeoutMs,
		maxNetworkRetries: limits.maxRetries,
		telemetry: false,
		httpClient: Stripe.createFetchHttpClient(fetchCompletely),
	});
	const prices = client.prices
		.list({ active: true, type: "one_time", expand: ["data.product"], limit: 100 })
		.autoPagingToArray({ limit: maxItems });
	const paymentLinks = client.paymentLinks
		.list({ expand: ["data.line_items"], limit: 100 })
		.autoPagingToArray({ limit: maxItems })
		.catch(ignoreRefusal);
	return requestService({
		service: `Stripe (${hostname})`,
		schema: salesSchema,
		response: Promise.all([prices, paymentLinks]).then(([prices, paymentLinks]) => {
			return { prices, paymentLinks };
		}),
		variable: "STRIPE_API_KEY",
		problems: { 403: new Problem("stripeRightMissing") },
		deadline: signal,
	});
}

/**
 * Fetches a whole response, with `fetch`, so that Node's settings of proxies apply. Throws on 429 and 5xx, because
 * Stripe's client retries each error of `fetch`, but neither 429 nor a response that breaks off.
 */
async function fetchCompletely(...request: Parameters<typeof fetch>): Promise<Response> {
	const response = await fetch(...request);
	const body = await response.arrayBuffer();
	const { status, headers } = response;
	if (status === 429 || status >= 500) throw new Error(`${status}`);
	return new Response(body, { status, headers });
}

function ignoreRefusal(error: { statusCode?: number }): undefined {
	if (![401, 403, 404].includes(error.statusCode ?? 0)) throw error;
}
