import { signRequest } from "@contentful/node-apps-toolkit/requests";
import Stripe from "stripe";

/** Options for `fetch`, to send a signed webhook request. */
export type SignedWebhook = {
	method: "POST";
	headers: Record<string, string>;
	body: string;
};

/** Change of an entry, an asset or an alias in Contentful, which triggers a webhook. */
export type ContentfulEvent = {
	/** Webhook topic without its prefix `ContentManagement.`, such as `Entry.publish`. */
	topic: string;
	id: string;
	spaceId: string;
	environment?: string | undefined;
	/** Id of the Contentful release that published the entry or asset, if there was one. */
	release?: string | undefined;
	/** Number of publications of the entry or asset. */
	revision?: number | undefined;
};

export function signContentfulWebhook(
	secret: string,
	path: string,
	{ topic, id, spaceId, environment = "master", release, revision = 1 }: ContentfulEvent,
	time = Date.now(),
): SignedWebhook {
	const link = (linkType: string, linked: string) => ({
		sys: { type: "Link", linkType, id: linked },
	});
	const [type, action = ""] = topic.split(".");
	const isDeletion = ["unpublish", "delete"].includes(action);
	const sys = {
		id,
		type,
		revision: isDeletion || action === "publish" ? revision : undefined,
		deletedAt: isDeletion ? new Date(time).toISOString() : undefined,
		space: link("Space", spaceId),
		// An alias is in no environment.
		environment: type === "EnvironmentAlias" ? undefined : link("Environment", environment),
	};
	const body = JSON.stringify({ sys, fields: { heroTitle: { ru: "Здоровье" } } });
	const headers: Record<string, string> = {
		"content-type": "application/vnd.contentful.management.v1+json",
		"x-contentful-topic": `ContentManagement.${topic}`,
		"x-contentful-webhook-name": "Rebuild",
	};
	if (release) headers["x-contentful-release-id"] = release;
	const signature = signRequest(secret, { method: "POST", path, headers, body }, time);
	return { method: "POST", headers: { ...headers, ...signature }, body };
}

/** Creates a webhook request with Stripe's signature. */
export async function signStripeWebhook(
	secret: string,
	type: string,
	timestamp = Math.floor(Date.now() / 1000),
): Promise<SignedWebhook> {
	const object = { id: `${type.split(".")[0]}_demo`, object: type.split(".")[0] };
	const payload = JSON.stringify(
		{ id: "evt_demo", object: "event", type, data: { object } },
		undefined,
		2,
	);
	const signature = await Stripe.webhooks.generateTestHeaderStringAsync({
		payload,
		secret,
		timestamp,
	});
	return {
		method: "POST",
		headers: { "content-type": "application/json; charset=utf-8", "stripe-signature": signature },
		body: payload,
	};
}
