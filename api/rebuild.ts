import {
	parseBuildSettings,
	parseSecuritySettings,
	parseWebhookSettings,
} from "../environment/environment.server.ts";
import { createSecurityHeaders } from "../environment/headers.server.ts";
import { openBuildRecords } from "./builds/buildRecords.ts";
import { callBuildHook } from "./http/callBuildHook.ts";
import type { NetlifyDeploy } from "./http/netlifyDeploy.ts";
import { readBody } from "./http/readBody.ts";
import { contentful } from "./webhooks/contentful.ts";
import { stripe } from "./webhooks/stripe.ts";
import {
	checkSignature,
	type ItemState,
	Refusal,
	type WebhookSource,
} from "./webhooks/webhookSource.ts";

/**
 * URL path of this file's handler. Netlify reads it (https://docs.netlify.com/build/functions/api/), and so does our own
 * server (`scripts/server/api.ts`).
 */
export const config = {
	path: "/api/rebuild",
};

/**
 * Services whose webhooks request a rebuild. To add a service, follow "Add a source of webhooks" in docs/changes.md.
 */
const webhookSources: WebhookSource[] = [stripe, contentful];

export type RebuildContext = {
	/**
	 * Queue of our own server (`scripts/server/createRebuildQueue.ts`). Undefined on Netlify and with
	 * `scripts/serveBuild.ts`, where the build hook is called instead.
	 */
	rebuildQueue?: { request(cause: string, state?: ItemState): void } | undefined;
	/** Deploy of the function on Netlify. Undefined on our own server. */
	deploy?: NetlifyDeploy | undefined;
};

const bodyLimits = { maxBytes: 1024 * 1024, timeLimitMs: 8_000 };

export default async function handleRebuildRequest(
	request: Request,
	context: RebuildContext,
): Promise<Response> {
	try {
		const isAccepted = await acceptWebhook(request, context);
		return respond(isAccepted ? 202 : 204);
	} catch (error) {
		if (!(error instanceof Refusal)) throw error;
		return respond(error.status, { message: error.message }, error.headers);
	}
}

/**
 * Requests a rebuild for a webhook. Returns false when the webhook reports a change that does not affect the site.
 * @throws Refusal
 */
async function acceptWebhook(
	request: Request,
	{ rebuildQueue, deploy }: RebuildContext,
): Promise<boolean> {
	if (request.method !== "POST")
		throw new Refusal(405, "This address supports POST only.", { Allow: "POST" });
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

	// A branch deploy must not build the published site, since that costs credits.
	const isBranchDeploy = deploy !== undefined && deploy.context !== "production";
	const change = await source.readChange(webhook, settings);
	if (!change || isBranchDeploy) return false;
	if (rebuildQueue) rebuildQueue.request(change.title, change.state);
	else await requestBuild(change.title);
	return true;
}

/** Requests a build on Netlify. If a change cannot be recorded, calls the build hook at once, so that it is not lost. */
async function requestBuild(title: string): Promise<void> {
	const { hook } = parseBuildSettings();
	if (!hook) throw new Refusal(503, "NETLIFY_BUILD_HOOK_URL is missing or malformed.");
	const isRecorded = await recordChange(title);
	if (!isRecorded) await buildAtOnce(hook, title);
}

/** Records a change for the scheduled function `buildWhenDue.ts`. Returns false when Blobs fails. */
async function recordChange(title: string): Promise<boolean> {
	try {
		const records = await openBuildRecords();
		await records.writeChange(title);
		return true;
	} catch (error) {
		const { message } = error as Error;
		console.error(
			`Rebuild: the change is not recorded, so a build is requested at once: ${message}`,
		);
		return false;
	}
}

/**
 * Calls the build hook.
 * @throws Refusal with status 502 when the call fails
 */
async function buildAtOnce(hook: string, title: string): Promise<void> {
	try {
		await callBuildHook(hook, title);
	} catch (error) {
		const { message } = error as Error;
		console.error(`Rebuild: ${message}`);
		throw new Refusal(502, message);
	}
}

function respond(status: number, body?: object, headers: Record<string, string> = {}): Response {
	// Netlify applies the headers in its file `_headers` only to static files, so functions set the security headers
	// themselves.
	const allHeaders = {
		...createSecurityHeaders(parseSecuritySettings()),
		...headers,
		"Cache-Control": "no-store",
	};
	if (!body) return new Response(null, { status, headers: allHeaders });
	return Response.json(body, { status, headers: allHeaders });
}
