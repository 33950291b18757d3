import { randomUUID } from "node:crypto";
import { parseSecuritySettings, parseWebhookSettings } from "../site/environment.server.ts";
import { createSecurityHeaders } from "../site/headers.server.ts";
import { openBuildQueue } from "./builds/buildQueue.ts";
import { startQueuedBuild } from "./builds/startQueuedBuild.ts";
import { callBuildHook } from "./http/callBuildHook.ts";
import { readBody } from "./http/readBody.ts";
import { checkSignature } from "./webhooks/checkSignature.ts";
import { Refusal } from "./webhooks/webhookSource.ts";
import { webhookSources } from "./webhooks/webhookSources.ts";

/** URL paths at which Netlify calls this file's handler: https://docs.netlify.com/build/functions/api/ */
export const config = {
	path: ["/api/rebuild", "/api/rebuild/:id"],
};

/** Rebuild queue of our own server. */
type Rebuilds = {
	/** Requests a rebuild. Returns its id. */
	request(cause: string): string;
	/** Returns the status of the requested rebuild, or undefined when the id is unknown. */
	findStatus(id: string): { status: string; reason?: string[] } | undefined;
	/** Whether the site shows drafts, so that saving a draft requires a rebuild. */
	includesDrafts?: boolean;
};

export type RebuildContext = {
	/** Rebuild queue of our own server. Undefined on Netlify, where the build hook is called instead. */
	rebuilds?: Rebuilds | undefined;
};

const bodyLimits = { maxBytes: 1024 * 1024, timeLimitMs: 8_000 };

/** Handles signed webhooks, and requests for the status of a rebuild. */
export default async function rebuild(request: Request, { rebuilds }: RebuildContext): Promise<Response> {
	try {
		const id = parseRebuildId(request);
		return id ? respondWithStatus(request, id, rebuilds) : await acceptWebhook(request, rebuilds);
	} catch (error) {
		if (!(error instanceof Refusal)) throw error;
		return respond(error.status, { message: error.message }, error.headers);
	}
}

/** Parses the rebuild id from the URL, because `netlify dev` does not always set `context.params`. */
function parseRebuildId(request: Request): string | undefined {
	return /^\/api\/rebuild\/([^/]+)\/?$/.exec(new URL(request.url).pathname)?.[1];
}

function respondWithStatus(request: Request, id: string, rebuilds: Rebuilds | undefined): Response {
	if (request.method !== "GET") throw new Refusal(405, "This address supports GET only.", { Allow: "GET" });
	const status = rebuilds?.findStatus(id);
	if (!status) throw new Refusal(404, "No rebuild with this id is known. On a host, see its list of deploys.");
	return respond(200, { id, ...status });
}

async function acceptWebhook(request: Request, rebuilds: Rebuilds | undefined): Promise<Response> {
	if (request.method !== "POST") throw new Refusal(405, "This address supports POST only.", { Allow: "POST" });
	const source = webhookSources.find(({ isSender }) => isSender(request.headers));
	if (!source) {
		const names = webhookSources.map(({ name }) => name).join(" or ");
		throw new Refusal(400, `This is not a webhook of ${names}.`);
	}
	const settings = parseWebhookSettings();
	const secret = settings.secrets[source.secretVariable];
	if (!secret) throw new Refusal(503, `${source.secretVariable} is missing or malformed.`);
	const { text: body, fault } = await readBody(request, bodyLimits);
	if (fault === "tooLarge") throw new Refusal(413, "The request is too large.");
	if (fault === "malformed") throw new Refusal(400, "The request is malformed.");
	const webhook = { url: request.url, headers: request.headers, body };
	await checkSignature(source, webhook, secret);

	const change = source.describeChange(webhook, { settings, includesDrafts: rebuilds?.includesDrafts ?? false });
	if (!change) return respond(204);
	if (!rebuilds) return queueBuild(request.url, settings.buildHook, change);
	const id = rebuilds.request(change);
	return respond(202, { id }, { Location: `/api/rebuild/${id}` });
}

/** Queues a build on Netlify. If the queue fails, calls the build hook at once, so that no change is lost. */
async function queueBuild(url: string, buildHook: string | undefined, title: string): Promise<Response> {
	if (!buildHook) throw new Refusal(503, "NETLIFY_BUILD_HOOK_URL is missing or malformed.");
	try {
		const queue = await openBuildQueue();
		// Must run before `hasOwner`. Otherwise, a background function that ends between both calls would miss the change.
		await queue.recordChange(title);
		if (!(await queue.hasOwner())) await startQueuedBuild(url);
	} catch (error) {
		console.error(`Rebuild: the build is not queued, but requested at once: ${(error as Error).message}`);
		await requestBuild(buildHook, title);
	}
	// The random id identifies no build: it only gives the response body the same fields as on our own server.
	return respond(202, { id: randomUUID() });
}

/**
 * Calls the build hook.
 * @throws Refusal with status 502 when the call fails
 */
async function requestBuild(buildHook: string, title: string): Promise<void> {
	try {
		await callBuildHook(buildHook, title);
	} catch (error) {
		const { message } = error as Error;
		console.error(`Rebuild: ${message}`);
		throw new Refusal(502, message);
	}
}

function respond(status: number, body?: object, headers: Record<string, string> = {}): Response {
	// Netlify applies the headers in its file `_headers` only to static files, so functions set the security headers
	// themselves.
	const allHeaders = { ...createSecurityHeaders(parseSecuritySettings()), ...headers, "Cache-Control": "no-store" };
	if (!body) return new Response(null, { status, headers: allHeaders });
	return Response.json(body, { status, headers: allHeaders });
}
