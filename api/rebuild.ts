import { randomUUID } from "node:crypto";
import { verifyRequest } from "@contentful/node-apps-toolkit/requests";
import { z } from "zod";
import { parseProtection, parseWebhookEnvironment, type Webhooks } from "../site/environment.server.ts";
import { securityHeaders } from "../site/headers.server.ts";
import { callBuildHook } from "./http/callBuildHook.ts";
import { readBody } from "./http/readBody.ts";

/** https://docs.netlify.com/build/functions/api/ */
export const config = {
	path: ["/api/rebuild", "/api/rebuild/:id"],
};

type Status = { status: string; reason?: string[] };

export type RebuildContext = {
	/** What our own server adds, which makes the site anew by itself, a host by its build hook; `ofDrafts` where saving counts, too. */
	rebuilds?: { request(cause: string): string; find(id: string): Status | undefined; ofDrafts?: boolean } | undefined;
};

/** Bytes. */
const largestBody = 1024 * 1024;
/** Milliseconds that a body may take. */
const timeLimit = 8_000;
/** Seconds for which a signature is good. */
const lifetime = { contentful: 30, stripe: 300 };

/**
 * Takes the signed webhooks of Contentful and Stripe (`POST /api/rebuild`) and has the site made anew when what they tell
 * of may be seen on it. Answers 202 with an id at once, 204 when there is nothing to do. On our own server
 * `GET /api/rebuild/<id>` tells what has become of it.
 */
export default async function rebuild(request: Request, { rebuilds }: RebuildContext): Promise<Response> {
	try {
		// Not by Netlify's `params`, which `netlify dev` does not give where a function has several paths.
		const known = /^\/api\/rebuild\/([^/]+)\/?$/.exec(new URL(request.url).pathname)?.[1];
		if (known) return answerStatus(request, known, rebuilds);
		if (request.method !== "POST") throw refusal(405, "Only POST is taken here.", { Allow: "POST" });
		const verify = verifierFor(request.headers);
		if (!verify) throw refusal(400, "This is no webhook of Contentful or Stripe.");
		const webhooks = parseWebhookEnvironment();
		const body = await readBody(request, { most: largestBody, timeLimit });
		if (body === 413) throw refusal(413, "The request is too large.");
		if (body === 400) throw malformed();
		const change = await verify(request, body, webhooks, rebuilds?.ofDrafts);
		if (!change) return respond(204);
		if (rebuilds) {
			const id = rebuilds.request(change);
			return respond(202, { id }, { Location: `/api/rebuild/${id}` });
		}
		if (!webhooks.buildHook) throw refusal(503, "NETLIFY_BUILD_HOOK_URL is missing or malformed.");
		await callBuildHook(webhooks.buildHook, change).catch(({ message }: Error) => {
			console.error(`Rebuild: ${message}`);
			// Both services send a webhook again that was not taken.
			throw refusal(502, message);
		});
		return respond(202, { id: randomUUID() });
	} catch (error) {
		if (error instanceof Response) return error;
		throw error;
	}
}

function answerStatus(request: Request, id: string, rebuilds: RebuildContext["rebuilds"]): Response {
	if (request.method !== "GET") throw refusal(405, "Only GET is taken here.", { Allow: "GET" });
	const status = rebuilds?.find(id);
	if (!status) throw refusal(404, "No rebuild with this id is known. On a host, see its list of deploys.");
	return respond(200, { id, ...status });
}

/** What is thrown to refuse a request: the answer to it. */
const refusal = (status: number, message: string, headers?: Record<string, string>) =>
	respond(status, { message }, headers);

function respond(status: number, body?: object, headers: Record<string, string> = {}): Response {
	// The host gives its own headers to files alone.
	const all = { ...securityHeaders(parseProtection()), ...headers, "Cache-Control": "no-store" };
	return body ? Response.json(body, { status, headers: all }) : new Response(null, { status, headers: all });
}

/** What checks a webhook of the service that claims to send it; undefined for one of neither. */
function verifierFor(headers: Headers): typeof verifyContentful | undefined {
	if (headers.has("stripe-signature") || headers.get("user-agent")?.startsWith("Stripe/")) return verifyStripe;
	return [...headers.keys()].some((name) => name.startsWith("x-contentful-")) ? verifyContentful : undefined;
}

/**
 * Refuses what is not signed by the service, or was signed longer ago than its lifetime: then the clock may be to blame.
 * @param check checks the signature; with a lifetime of 0, of whatever age. It throws when it is too old, or is none
 * @param signedAt milliseconds, as the request says
 */
async function checkSignature(
	check: (lifetime: number) => Promise<unknown>,
	lifetime: number,
	signedAt: number,
): Promise<void> {
	const isSigned = (seconds: number) => check(seconds).catch(() => false);
	if (await isSigned(lifetime)) return;
	if (!(await isSigned(0))) throw refusal(401, "The signature is missing or wrong.");
	const [then, now] = [signedAt, Date.now()].map((time) => new Date(time).toUTCString());
	const message = `The signature is right, but of ${then}, and here it is ${now}: it is good for ${lifetime} s. If it was sent just now, this machine's clock is wrong: check the clock.`;
	console.error(`Rebuild: ${message}`);
	throw refusal(401, message);
}

/** It becomes part of a line in the log. */
const vendorId = z.string().regex(/^[\w.-]+$/);

/** https://www.contentful.com/developers/docs/webhooks/overview/ Only what every payload has, deletions included. */
const contentfulPayload = z.object({
	sys: z.object({
		id: vendorId,
		space: z.object({ sys: z.object({ id: z.string() }) }),
		environment: z.object({ sys: z.object({ id: z.string() }) }).default({ sys: { id: "master" } }),
	}),
});

const deeds: Record<string, string> = {
	publish: "published",
	unpublish: "unpublished",
	archive: "archived",
	delete: "deleted",
};

/** What is seen only where drafts are. */
const draftDeeds: typeof deeds = {
	...deeds,
	create: "created",
	save: "saved",
	auto_save: "saved",
	unarchive: "restored",
};

/** What a webhook of Contentful says has changed, in a few words; undefined when it is nothing of ours. */
async function verifyContentful(
	{ url, headers }: Request,
	body: string,
	{ contentful: { secret, spaceId, environments } }: Webhooks,
	ofDrafts = false,
): Promise<string | undefined> {
	if (!secret) throw refusal(503, "CONTENTFUL_WEBHOOK_SECRET is missing or malformed.");
	const { pathname, search } = new URL(url);
	const canonical = { method: "POST", path: pathname + search, headers: Object.fromEntries(headers), body } as const;
	// https://www.contentful.com/developers/docs/webhooks/request-verification/
	const isSigned = async (seconds: number) => verifyRequest(secret, canonical, seconds);
	await checkSignature(isSigned, lifetime.contentful, Number(headers.get("x-contentful-timestamp")));

	const topic = headers.get("x-contentful-topic") ?? "";
	const [, type = "", deed = ""] = /^ContentManagement\.(Entry|Asset)\.(\w+)$/.exec(topic) ?? [];
	const done = (ofDrafts ? draftDeeds : deeds)[deed];
	if (!done) return undefined;
	const { id, space, environment } = parsePayload(contentfulPayload, body).sys;
	if (space.sys.id !== spaceId || !environments.includes(environment.sys.id)) return undefined;
	return `Contentful: ${type.toLowerCase()} ${id} ${done}`;
}

const stripeEvent = z.object({ type: z.string(), data: z.object({ object: z.object({ id: vendorId }) }) });

/** What a webhook of Stripe says has changed, in a few words; undefined when it is nothing of ours. */
async function verifyStripe(
	{ headers }: Request,
	body: string,
	{ stripe: { secret } }: Webhooks,
): Promise<string | undefined> {
	if (!secret) throw refusal(503, "STRIPE_WEBHOOK_SECRET is missing or malformed.");
	// Loaded now: it is large, and few requests need it.
	const { default: Stripe } = await import("stripe");
	const signature = headers.get("stripe-signature") ?? "";
	const isSigned = (seconds: number) =>
		Stripe.webhooks.constructEventAsync(body, signature, secret, seconds).catch(
			// What is signed and no JSON is found out below.
			(error: unknown) => error instanceof SyntaxError,
		);
	await checkSignature(isSigned, lifetime.stripe, Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1]) * 1000);
	const { type, data } = parsePayload(stripeEvent, body);
	// https://docs.stripe.com/api/events/types
	return /^(price|product|payment_link)\.[a-z_.]+$/.test(type) ? `Stripe: ${type} ${data.object.id}` : undefined;
}

function parsePayload<Schema extends z.ZodType>(schema: Schema, body: string): z.infer<Schema> {
	try {
		return schema.parse(JSON.parse(body));
	} catch {
		throw malformed();
	}
}

const malformed = () => refusal(400, "The request is malformed.");
