import { signRequest } from "@contentful/node-apps-toolkit/requests";
import Stripe from "stripe";

/** A request as a service sends it. */
export interface Webhook {
	method: "POST";
	headers: Record<string, string>;
	body: string;
}

/** What Contentful tells of: an entry or asset, and where it is. */
export interface ContentfulEvent {
	/** For example Entry.publish. */
	topic: string;
	id: string;
	spaceId: string;
	environment?: string | undefined;
}

/**
 * Signs a webhook as Contentful does. In: the secret, the path that it is sent to, the event, and when it was signed
 * (milliseconds). Out: the request.
 */
export function signContentfulWebhook(
	secret: string,
	path: string,
	{ topic, id, spaceId, environment = "master" }: ContentfulEvent,
	time = Date.now(),
): Webhook {
	const link = (linkType: string, linked: string) => ({ sys: { type: "Link", linkType, id: linked } });
	const sys = {
		id,
		type: topic.split(".")[0],
		space: link("Space", spaceId),
		environment: link("Environment", environment),
	};
	const body = JSON.stringify({ sys, fields: { heroTitle: { ru: "Здоровье" } } });
	const headers = {
		"content-type": "application/vnd.contentful.management.v1+json",
		"x-contentful-topic": `ContentManagement.${topic}`,
		"x-contentful-webhook-name": "Rebuild",
	};
	const signature = signRequest(secret, { method: "POST", path, headers, body }, time);
	return { method: "POST", headers: { ...headers, ...signature }, body };
}

/** Signs a webhook as Stripe does. In: the secret, the type of the event, and when it was signed (seconds). Out: the request. */
export async function signStripeWebhook(
	secret: string,
	type: string,
	timestamp = Math.floor(Date.now() / 1000),
): Promise<Webhook> {
	const object = { id: `${type.split(".")[0]}_demo`, object: type.split(".")[0] };
	const payload = JSON.stringify({ id: "evt_demo", object: "event", type, data: { object } }, undefined, 2);
	const signature = await Stripe.webhooks.generateTestHeaderStringAsync({ payload, secret, timestamp });
	return {
		method: "POST",
		headers: { "content-type": "application/json; charset=utf-8", "stripe-signature": signature },
		body: payload,
	};
}
