import { signRequest } from "@contentful/node-apps-toolkit/requests";
import Stripe from "stripe";

/** A webhook request. */
export interface SignedWebhook {
	method: "POST";
	headers: Record<string, string>;
	body: string;
}

/** A Contentful event: its topic, and the entry or asset that it concerns. */
export interface ContentfulEvent {
	/** Without the prefix, for example Entry.publish. */
	topic: string;
	id: string;
	spaceId: string;
	environment?: string | undefined;
	/** Id of the release that published the entry or asset. */
	release?: string | undefined;
}

/**
 * Returns a webhook request with Contentful's signature.
 * @param path the path that the request is sent to, which the signature covers
 * @param time the signature's timestamp, in milliseconds
 */
export function signContentfulWebhook(
	secret: string,
	path: string,
	{ topic, id, spaceId, environment = "master", release }: ContentfulEvent,
	time = Date.now(),
): SignedWebhook {
	const link = (linkType: string, linked: string) => ({ sys: { type: "Link", linkType, id: linked } });
	const sys = {
		id,
		type: topic.split(".")[0],
		space: link("Space", spaceId),
		environment: link("Environment", environment),
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

/**
 * Returns a webhook request with Stripe's signature.
 * @param type the type of the event, such as price.updated
 * @param timestamp the signature's timestamp, in seconds
 */
export async function signStripeWebhook(
	secret: string,
	type: string,
	timestamp = Math.floor(Date.now() / 1000),
): Promise<SignedWebhook> {
	const object = { id: `${type.split(".")[0]}_demo`, object: type.split(".")[0] };
	const payload = JSON.stringify({ id: "evt_demo", object: "event", type, data: { object } }, undefined, 2);
	const signature = await Stripe.webhooks.generateTestHeaderStringAsync({ payload, secret, timestamp });
	return {
		method: "POST",
		headers: { "content-type": "application/json; charset=utf-8", "stripe-signature": signature },
		body: payload,
	};
}
