import Stripe from "stripe";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import type { ItemState } from "../../api/webhooks/webhookSource.ts";
import { startLoopback } from "../../demo/loopbackService.ts";
import {
	type ContentfulEvent,
	type SignedWebhook,
	signContentfulWebhook,
	signStripeWebhook,
} from "../../demo/webhooks.ts";
import { startHttpServer } from "../../scripts/server/startHttpServer.ts";
import { contentfulSecret, stripeSecret, testSpaceId } from "./services.ts";

/** Requested rebuilds. */
const rebuilds: { cause: string; state: ItemState | undefined }[] = [];
const rebuildQueue = {
	request: (cause: string, state?: ItemState) => void rebuilds.push({ cause, state }),
};
const server = await startHttpServer({ port: 0, context: { rebuildQueue } });
/** Environment behind the alias `release`, which the stand-in for Contentful's delivery API names. */
let aliasTarget: string | undefined;
const delivery = await startLoopback({}, () => {
	const items = aliasTarget && [{ sys: { environment: { sys: { id: aliasTarget } } } }];
	return { status: items ? 200 : 503, headers: {}, body: JSON.stringify({ items }) };
});
afterAll(() => Promise.all([server.close(), delivery.close()]));

beforeEach(() => {
	rebuilds.length = 0;
	vi.stubEnv("CONTENTFUL_WEBHOOK_SECRET", contentfulSecret);
	vi.stubEnv("STRIPE_WEBHOOK_SECRET", stripeSecret);
	vi.stubEnv("CONTENTFUL_SPACE_ID", testSpaceId);
	vi.stubEnv("CONTENTFUL_ENVIRONMENT", "release");
	vi.stubEnv("CONTENTFUL_API_URL", delivery.url);
	aliasTarget = "release-2026-02";
});

const event = { id: "home", spaceId: testSpaceId, environment: "release", revision: 7 };
const contentful = (
	topic = "Entry.publish",
	changes: Partial<ContentfulEvent> = {},
	time?: number,
) => signContentfulWebhook(contentfulSecret, "/api/rebuild", { ...event, topic, ...changes }, time);
const stripe = (type: string, time?: number) => signStripeWebhook(stripeSecret, type, time);
const send = (webhook: RequestInit, path = "/api/rebuild") => fetch(server.url + path, webhook);

const published: ItemState = { type: "Entry", id: "home", revision: 7, deletedAt: undefined };

test.each<[what: string, webhook: SignedWebhook, cause: string, state?: object]>([
	["an entry", contentful(), "entry home published", published],
	["an archived entry", contentful("Entry.archive"), "entry home archived"],
	[
		"a deleted asset",
		contentful("Asset.delete"),
		"asset home deleted",
		{ ...published, type: "Asset", deletedAt: expect.stringMatching(/Z$/) },
	],
	[
		"an entry behind the alias",
		contentful("Entry.publish", { environment: "release-2026-02" }),
		"entry home published",
		published,
	],
	[
		"the site's alias, whatever it leads to",
		contentful("EnvironmentAlias.save", { id: "release", environment: "release-2026-03" }),
		"alias release changed",
	],
])("a webhook about %s requests a rebuild", async (_, webhook, cause, state) => {
	expect((await send(webhook)).status).toBe(202);
	expect(rebuilds).toEqual([{ cause: `Contentful: ${cause}`, state }]);
});

test.each(["price.updated", "product.deleted", "payment_link.created"])(
	"Stripe's event %s requests a rebuild",
	async (type) => {
		expect((await send(await stripe(type))).status).toBe(202);
		expect(rebuilds).toEqual([{ cause: `Stripe: ${type} ${type.split(".")[0]}_demo` }]);
	},
);

const balance = '{"type":"balance.available","data":{"object":{"object":"balance"}}}';
const balanceSignature = await Stripe.webhooks.generateTestHeaderStringAsync({
	payload: balance,
	secret: stripeSecret,
});

test.each<[what: string, webhook: SignedWebhook]>([
	["a draft", contentful("Entry.auto_save")],
	["a content type", contentful("ContentType.publish")],
	["another space", contentful("Entry.publish", { spaceId: "another" })],
	[
		"the environment that the alias has left",
		contentful("Entry.publish", { environment: "master" }),
	],
	["another alias", contentful("EnvironmentAlias.save", { id: "staging" })],
	[
		"a balance, which has no id",
		{ method: "POST", headers: { "stripe-signature": balanceSignature }, body: balance },
	],
])("a webhook about %s is answered 204", async (_, webhook) => {
	expect((await send(webhook)).status).toBe(204);
	expect(rebuilds).toEqual([]);
});

test("no change is lost while Contentful does not name the environment", async () => {
	aliasTarget = undefined;
	const webhook = contentful("Entry.publish", { environment: "release-2026-02" });
	expect((await send(webhook)).status).toBe(202);
	expect(rebuilds.length).toBe(1);
});

const minuteAgo = Date.now() - 60_000;
const longAgo = Date.now() - 302_000;
const toSeconds = (time: number) => Math.floor(time / 1_000);
test.each<[what: string, status: number, webhook: SignedWebhook]>([
	// Both services send a webhook again later.
	["Contentful's after a minute", 202, contentful(undefined, {}, minuteAgo)],
	["Stripe's after a minute", 202, await stripe("price.created", toSeconds(minuteAgo))],
	["Contentful's after five minutes", 401, contentful(undefined, {}, longAgo)],
	["Stripe's after five minutes", 401, await stripe("price.created", toSeconds(longAgo))],
	["Contentful's of another body", 401, { ...contentful(), body: contentful("Entry.save").body }],
	["Stripe's of another body", 401, { ...(await stripe("price.created")), body: "{}" }],
	[
		"Contentful's of another path",
		401,
		signContentfulWebhook(contentfulSecret, "/api/other", { ...event, topic: "Entry.publish" }),
	],
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

test("a body of more than a megabyte is answered 413", async () => {
	expect((await send({ ...contentful(), body: " ".repeat(1024 * 1024 + 1) })).status).toBe(413);
});

test.each([
	["CONTENTFUL_WEBHOOK_SECRET", "too-short", contentful(), await stripe("price.created")],
	["STRIPE_WEBHOOK_SECRET", "", await stripe("price.created"), contentful()],
])("%s that is %j disables the webhooks of its service only", async (name, value, own, other) => {
	vi.stubEnv(name, value);
	const refused = await send(own);
	const message = `${name} is missing or malformed.`;
	expect([refused.status, await refused.json()]).toEqual([503, { message }]);
	expect((await send(other)).status).toBe(202);
});
