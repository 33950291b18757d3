import http from "node:http";
import https from "node:https";
import Stripe from "stripe";
import { z } from "zod";
import type { Environment } from "../../content/environment.server.ts";
import { FaultsError } from "../faults.ts";
import type { Limits } from "../limits.ts";
import { type Judgement, parseWait, retry, type UnansweredError } from "../retry.ts";

/** The fields of a price that are read: https://docs.stripe.com/api/prices/object */
const stripePrice = z.object({
	id: z.string(),
	object: z.literal("price"),
	created: z.number(),
	livemode: z.boolean().optional(),
	currency: z.string().length(3).toLowerCase(),
	unit_amount: z.number().nullable(),
	product: z.union([
		z.string(),
		z.object({
			id: z.string(),
			active: z.boolean().optional(),
			deleted: z.literal(true).optional(),
			default_price: z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)]).nullish(),
		}),
	]),
});

const pricesAnswer = z.object({ object: z.literal("list"), has_more: z.boolean(), data: z.array(stripePrice) });

export type StripePrice = z.infer<typeof stripePrice>;

export type FetchOptions = { limits: Limits; signal: AbortSignal; log: (line: string) => void };

/**
 * Lists the active one-time prices with their products: 100 a request, every page of the list.
 * @throws FaultsError when the list cannot be had whole, or is not what the API documents
 */
export async function fetchPrices(
	environment: Pick<Environment, "stripe">,
	{ limits, signal, log }: FetchOptions,
): Promise<StripePrice[]> {
	const { protocol, hostname, port } = new URL(environment.stripe.apiUrl);
	const service = `Stripe (${hostname})`;
	// An agent of its own, since a request that was given up may go on, and would keep the process alive.
	const agent = new (protocol === "http:" ? http : https).Agent({ keepAlive: true });
	const stripe = new Stripe(environment.stripe.key, {
		protocol: protocol === "http:" ? "http" : "https",
		host: hostname,
		port: port || (protocol === "http:" ? 80 : 443),
		timeout: limits.request,
		maxNetworkRetries: 0,
		telemetry: false,
		httpClient: Stripe.createNodeHttpClient(agent),
	});
	// The client takes an answer without an error of Stripe's own, such as a proxy's, for a list or for no answer at all.
	let status: number | undefined;
	stripe.on("response", (answer: { status: number }) => {
		status = answer.status;
	});
	const list = async (last: string | undefined) => {
		status = undefined;
		const answer = await stripe.prices.list({
			active: true,
			type: "one_time",
			limit: 100,
			expand: ["data.product"],
			...(last ? { starting_after: last } : {}),
		});
		if (status !== 200) throw new Error("no list");
		return answer;
	};
	const prices: StripePrice[] = [];
	const seen = new Set<string>();
	try {
		for (let more = true; more; ) {
			const last = prices.at(-1)?.id;
			const answer = await retry(() => list(last), {
				limits,
				timeout: limits.request,
				signal,
				judge: (error) => judge(error, status),
				log: (line) => log(`${service}: ${line}`),
			}).catch((error: UnansweredError) => {
				throw new FaultsError([`${service} does not give the prices: ${error.message}.`]);
			});
			const parsed = pricesAnswer.safeParse(answer);
			const [issue] = parsed.error?.issues ?? [];
			const repeated = parsed.data?.data.find((price) => seen.has(price.id));
			if (!parsed.success || repeated || (parsed.data.has_more && parsed.data.data.length === 0)) {
				const what = issue
					? `${issue.path.join(".") || "the answer as a whole"}, ${issue.message}`
					: repeated
						? `price ${repeated.id} on two pages`
						: "an empty page before the last";
				throw new FaultsError([
					`${service} answers something else than the API documents for the prices: ${what}. Check STRIPE_API_URL.`,
				]);
			}
			for (const price of parsed.data.data) seen.add(price.id);
			prices.push(...parsed.data.data);
			more = parsed.data.has_more;
		}
		return prices;
	} finally {
		agent.destroy();
	}
}

/** https://docs.stripe.com/error-low-level */
function judge(error: unknown, answered: number | undefined): Judgement {
	if (error instanceof Stripe.errors.StripeConnectionError) {
		return { transient: true, reason: `no connection (${error.message})` };
	}
	const { statusCode: status = answered, code, type, headers } = error as Partial<Stripe.errors.StripeError>;
	if (status === undefined) return { transient: false, reason: error instanceof Error ? error.message : String(error) };
	const after = parseWait(headers?.["retry-after"]);
	if (status === 429 || code === "rate_limit") return { transient: true, reason: "too many requests (429)", after };
	if (status === 409 || status >= 500) {
		return { transient: true, reason: `the service is out of order (${status})`, after };
	}
	if (status < 300) return { transient: false, reason: "its answer is not JSON. Check STRIPE_API_URL" };
	if (status === 401) return { transient: false, reason: "it refuses the key (401). Check STRIPE_API_KEY" };
	if (status === 403) {
		return {
			transient: false,
			reason: "the key lacks a right (403). STRIPE_API_KEY needs Prices: Read and Products: Read",
		};
	}
	return { transient: false, reason: `it refuses the request (${[status, code ?? type].filter(Boolean).join(": ")})` };
}
