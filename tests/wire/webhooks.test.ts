import { afterAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import checkDaily from "../../api/dailyCheck.ts";
import rebuild from "../../api/rebuild.ts";
import { startLoopback } from "../../demo/loopbackService.ts";
import { type ContentfulEvent, signContentfulWebhook, signStripeWebhook, type Webhook } from "../../demo/webhooks.ts";
import { createApi } from "../../scripts/server/api.ts";
import { startServer } from "../../scripts/server/startServer.ts";
import { ids } from "./content.ts";
import { contentfulSecret, spaceId, stripeSecret } from "./services.ts";

const event: ContentfulEvent = { topic: "Entry.publish", id: ids.home, spaceId };

/** What the server was asked to rebuild for. */
const causes: string[] = [];
const rebuilds = {
	request: (cause: string) => `id-${causes.push(cause)}`,
	find: (id: string) =>
		id === "id-7" ? { status: "failed" as const, reason: ["Stripe refuses the key."] } : undefined,
};
const server = await startServer({ files: new Map(), port: 0, api: createApi(), rebuilds });
afterAll(() => server.close());

beforeEach(() => {
	causes.length = 0;
	vi.stubEnv("CONTENTFUL_WEBHOOK_SECRET", contentfulSecret);
	vi.stubEnv("STRIPE_WEBHOOK_SECRET", stripeSecret);
	vi.stubEnv("CONTENTFUL_SPACE_ID", spaceId);
	vi.stubEnv("CONTENTFUL_ENVIRONMENT", "release");
	vi.stubEnv("CONTENTFUL_WEBHOOK_ENVIRONMENTS", "release-2026-01, release-2026-02");
});

const contentful = (changes: Partial<ContentfulEvent> = {}, time?: number) =>
	signContentfulWebhook(contentfulSecret, "/api/rebuild", { ...event, environment: "release", ...changes }, time);
const send = (webhook: RequestInit, path = "/api/rebuild") => fetch(server.url + path, webhook);

type Sent = Webhook | Promise<Webhook>;
const stripe = (type: string, time?: number) => signStripeWebhook(stripeSecret, type, time);
const ofPrices = ["price", "product"].flatMap((type) => [`${type}.created`, `${type}.updated`, `${type}.deleted`]);

test.each<[what: string, make: () => Sent, cause?: string]>([
	["Entry.publish", contentful, `Contentful: entry ${event.id} published`],
	["Entry.archive", () => contentful({ topic: "Entry.archive" }), `Contentful: entry ${event.id} archived`],
	["Asset.delete", () => contentful({ topic: "Asset.delete" }), `Contentful: asset ${event.id} deleted`],
	[
		"another name of the environment",
		() => contentful({ environment: "release-2026-02" }),
		`Contentful: entry ${event.id} published`,
	],
	...[...ofPrices, "payment_link.created", "payment_link.updated"].map((type): [string, () => Sent, string] => [
		type,
		() => stripe(type),
		`Stripe: ${type} ${type.split(".")[0]}_demo`,
	]),
	["a draft", () => contentful({ topic: "Entry.save" })],
	["what is only begun", () => contentful({ topic: "Asset.create" })],
	["a content type", () => contentful({ topic: "ContentType.publish" })],
	["another space", () => contentful({ spaceId: "another" })],
	["another environment", () => contentful({ environment: "master" })],
	...["payment_method.updated", "xprice.created"].map((type): [string, () => Sent] => [type, () => stripe(type)]),
])("%s is taken, with an id, where it counts, and answered 204 where nothing changes", async (_, make, cause) => {
	const response = await send(await make());
	expect(causes).toEqual(cause ? [cause] : []);
	expect([response.status, await response.text()]).toEqual(cause ? [202, '{"id":"id-1"}'] : [204, ""]);
	expect(response.headers.get("location")).toBe(cause ? "/api/rebuild/id-1" : null);
	expect(response.headers.get("cache-control")).toBe("no-store");
});

const changed = ({ headers, body }: Webhook, changes: Record<string, string | undefined>, other = body): Webhook => {
	const all = Object.entries({ ...headers, ...changes });
	const kept = all.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
	return { method: "POST", headers: Object.fromEntries(kept), body: other };
};
const old = () => contentful({}, Date.now() - 31_000);
const created = () => stripe("price.created");

test.each<[what: string, make: () => Sent]>([
	["Contentful, another body", () => changed(contentful(), {}, contentful({ id: "other" }).body)],
	["Contentful, another address", () => signContentfulWebhook(contentfulSecret, "/api/other", event)],
	["Contentful, a time of its own", () => changed(old(), { "x-contentful-timestamp": `${Date.now()}` })],
	["Contentful, no signature", () => changed(contentful(), { "x-contentful-signature": undefined })],
	["Contentful, no list of headers", () => changed(contentful(), { "x-contentful-signed-headers": undefined })],
	["Contentful, rubbish", () => changed(contentful(), { "x-contentful-signature": "zz" })],
	["Stripe, another body", async () => changed(await created(), {}, "{}")],
	["Stripe, rubbish", async () => changed(await created(), { "stripe-signature": "t=1" })],
	["Stripe, no signature", () => ({ method: "POST", headers: { "user-agent": "Stripe/1.0" }, body: "{}" })],
])("what is not signed by the service is refused: %s", async (_, make) => {
	const response = await send(await make());
	expect(response.status).toBe(401);
	expect(await response.json()).toEqual({ message: "The signature is missing or wrong." });
	expect(causes).toEqual([]);
});

test.each([
	["Contentful's", 30, (time: number) => contentful({}, time)],
	["Stripe's", 300, (time: number) => stripe("price.created", Math.floor(time / 1000))],
])("%s signature that is right and too old is refused with both times, since a clock may be wrong", async (...row) => {
	const [, lifetime, sign] = row;
	const error = vi.spyOn(console, "error").mockImplementation(() => {});
	const time = Math.floor(Date.now() / 1000 - lifetime - 2) * 1000;
	const response = await send(await sign(time));
	const { message } = (await response.json()) as { message: string };
	expect(response.status).toBe(401);
	const here = new Date().toUTCString().slice(0, 16);
	expect(message).toContain(`The signature is right, but of ${new Date(time).toUTCString()}, and here it is ${here}`);
	expect(message).toMatch(new RegExp(`it is good for ${lifetime} s\\. .* check the clock\\.$`));
	expect(error.mock.calls).toEqual([[`Rebuild: ${message}`]]);
	expect(causes).toEqual([]);
});

test("what comes from somebody else, too much of it, or no JSON is refused", async () => {
	expect((await send({ method: "POST", body: "{}" })).status).toBe(400);
	const body = " ".repeat(1024 * 1024 + 1);
	expect((await send({ ...contentful(), body })).status).toBe(413);
	const signed = await created();
	expect((await send({ ...signed, body: new Uint8Array([0xff, 0xfe]) })).status).toBe(400);
	expect(causes).toEqual([]);
});

test("other methods are refused, and what became of a rebuild is told", async () => {
	const get = await send({});
	expect([get.status, get.headers.get("allow")]).toEqual([405, "POST"]);
	const post = await send(contentful(), "/api/rebuild/id-7");
	expect([post.status, post.headers.get("allow")]).toEqual([405, "GET"]);
	const status = await send({}, "/api/rebuild/id-7");
	const failed = { id: "id-7", status: "failed", reason: ["Stripe refuses the key."] };
	expect([status.status, await status.json()]).toEqual([200, failed]);
	expect((await send({}, "/api/rebuild/other")).status).toBe(404);
});

test("without a secret that can be right a service's webhooks are not set up, which is no matter of the other service", async () => {
	vi.stubEnv("CONTENTFUL_WEBHOOK_SECRET", "too-short");
	vi.stubEnv("NETLIFY_BUILD_HOOK_URL", "api.netlify.com/build_hooks/secret1");
	expect((await send(contentful())).status).toBe(503);
	expect((await send(await created())).status).toBe(202);
	vi.stubEnv("STRIPE_WEBHOOK_SECRET", "");
	expect((await send(await created())).status).toBe(503);
});

test("on a host the build hook is called with a title that says what changed; what the host does not take is to be sent again, and its address stays secret", async () => {
	const error = vi.spyOn(console, "error").mockImplementation(() => {});
	let status = 200;
	const hook = await startLoopback({}, () => ({ status, headers: {}, body: "" }));
	onTestFinished(() => hook.close());
	vi.stubEnv("NETLIFY_BUILD_HOOK_URL", `${hook.url}/build_hooks/secret1`);
	const ask = (webhook: RequestInit) => rebuild(new Request("https://clinic.example/api/rebuild", webhook), {});
	const taken = await ask(contentful());
	expect([taken.status, await taken.json()]).toEqual([202, { id: expect.stringMatching(/^[0-9a-f-]{36}$/) }]);
	expect((await ask(contentful({ topic: "Entry.save" }))).status).toBe(204);
	expect((await ask({ method: "POST" })).status).toBe(400);
	expect((await checkDaily()).status).toBe(204);
	expect(hook.requests).toEqual([
		`POST /build_hooks/secret1?trigger_title=Contentful%3A+entry+${event.id}+published`,
		"POST /build_hooks/secret1?trigger_title=Daily+check",
	]);
	status = 404;
	const refused = await ask(contentful());
	expect([refused.status, await refused.json()]).toEqual([502, { message: "The build hook answers 404." }]);
	vi.stubEnv("NETLIFY_BUILD_HOOK_URL", "http://127.0.0.1:1/build_hooks/secret1");
	expect((await ask(contentful())).status).toBe(502);
	expect((await checkDaily()).status).toBe(503);
	expect(JSON.stringify(error.mock.calls)).not.toContain("secret1");
	// Three times of the hook, and twice of the host's store, which is not here.
	expect(error.mock.calls.length).toBe(5);
	vi.stubEnv("NETLIFY_BUILD_HOOK_URL", "");
	expect((await ask(contentful())).status).toBe(503);
	expect((await rebuild(new Request("https://clinic.example/api/rebuild/some-id"), {})).status).toBe(404);
});
