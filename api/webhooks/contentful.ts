import { verifyRequest } from "@contentful/node-apps-toolkit/requests";
import type { WebhookSettings } from "../../environment/environment.server.ts";
import type { Change } from "./change.ts";

/** Maximum age of a signature, in seconds, as Stripe's. Retries after 30 and 60 seconds may reuse a signature. */
const signatureMaxAgeSeconds = 300;

/** Words for the title of a build, by action of the webhook's topic. Other actions do not change the published site. */
const publishedActions: Record<string, string> = {
	publish: "published",
	unpublish: "unpublished",
	archive: "archived",
	delete: "deleted",
};

/** Time limit of the request to Contentful, in milliseconds. */
const timeoutMs = 5_000;

/**
 * Checks the signature of a webhook and its age:
 * https://www.contentful.com/developers/docs/webhooks/request-verification/
 * @param body request body exactly as it was sent, because the signature covers its bytes
 */
export function isSignedByContentful(
	{ url, headers }: Request,
	body: string,
	secret: string,
): boolean {
	const { pathname, search } = new URL(url);
	const sent = { path: pathname + search, headers: Object.fromEntries(headers), body };
	try {
		return verifyRequest(secret, { method: "POST", ...sent }, signatureMaxAgeSeconds);
	} catch {
		// A header is missing, or the signature is too old.
		return false;
	}
}

/** Reads a signed webhook. Returns undefined when the event does not affect the site. */
export async function readContentfulChange(
	headers: Headers,
	body: string,
	settings: WebhookSettings["contentful"],
): Promise<Change | undefined> {
	// Such as `ContentManagement.Entry.publish`, here in lower case.
	const [, type, action = ""] = headers.get("x-contentful-topic")?.toLowerCase().split(".") ?? [];
	// https://www.contentful.com/developers/docs/webhooks/overview/
	// `revision` is absent after changes that are not published, and `deletedAt` after all but deletion and unpublishing
	// (types `EntryPublishEventPayload` and `EntryDeleteEventPayload` of @contentful/node-apps-toolkit).
	const { id, space, environment, revision, deletedAt } = JSON.parse(body).sys;
	if (space.sys.id !== settings.spaceId) return undefined;
	if (type === "environmentalias" && id === settings.environment)
		return { title: `Contentful: alias ${id} changed` };
	const actionWord = publishedActions[action];
	if (!actionWord || (type !== "entry" && type !== "asset")) return undefined;
	if (!(await isOwnEnvironment(environment.sys.id, settings))) return undefined;
	const title = `Contentful: ${type} ${id} ${actionWord}`;
	return revision === undefined ? { title } : { title, state: { type, id, revision, deletedAt } };
}

/**
 * Checks whether the site shows an environment. Through an alias, an event names the alias or the environment behind it,
 * which an editor can change at any time, so Contentful is asked.
 */
async function isOwnEnvironment(
	id: string,
	{ apiUrl, spaceId, environment, token }: WebhookSettings["contentful"],
): Promise<boolean> {
	if (id === environment) return true;
	const url = `${apiUrl}/spaces/${spaceId}/environments/${environment}/entries?limit=1&select=sys`;
	const headers = { Authorization: `Bearer ${token}` };
	try {
		const response = await fetch(url, { headers, signal: AbortSignal.timeout(timeoutMs) });
		const { items } = await response.json();
		return items[0].sys.environment.sys.id === id;
	} catch {
		// Contentful does not answer, and no change must be lost.
		return true;
	}
}
