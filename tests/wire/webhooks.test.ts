import Stripe from "stripe";
import { afterAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import checkDaily from "../../api/dailyCheck.ts";
import handleRebuildRequest from "../../api/rebuild.ts";
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
import { ids } from "./testContent.ts";

const event: ContentfulEvent = { topic: "Entry.publish", id: ids.home, spaceId: testSpaceId };

/** Causes of the requested rebuilds. */
const causes: string[] = [];
const states: (ItemState | undefined)[] = [];
const rebuildQueue = {
	request(cause: string, state?: ItemState) {
		causes.push(cause);
		states.push(state);
	},
};
const server = await startHttpServer({ port: 0, context: { rebuildQueue } });
/** Environment behind the alias `release`, which the stand-in for Contentful's delivery API names. */
let aliasTarget: string | undefined;
const delivery = await startLoopback({}, () => {
	const item = { sys: { environment: { sys: { id: aliasTarget } } } };
	return { status: aliasTarget ? 200 : 503, headers: {}, body: JSON.stringify({ items: [item] }) };
});
afterAll(() => Promise.all([server.close(), delivery.close()]));

beforeEach(() => {
	causes.length = 0;
	states.length = 0;
	vi.stubEnv("CONTENTFUL_WEBHOOK_SECRET", contentfulSecret);
	vi.stubEnv("STRIPE_WEBHOOK_SECRET", stripeSecret);
	vi.stubEnv("CONTENTFUL_SPACE_ID", testSpaceId);
	vi.stubEnv("CONTENTFUL_ENVIRONMENT", "release");
	vi.stubEnv("CONTENTFUL_API_URL", delivery.url);
	aliasTarget = "release-2026-02";
});

const contentful = (changes: Partial<ContentfulEvent> = {}, time?: number) =>
	signContentfulWebhook(
		contentfulSecret,
		"/api/rebuild",
		{ ...event, environment: "release", ...changes },
		time,
	);
const stripe = (type: string, time?: number) => signStripeWebhook(stripeSecret, type, time);
const created = () => stripe("price.created");
const send = (webhook: RequestInit, path = "/api/rebuild") => fetch(server.url + path, webhook);

type Sent = SignedWebhook | Promise<SignedWebhook>;

test.each<[what: string, sign: () => Sent, cause: string]>([
	["Entry.publish", contentful, `Contentful: entry ${event.id} published`],
	[
		"Entry.archive",
		() => contentful({ topic: "Entry.archive" }),
		`Contentful: entry ${event.id} archived`,
	],
	[
		"Asset.delete",
		() => contentful({ topic: "Asset.delete" }),
		`Contentful: asset ${event.id} deleted`,
	],
	[
		"an entry of a release",
		() => contentful({ release: "spring-2027" }),
		"Contentful: release spring-2027",
	],
	[
		"an entry of the environment behind the alias",
		() => contentful({ environment: "release-2026-02" }),
		`Contentful: entry ${event.id} published`,
	],
	[
		"the site's alias, which leads to another environment",
		() =>
			contentful({ topic: "EnvironmentAlias.save", id: "release", environment: "release-2026-03" }),
		"Contentful: alias release changed",
	],
	["price.updated", () => stripe("price.updated"), "Stripe: price.updated price_demo"],
	["product.deleted", () => stripe("product.deleted"), "Stripe: product.deleted product_demo"],
	[
		"payment_link.created",
		() => stripe("payment_link.created"),
		"Stripe: payment_link.created payment_link_demo",
	],
])("a webhook about %s requests a rebuild and is answered 202", async (_, sign, cause) => {
	const response = await send(await sign());
	expect(response.status).toBe(202);
	expect(response.headers.get("cache-control")).toBe("no-store");
	expect(causes).toEqual([cause]);
});

const publication = { type: "Entry", id: event.id, revision: 7, deletedAt: undefined };
const deletion = {
	type: "Asset",
	id: event.id,
	revision: 7,
	deletedAt: expect.stringMatching(/Z$/),
};

test.each<[what: string, changes: Partial<ContentfulEvent>, state: unknown]>([
	["a publication", {}, publication],
	["a deletion", { topic: "Asset.delete" }, deletion],
	["an archived entry, which was unpublished before,", { topic: "Entry.archive" }, undefined],
	["an entry of the environment behind the alias", { environment: "release-2026-02" }, publication],
])("the webhook of %s names the state to wait for", async (_, changes, state) => {
	const webhook = contentful({ revision: 7, ...changes });
	const request = new Request("https://clinic.example/api/rebuild", webhook);
	await handleRebuildRequest(request, { rebuildQueue });
	expect(states).toEqual([state]);
});

const draftTopics = ["Entry.save", "Entry.auto_save", "Asset.unarchive"];

test.each<[what: string, sign: () => Sent]>([
	...draftTopics.map((topic): [string, () => Sent] => [
		`${topic}, which changes drafts`,
		() => contentful({ topic }),
	]),
	["a new asset", () => contentful({ topic: "Asset.create" })],
	["a content type", () => contentful({ topic: "ContentType.publish" })],
	["another space", () => contentful({ spaceId: "another" })],
	["another environment", () => contentful({ environment: "master" })],
	["the environment that the alias has left", () => contentful({ environment: "release-2026-01" })],
	["another alias", () => contentful({ topic: "EnvironmentAlias.save", id: "staging" })],
	["payment methods", () => stripe("payment_method.updated")],
	["an event whose name only ends like ours", () => stripe("xprice.created")],
	[
		"a balance, which has no id",
		() => signPayload('{"type":"balance.available","data":{"object":{"object":"balance"}}}'),
	],
	[
		"a coupon's id with a space",
		() => signPayload('{"type":"coupon.created","data":{"object":{"id":"New Year"}}}'),
	],
])("a webhook about %s is answered 204 and requests no rebuild", async (_, sign) => {
	const response = await send(await sign());
	expect([response.status, await response.text()]).toEqual([204, ""]);
	expect(causes).toEqual([]);
});

test("an environment that Contentful does not tell is accepted, so that no change is lost", async () => {
	aliasTarget = undefined;
	const logged = vi.spyOn(console, "error").mockImplementation(() => {});
	expect((await send(contentful({ environment: "release-2026-02", revision: 7 }))).status).toBe(
		202,
	);
	expect(states).toEqual([undefined]);
	expect(logged).toHaveBeenCalledExactlyOnceWith(
		expect.stringMatching(/^Rebuild: Contentful does not say what/),
	);
});

/** Returns a webhook with changed headers and body. */
function changeWebhook(
	{ headers, body }: SignedWebhook,
	changes: Record<string, string>,
	other = body,
): SignedWebhook {
	return { method: "POST", headers: { ...headers, ...changes }, body: other };
}

describe("a signature", () => {
	const signLongAgo = () => contentful({}, Date.now() - 301_000);

	test.each<[what: string, sign: () => Sent]>([
		[
			"Contentful's, of another body",
			() => changeWebhook(contentful(), {}, contentful({ id: "other" }).body),
		],
		[
			"Contentful's, of another path",
			() => signContentfulWebhook(contentfulSecret, "/api/other", event),
		],
		[
			"Contentful's, with a newer time",
			() => changeWebhook(signLongAgo(), { "x-contentful-timestamp": `${Date.now()}` }),
		],
		[
			"Contentful's, absent",
			() => ({ ...contentful(), headers: { "x-contentful-topic": "Entry.publish" } }),
		],
		[
			"Contentful's, malformed",
			() => changeWebhook(contentful(), { "x-contentful-signature": "zz" }),
		],
		["Stripe's, of another body", async () => changeWebhook(await created(), {}, "{}")],
		[
			"Stripe's, absent",
			() => ({ method: "POST", headers: { "user-agent": "Stripe/1.0" }, body: "{}" }),
		],
	])("that is missing or wrong is refused: %s", async (_, sign) => {
		const response = await send(await sign());
		expect(response.status).toBe(401);
		expect(await response.json()).toEqual({
			message: expect.stringContaining("The signature is missing, wrong or"),
		});
		expect(causes).toEqual([]);
	});

	const services: [string, (time: number) => Sent][] = [
		["Contentful", (time) => contentful({}, time)],
		["Stripe", (time) => stripe("price.created", Math.floor(time / 1000))],
	];

	test.each(services)(
		"of %s is accepted a minute after it was made, since services retry",
		async (_, sign) => {
			const response = await send(await sign(Date.now() - 60_000));
			expect(response.status).toBe(202);
			expect(causes.length).toBe(1);
		},
	);

	test.each(services)(
		"of %s is refused after 300 s with the server's time, since its clock may be wrong",
		async (...row) => {
			const [, sign] = row;
			const response = await send(await sign(Date.now() - 302_000));
			const today = new Date().toUTCString().slice(0, 16);
			expect(response.status).toBe(401);
			expect(await response.json()).toEqual({
				message: expect.stringContaining(
					`older than 300 s. If the secret is right, check this machine's clock: it is ${today}`,
				),
			});
			expect(causes).toEqual([]);
		},
	);
});

test.each<[problem: string, status: number, make: () => RequestInit | Promise<RequestInit>]>([
	["without the headers of either service", 400, () => ({ method: "POST", body: "{}" })],
	["of more than a megabyte", 413, () => ({ ...contentful(), body: " ".repeat(1024 * 1024 + 1) })],
	[
		"that is not UTF-8",
		400,
		async () => ({ ...(await created()), body: new Uint8Array([0xff, 0xfe]) }),
	],
])("a request %s is answered %i", async (_, status, make) => {
	expect((await send(await make())).status).toBe(status);
	expect(causes).toEqual([]);
});

async function signPayload(payload: string): Promise<SignedWebhook> {
	const signature = await Stripe.webhooks.generateTestHeaderStringAsync({
		payload,
		secret: stripeSecret,
	});
	return { method: "POST", headers: { "stripe-signature": signature }, body: payload };
}

test("a webhook whose body arrives byte by byte is accepted", async () => {
	const { headers, body } = await signPayload((await created()).body.padEnd(10_000));
	async function* streamBytes() {
		for (const byte of Buffer.from(body)) yield new Uint8Array([byte]);
	}
	const request = {
		method: "POST",
		headers,
		body: streamBytes(),
		duplex: "half",
	} as unknown as RequestInit;
	expect((await send(request)).status).toBe(202);
});

test("a webhook to a URL with a query is verified with the query", async () => {
	const path = "/api/rebuild?from=contentful";
	const webhook = signContentfulWebhook(contentfulSecret, path, {
		...event,
		environment: "release",
	});
	expect((await send(webhook, path)).status).toBe(202);
	expect((await send(webhook)).status).toBe(401);
});

test("a signed request that is not JSON is answered 400", async () => {
	const response = await send(await signPayload("{"));
	expect([response.status, await response.json()]).toEqual([
		400,
		{ message: "The request is malformed." },
	]);
});

test("a webhook with an id that could forge a log line is answered 400", async () => {
	const response = await send(contentful({ id: "home\n✗ forged" }));
	expect(response.status).toBe(400);
	expect(causes).toEqual([]);
});

test("the webhook endpoint supports POST only", async () => {
	const response = await send({});
	expect([response.status, response.headers.get("allow")]).toEqual([405, "POST"]);
});

describe("a secret", () => {
	test.each([
		["CONTENTFUL_WEBHOOK_SECRET", "too-short", contentful, created],
		["STRIPE_WEBHOOK_SECRET", "", created, contentful],
	] as const)(
		"%s that is %j disables the webhooks of its service only",
		async (name, value, own, other) => {
			vi.stubEnv(name, value);
			const refused = await send(await own());
			const message = `${name} is missing or malformed.`;
			expect([refused.status, await refused.json()]).toEqual([503, { message }]);
			expect((await send(await other())).status).toBe(202);
		},
	);
});

describe("the build hook of a host whose Blobs cannot be reached", () => {
	const notRecorded = expect.stringMatching(
		/^Rebuild: the change is not recorded, so a build is requested at once: /,
	);
	const errors: string[] = [];
	beforeEach(() => {
		errors.length = 0;
		vi.spyOn(console, "error").mockImplementation((line: string) => void errors.push(line));
	});

	async function startHost(status: number) {
		const host = await startLoopback({}, () => ({ status, headers: {}, body: "" }));
		onTestFinished(() => host.close());
		vi.stubEnv("NETLIFY_BUILD_HOOK_URL", `${host.url}/build_hooks/secret1`);
		return host.requests;
	}
	const callRebuild = (webhook: RequestInit) =>
		handleRebuildRequest(new Request("https://clinic.example/api/rebuild", webhook), {});

	test("is called with a title that names the change", async () => {
		const requests = await startHost(200);
		const response = await callRebuild(contentful());
		expect(response.status).toBe(202);
		expect(requests).toEqual([
			`POST /build_hooks/secret1?trigger_title=Contentful%3A+entry+${event.id}+published`,
		]);
	});

	test("is called by the daily check", async () => {
		const requests = await startHost(200);
		expect((await checkDaily()).status).toBe(204);
		expect(requests).toEqual(["POST /build_hooks/secret1?trigger_title=Daily+check"]);
	});

	test("that fails causes a 502 response to the webhook, so that the service retries", async () => {
		await startHost(404);
		const response = await callRebuild(contentful());
		expect([response.status, await response.json()]).toEqual([
			502,
			{ message: "The build hook answers 404." },
		]);
		expect(errors).toEqual([notRecorded, "Rebuild: The build hook answers 404."]);
	});

	test("that cannot be reached is named in no response and no log line, since its URL is a secret", async () => {
		vi.stubEnv("NETLIFY_BUILD_HOOK_URL", "http://127.0.0.1:1/build_hooks/secret1");
		const response = await callRebuild(contentful());
		expect(response.status).toBe(502);
		expect((await checkDaily()).status).toBe(503);
		expect(`${await response.text()} ${JSON.stringify(errors)}`).not.toContain("secret1");
		expect(JSON.stringify(errors)).toContain("Daily check: The build hook cannot be reached");
	});

	test("that does not answer is given up after eight seconds", async () => {
		const host = await startLoopback({}, () => new Promise(() => {}));
		onTestFinished(() => host.close());
		vi.stubEnv("NETLIFY_BUILD_HOOK_URL", host.url);
		const { timeout } = AbortSignal;
		const timeLimits = vi.spyOn(AbortSignal, "timeout").mockImplementation(() => timeout(200));
		expect((await callRebuild(contentful())).status).toBe(502);
		expect(errors.at(-1)).toBe("Rebuild: The build hook cannot be reached: TimeoutError");
		expect(timeLimits).toHaveBeenLastCalledWith(8_000);
	});

	test("that is not set causes a 503 response to the webhook, which names its variable", async () => {
		vi.stubEnv("NETLIFY_BUILD_HOOK_URL", "");
		const response = await callRebuild(contentful());
		const message = "NETLIFY_BUILD_HOOK_URL is missing or malformed.";
		expect([response.status, await response.json()]).toEqual([503, { message }]);
	});
});
