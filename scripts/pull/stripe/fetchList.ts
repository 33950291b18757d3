import Stripe from "stripe";
import { z } from "zod";
import type { Environment } from "../../../site/environment.server.ts";
import { FaultsError } from "../../shared/faults.ts";
import { agentFor, describeIssue, unexpectedAnswer } from "../answers.ts";
import type { FetchOptions } from "../limits.ts";
import { type Judgement, parseWait, retry, type UnansweredError } from "../retry.ts";

/**
 * The version of Stripe's API that the schemas in this folder were written for: Stripe answers in its form, whatever the
 * account's own is. Its type allows only the version of the installed package, so that an upgrade of `stripe` stops the
 * check of types here. Then read https://docs.stripe.com/changelog for prices, products and payment links, adapt the
 * schemas, and name the new version here.
 */
const apiVersion = "2026-10-28.endive";

type StripeList<Item> = {
	/** What it holds, for people. */
	what: string;
	item: z.ZodType<Item>;
	/** What the key must be allowed, in the words of Stripe's dashboard. */
	rights: string;
	ask: (stripe: Stripe, page: { limit: number; starting_after?: string }) => Promise<unknown>;
};

/**
 * Fetches a list of Stripe's: 100 items a request, every page.
 * @throws FaultsError when the list cannot be had whole, or is not what the API documents; with a `status` when Stripe refuses it
 */
export async function fetchList<Item extends { id: string }>(
	environment: Pick<Environment, "stripe">,
	{ what, item, rights, ask }: StripeList<Item>,
	{ limits, signal, log, keep }: FetchOptions,
): Promise<Item[]> {
	const { protocol, hostname, port } = new URL(environment.stripe.apiUrl);
	const service = `Stripe (${hostname})`;
	const agent = agentFor(environment.stripe.apiUrl);
	const stripe = new Stripe(environment.stripe.key, {
		apiVersion,
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
	const askPage = async (last: string | undefined) => {
		status = undefined;
		const answer = await ask(stripe, { limit: 100, ...(last ? { starting_after: last } : {}) });
		if (status !== 200) throw new Error("no list");
		return answer;
	};
	const schema = z.object({ object: z.literal("list"), has_more: z.boolean(), data: z.array(item) });
	const unexpected = (found: string) => unexpectedAnswer(service, what, found, "STRIPE_API_URL");
	const items = new Map<string, Item>();
	let last: string | undefined;
	try {
		for (let more = true; more; ) {
			const answer = await retry(() => askPage(last), {
				limits,
				timeout: limits.request,
				signal,
				judge: (error) => judge(error, status, rights),
				log: (line) => log(`${service}: ${line}`),
			}).catch((error: UnansweredError) => {
				const fault = `${service} does not give the ${what}: ${error.message}.`;
				const refusal = (error.cause as Partial<Stripe.errors.StripeError> | undefined)?.statusCode ?? status;
				throw Object.assign(new FaultsError([fault]), { status: refusal });
			});
			keep?.(what, answer);
			const page = schema.safeParse(answer);
			if (!page.success) throw unexpected(describeIssue(page.error));
			if (page.data.has_more && page.data.data.length === 0) throw unexpected("an empty page before the last");
			for (const listed of page.data.data) {
				if (items.has(listed.id)) throw unexpected(`${listed.id} on two pages`);
				items.set(listed.id, listed);
				last = listed.id;
			}
			more = page.data.has_more;
		}
		return [...items.values()];
	} finally {
		agent.destroy();
	}
}

/** https://docs.stripe.com/error-low-level */
function judge(error: unknown, answered: number | undefined, rights: string): Judgement {
	const passing = (reason: string, after?: number): Judgement => ({ transient: true, reason, after });
	const lasting = (reason: string): Judgement => ({ transient: false, reason });
	if (error instanceof Stripe.errors.StripeConnectionError) return passing(`no connection (${error.message})`);
	const { statusCode: status = answered, code, type, headers } = error as Partial<Stripe.errors.StripeError>;
	if (status === undefined) return lasting(error instanceof Error ? error.message : String(error));
	const after = parseWait(headers?.["retry-after"]);
	if (status === 429 || code === "rate_limit") return passing("too many requests (429)", after);
	if (status === 409 || status >= 500) return passing(`the service is out of order (${status})`, after);
	if (status < 300) return lasting("its answer is not JSON. Check STRIPE_API_URL");
	if (status === 401) return lasting("it refuses the key (401). Check STRIPE_API_KEY");
	if (status === 403) return lasting(`the key lacks a right (403). STRIPE_API_KEY needs ${rights}`);
	return lasting(`it refuses the request (${[status, code ?? type].filter(Boolean).join(": ")})`);
}
