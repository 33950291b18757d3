import { signRequest } from "@contentful/node-apps-toolkit/requests";
import Stripe from "stripe";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { startLoopback } from "../../demo/loopbackService.ts";
import {
	type ContentfulEvent,
	type SignedWebhook,
	signContentfulWebhook,
	signStripeWebhook,
} from "../../demo/webhooks.ts";
import { contentfulSecret, stripeSecret, testSpaceId } from "../../tests/wire/services.ts";
import handleRebuildRequest from "../rebuild.ts";
import type { ItemState } from "./change.ts";

/** Requested rebuilds. */
const rebuilds: { cause: string; state: ItemState | undefined }[] = [];
const rebuildQueue = {
	request: (cause: string, state?: ItemState) => void rebuilds.push({ cause, state }),
};
/** Environment behind the alias `release`, which the stand-in for Contentful's delivery API names. */
let aliasTarget: string | undefined;
const delivery = await startLoopback({}, () => {
	const items = aliasTarget && [{ sys: { environment: { sys: { id: aliasTarget } } } }];
	return { status: items ? 200 : 503, headers: {}, body: JSON.stringify({ items }) };
});
afterAll(delivery.close);

beforeEach(() => {
	rebuilds.length = 0;
	aliasTarget = "release-2026-02";
	vi.stubEnv("CONTENTFUL_WEBHOOK_SECRET", contentfulSecret);
	vi.stubEnv("STRIPE_WEBHOOK_SECRET", stripeSecret);
	vi.stubEnv("CONTENTFUL_SPACE_ID", testSpaceId);
	vi.stubEnv("CONTENTFUL_ENVIRONMENT", "release");
	vi.stubEnv("CONTENTFUL_API_URL", delivery.url);
});

function contentful(
	topic = "Entry.publish",
	changes: Partial<ContentfulEvent> = {},
	time?: number,
) {
	const home = { id: "home", spaceId: testSpaceId, environment: "release", revision: 7 };
	return signContentfulWebhook(
		contentfulSecret,
		"/api/rebuild",
		{ ...home, topic, ...changes },
		time,
	);
}
const stripe = (type: string) => signStripeWebhook(stripeSecret, type);
const send = (webhook: RequestInit) =>
	handleRebuildRequest(new Request("https://clinic.example/api/rebuild", webhook), {
		rebuildQueue,
	});

const published: ItemState = { type: "entry", id: "home", revision: 7, deletedAt: undefined };
const environment = "release-2026-02";

test.each<[cause: string, webhook: SignedWebhook, state?: object]>([
	["Contentful: entry home published", contentful(), published],
	["Contentful: entry home archived", contentful("Entry.archive")],
	[
		"Contentful: asset home deleted",
		contentful("Asset.delete"),
		{ ...published, type: "asset", deletedAt: expect.stringMatching(/Z$/) },
	],
	// The environment behind the alias.
	["Contentful: entry home published", contentful(undefined, { environment }), published],
	[
		"Contentful: alias release changed",
		contentful("EnvironmentAlias.save", { id: "release", environment: "release-2026-03" }),
	],
	["Stripe: price.updated price_demo", await stripe("price.updated")],
	["Stripe: product.deleted product_demo", await stripe("product.deleted")],
	["Stripe: payment_link.created payment_link_demo", await stripe("payment_link.created")],
])("a rebuild is requested: %s", async (cause, webhook, state) => {
	expect((await send(webhook)).status).toBe(202);
	expect(rebuilds).toEqual([{ cause, state }]);
});

const balance = '{"type":"balance.available","data":{"object":{"object":"balance"}}}';
const balanceSignature = await Stripe.webhooks.generateTestHeaderStringAsync({
	payload: balance,
	secret: stripeSecret,
});

test.each<[what: string, webhook: SignedWebhook]>([
	["a draft", contentful("Entry.auto_save")],
	["a content type", contentful("ContentType.publish")],
	["another space", contentful(undefined, { spaceId: "another" })],
	["an environment that the alias has left", contentful(undefined, { environment: "master" })],
	["another alias", contentful("EnvironmentAlias.save", { id: "staging" })],
	[
		"a balance, which has no id",
		{ method: "POST", headers: { "stripe-signature": balanceSignature }, body: balance },
	],
])("a webhook about %s is answered 204", async (_, webhook) => {
	expect((await send(webhook)).status).toBe(204);
	expect(rebuilds).toEqual([]);
});

test("no change is lost while the environment is unknown", async () => {
	aliasTarget = undefined;
	expect((await send(contentful(undefined, { environment }))).status).toBe(202);
	expect(rebuilds.length).toBe(1);
});

// Contentful sends a webhook again after 30 and 60 seconds.
const minuteAgo = Date.now() - 60_000;
const longAgo = Date.now() - 302_000;
test.each<[what: string, status: number, webhook: SignedWebhook]>([
	["Contentful's after a minute", 202, contentful(undefined, {}, minuteAgo)],
	["Contentful's after five minutes", 401, contentful(undefined, {}, longAgo)],
	["Contentful's of another body", 401, { ...contentful(), body: contentful("Entry.save").body }],
	["Stripe's of another body", 401, { ...(await stripe("price.created")), body: "{}" }],
	["absent", 401, { method: "POST", headers: {}, body: "{}" }],
])("a signature that is %s is answered %i", async (_, status, webhook) => {
	const response = await send(webhook);
	expect(response.status).toBe(status);
	expect(rebuilds.length).toBe(status === 202 ? 1 : 0);
	if (status === 202) return;
	const today = new Date().toUTCString().slice(0, 16);
	const advice = `older than 300 s. If the secret is right, check this machine's clock: it is ${today}`;
	expect(await response.text()).toContain(advice);
});

test("a signed webhook in another form is an error of the server", async () => {
	// Contentful lets administrators customise the payload.
	const body = '{"message":"published"}';
	const request = { method: "POST", path: "/api/rebuild", body } as const;
	const headers = { ...signRequest(contentfulSecret, request) };
	await expect(send({ ...request, headers })).rejects.toThrow(TypeError);
});

test("without its secret, a service's webhooks are refused", async () => {
	vi.stubEnv("STRIPE_WEBHOOK_SECRET", "");
	const refused = await send(await stripe("price.created"));
	const message = "STRIPE_WEBHOOK_SECRET is missing or malformed.";
	expect([refused.status, await refused.json()]).toEqual([503, { message }]);
	expect((await send(contentful())).status).toBe(202);
});
