import { parseValidSettings } from "../environment/environment.server.ts";
import { recordChange } from "./builds/buildRecord.ts";
import { respond, respondWithJson } from "./http/respond.ts";
import type { ItemState } from "./webhooks/change.ts";
import { isSignedByContentful, readContentfulChange } from "./webhooks/contentful.ts";
import { isSignedByStripe, readStripeChange } from "./webhooks/stripe.ts";

/** URL path of this function. Netlify reads it (https://docs.netlify.com/build/functions/api/), and so does our own server. */
export const config = {
	path: "/api/rebuild",
};

export type RebuildContext = {
	/**
	 * Queue of our own server (`scripts/server/createRebuildQueue.ts`). Undefined on Netlify, where the change is recorded
	 * instead.
	 */
	rebuildQueue?: { request(cause: string, state?: ItemState): void };
	/** Deploy of the function, by Netlify's context object: https://docs.netlify.com/build/functions/api/ */
	deploy?: { context: string };
};

/** Requests a rebuild for a signed webhook. A response of 204 means that the change does not affect the site. */
export default async function handleRebuildRequest(
	request: Request,
	{ rebuildQueue, deploy }: RebuildContext,
): Promise<Response> {
	const isStripe = request.headers.has("stripe-signature");
	const secretVariable = isStripe ? "STRIPE_WEBHOOK_SECRET" : "CONTENTFUL_WEBHOOK_SECRET";
	const { webhooks, builds } = parseValidSettings();
	const secret = webhooks.secrets[secretVariable];
	if (!secret) return respondWithJson(503, `${secretVariable} is missing or malformed.`);
	const body = await request.text();
	const isSigned = isStripe ? isSignedByStripe : isSignedByContentful;
	if (!(await isSigned(request, body, secret))) {
		const time = new Date().toUTCString();
		const advice = `If the secret is right, check this machine's clock: it is ${time} here.`;
		return respondWithJson(401, `The signature is missing, wrong or older than 300 s. ${advice}`);
	}

	const change = isStripe
		? readStripeChange(body)
		: await readContentfulChange(request.headers, body, webhooks.contentful);
	// A branch deploy must not build the published site, since that costs credits.
	const isBranchDeploy = deploy !== undefined && deploy.context !== "production";
	if (!change || isBranchDeploy) return respond(204);
	if (rebuildQueue) rebuildQueue.request(change.title, change.state);
	else if (builds.hook) await recordChange(change.title);
	else return respondWithJson(503, "NETLIFY_BUILD_HOOK_URL is missing or malformed.");
	return respond(202);
}
