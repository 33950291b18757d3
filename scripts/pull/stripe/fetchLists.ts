import Stripe from "stripe";
import { z } from "zod";
import type { Environment } from "../../../site/environment.server.ts";
import { agentFor, askService, unexpectedAnswer } from "../answers.ts";
import type { FetchOptions } from "../limits.ts";
import { type Judgement, parseWait } from "../retry.ts";

/**
 * The version of Stripe's API that the schemas in this file were written for: Stripe answers in its form, whatever the
 * account's own is. Its type allows only the version of the installed package, so that an upgrade of `stripe` stops the
 * check of types here. Then read https://docs.stripe.com/changelog for prices, products and payment links, adapt the
 * schemas, and name the new version here.
 */
const apiVersion = "2026-10-28.endive";

/** ISO 4217, in lower case. */
const currency = z
	.string()
	.regex(/^[a-z]{3}$/i)
	.toLowerCase();

/** Seconds since 1970, up to the last time that a `Date` can hold. */
const timestamp = z.int().min(0).max(8.64e12);

const product = z.object({
	id: z.string(),
	active: z.boolean().optional(),
	updated: timestamp.optional(),
	deleted: z.literal(true).optional(),
	default_price: z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)]).nullish(),
});

/** The fields of a price that are read: https://docs.stripe.com/api/prices/object */
const stripePrice = z.object({
	id: z.string(),
	object: z.literal("price"),
	created: timestamp,
	livemode: z.boolean().optional(),
	currency,
	unit_amount: z.int().nullable(),
	product: z.union([z.string().transform((id): z.infer<typeof product> => ({ id })), product]),
});

export type StripePrice = z.infer<typeof stripePrice>;

/** The fields of a payment link that are read: https://docs.stripe.com/api/payment-link/object */
const stripePaymentLink = z.object({
	id: z.string(),
	object: z.literal("payment_link"),
	active: z.boolean(),
	url: z.url(),
	/** Absent unless asked for; of a long list only the first comes with the link. */
	line_items: z.object({
		has_more: z.boolean(),
		data: z.array(
			z.object({
				amount_total: z.number(),
				currency,
				price: z
					.object({
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
 * Lists the active one-time prices with their products.
 * @throws FaultsError when the list cannot be had whole, or is not what the API documents
 */
export function fetchPrices({ stripe }: Pick<Environment, "stripe">, options: FetchOptions): Promise<StripePrice[]> {
	const list: StripeList<StripePrice> = {
		what: "prices",
		item: stripePrice,
		rights: "Prices: Read and Products: Read",
		ask: (client, page) => client.prices.list({ active: true, type: "one_time", expand: ["data.product"], ...page }),
	};
	return fetchList(stripe, list, options);
}

/**
 * Lists all payment links with what they sell.
 * @returns the links, or the status with which Stripe refuses a key that may not read them: 401, 403 or 404
 * @throws FaultsError when the list cannot be had whole for another reason, or is not what the API documents
 */
export async function fetchPaymentLinks(
	{ stripe }: Pick<Environment, "stripe">,
	options: FetchOptions,
): Promise<StripePaymentLink[] | { refused: number }> {
	const list: StripeList<StripePaymentLink> = {
		what: "payment links",
		item: stripePaymentLink,
		rights: "Payment Links: Read",
		ask: (client, page) => client.paymentLinks.list({ expand: ["data.line_items"], ...page }),
	};
	try {
		return await fetchList(stripe, list, options);
	} catch (error) {
		const { status = 0 } = error as { status?: number };
		if ([401, 403, 404].includes(status)) return { refused: status };
		throw error;
	}
}

type StripeList<Item> = {
	/** What it holds, for people. */
	what: string;
	item: z.ZodType<Item>;
	/** What the key must be allowed, in the words of Stripe's dashboard. */
	rights: string;
	ask: (client: Stripe, page: { limit: number; starting_after?: string }) => Promise<unknown>;
};

/**
 * Fetches a list of Stripe's: 100 items a request, every page.
 * @throws FaultsError when the list cannot be had whole, or is not what the API documents; with the `status` of the last answer
 */
async function fetchList<Item extends { id: string }>(
	{ apiUrl, key }: Environment["stripe"],
	{ what, item, rights, ask }: StripeList<Item>,
	options: FetchOptions,
): Promise<Item[]> {
	const { protocol, hostname, port } = new URL(apiUrl);
	const agent = agentFor(apiUrl);
	const stripe = new Stripe(key, {
		apiVersion,
		protocol: protocol === "http:" ? "http" : "https",
		host: hostname,
		port: port || (protocol === "http:" ? 80 : 443),
		timeout: options.limits.request,
		maxNetworkRetries: 0,
		telemetry: false,
		httpClient: Stripe.createNodeHttpClient(agent),
	});
	// The client takes an answer without an error of Stripe's own, such as a proxy's, for a list or for no answer at all.
	let status: number | undefined;
	stripe.on("response", (answer: { status: number }) => {
		status = answer.status;
	});
	const askPage = async (last: string | undefined) => {
		status = undefined;
		const answer = await ask(stripe, { limit: 100, ...(last ? { starting_after: last } : {}) });
		if (status !== 200) throw new Error("no list");
		return answer;
	};
	const schema = z.object({ object: z.literal("list"), has_more: z.boolean(), data: z.array(item) });
	const question = { service: `Stripe (${hostname})`, what, schema, variable: "STRIPE_API_URL" };
	const items = new Map<string, Item>();
	let last: string | undefined;
	try {
		for (let more = true; more; ) {
			const judgeThis = (error: unknown) => judge(error, status, rights);
			const page = await askService({ ...question, request: () => askPage(last), judge: judgeThis }, options);
			if (page.has_more && page.data.length === 0) throw unexpectedAnswer(question, "an empty page before the last");
			for (const listed of page.data) {
				if (items.has(listed.id)) throw unexpectedAnswer(question, `${listed.id} on two pages`);
				items.set(listed.id, listed);
				last = listed.id;
			}
			more = page.has_more;
		}
		return [...items.values()];
	} catch (error) {
		throw Object.assign(error as Error, { status });
	} finally {
		agent.destroy();
	}
}

/** https://docs.stripe.com/error-low-level */
function judge(error: unknown, status: number | undefined, rights: string): Judgement {
	const passing = (reason: string, after?: number): Judgement => ({ transient: true, reason, after });
	const lasting = (reason: string): Judgement => ({ transient: false, reason });
	if (error instanceof Stripe.errors.StripeConnectionError) return passing(`no connection (${error.message})`);
	if (status === undefined) return lasting(error instanceof Error ? error.message : String(error));
	const { code, type, headers } = error as Partial<Stripe.errors.StripeError>;
	const after = parseWait(headers?.["retry-after"]);
	if (status === 429 || code === "rate_limit") return passing("too many requests (429)", after);
	if (status === 409 || status >= 500) return passing(`the service is out of order (${status})`, after);
	if (status < 300) return lasting("its answer is not JSON. Check STRIPE_API_URL");
	if (status === 401) return lasting("it refuses the key (401). Check STRIPE_API_KEY");
	if (status === 403) return lasting(`the key lacks a right (403). STRIPE_API_KEY needs ${rights}`);
	return lasting(`it refuses the request (${[status, code ?? type].filter(Boolean).join(": ")})`);
}
