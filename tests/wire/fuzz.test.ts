import { setTimeout as wait } from "node:timers/promises";
import fc, { type Arbitrary } from "fast-check";
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import subscribe from "../../api/newsletter.ts";
import rebuild from "../../api/rebuild.ts";
import { startLoopback } from "../../demo/loopbackService.ts";
import { signContentfulWebhook, signStripeWebhook } from "../../demo/webhooks.ts";
import { securityHeaders } from "../../site/headers.server.ts";
import { contentfulSecret, stripeSecret } from "./content.ts";

// Each function with whatever can be sent to it. `npm test` tries a few, `npm run fuzz` very many.

const isLong = import.meta.env.MODE === "fuzz";
// The short form tries the same each time, so that it fails for a reason only.
const runs = isLong ? { numRuns: 20_000 } : { numRuns: 250, seed: 1 };
const timeout = isLong ? 30 * 60_000 : 60_000;
/** Milliseconds that a function waits for a body, and then for a service. */
const timeLimit = 40;
/** Milliseconds in which it must have answered, on a busy machine. */
const patience = 5_000;

/** In everything that is personal, and nowhere else. */
const personal = "Zq7Personal";

let log = "";
beforeEach(() => {
	log = "";
	for (const method of ["debug", "error", "info", "log", "warn"] as const) {
		vi.spyOn(console, method).mockImplementation((...texts) => {
			log += `${texts.join(" ")}\n`;
		});
	}
});
afterEach(() => {
	vi.restoreAllMocks();
	vi.unstubAllEnvs();
});

const personalText = fc.string({ unit: "binary", maxLength: 60 }).map((text) => personal + text);
const address = fc.oneof(
	personalText,
	personalText.map((text) => `${text.replace(/[\s\p{C}@]/gu, "")}@reader.example`),
);
const value = fc.oneof(personalText, address, fc.jsonValue(), fc.constant("x".repeat(5_000)));
const fields = fc.oneof(
	fc.record({ email: address, name: personalText }),
	fc.record({ email: value, name: value, locale: value, website: value }, { requiredKeys: [] }),
	fc.dictionary(fc.string(), value),
);
const asText = (found: unknown) => (typeof found === "string" ? found : JSON.stringify(found));
const asForm = (found: object) =>
	`${new URLSearchParams(Object.entries(found).map(([name, value]) => [name, asText(value)]))}`;
const body: Arbitrary<string | Uint8Array> = fc.oneof(
	fields.map((found) => JSON.stringify(found)),
	fields.map(asForm),
	fc.json(),
	personalText,
	fc.uint8Array({ maxLength: 6_000 }),
	fc.integer({ min: 4_000, max: 5_000 }).map((size) => `{"name":"${personal}${"x".repeat(size)}"}`),
	fc.integer({ min: 1, max: 400 }).map((depth) => `${"[".repeat(depth)}${"]".repeat(depth)}`),
	fc.constant(""),
);

/** What `Headers` takes. */
const anything = fc.string({ unit: "grapheme-ascii", maxLength: 80 }).map((text) => text.trim());
/** A header with one of the values that mean something, or with anything. */
const header = (name: string, ...values: string[]) =>
	fc.oneof(fc.constantFrom(...values), anything).map((text): [string, string] => [name, text]);
const types = ["application/json", "application/x-www-form-urlencoded"];
const contentType = fc.oneof(
	{ weight: 4, arbitrary: fc.constantFrom(...types).map((type): [string, string] => ["content-type", type]) },
	header("content-type", "APPLICATION/JSON; charset=utf-16", "application/json,text/html", "multipart/form-data"),
);
const headers = fc.array(
	fc.oneof(
		header("content-length", "-1", "0", "9999999"),
		header("content-encoding", "gzip", "br", "identity, gzip"),
		header("accept-language", "ru", "en;q=", ",,,", "*"),
		header("origin", "null", "https://clinic.example", "https://evil.example"),
		header("sec-fetch-site", "same-origin", "none", "cross-site"),
		header("user-agent", "Stripe/1.0"),
		header("stripe-signature", "t=1,v1=0", "t=,v1=", "v1"),
		header("x-contentful-signature", "0".repeat(64), "zz"),
		header("x-contentful-timestamp", "0", "NaN", String(Date.now())),
		header("x-contentful-signed-headers", "x-contentful-topic"),
		header("x-contentful-topic", "ContentManagement.Entry.publish"),
		header("x-forwarded-for", "192.0.2.1"),
	),
	{ maxLength: 6 },
);
const methods = ["GET", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND"];
const request = fc.record({
	method: fc.oneof({ weight: 6, arbitrary: fc.constant("POST") }, fc.constantFrom(...methods)),
	headers: fc.tuple(fc.option(contentType, { freq: 8 }), headers).map(([type, all]) => (type ? [type, ...all] : all)),
	body,
	/** Bytes a part, so that a body comes in many. */
	part: fc.integer({ min: 1, max: 5_000 }),
	isEndless: fc.nat(60).map((number) => number === 0),
});
type Sent = typeof request extends Arbitrary<infer Value> ? Value : never;

/** What should be subscribed. */
const good = fc.record({ email: address, name: personalText }).map((found): Sent => {
	const json: [string, string][] = [["content-type", "application/json"]];
	return { method: "POST", headers: json, body: JSON.stringify(found), part: 5_000, isEndless: false };
});

function toRequest({ method, headers, body, part, isEndless }: Sent): Request {
	const all = new Headers();
	for (const [name, text] of headers) all.append(name, text);
	const bytes = Buffer.from(body);
	let position = 0;
	const stream = new ReadableStream<Uint8Array>({
		pull(controller) {
			const next = bytes.subarray(position, position + part);
			position += part;
			if (next.length > 0) controller.enqueue(next);
			else if (!isEndless) controller.close();
			else return new Promise(() => {});
		},
	});
	const content = method === "GET" || method === "HEAD" ? {} : { body: stream, duplex: "half" };
	return new Request("https://clinic.example/api/any", { method, headers: all, ...content } as RequestInit);
}

/** Expects an answer that is documented and tells nothing that it should not. */
async function expectSound(answer: Response, statuses: number[]): Promise<string> {
	expect(statuses).toContain(answer.status);
	for (const [name, text] of Object.entries(securityHeaders({ url: "" }))) {
		if (name !== "Content-Security-Policy") expect(answer.headers.get(name)).toBe(text);
	}
	expect(answer.headers.get("content-security-policy")).toMatch(/^default-src 'none'/);
	expect(answer.headers.get("cache-control")).toBe("no-store");
	const text = await answer.text();
	expect(text).not.toContain(personal);
	expect(text + log).not.toMatch(/\bat .+:\d+:\d+|\/scripts\/|node:internal|node_modules/);
	expect(log).not.toContain(personal);
	if (answer.headers.get("content-type")?.startsWith("application/json"))
		expect(typeof JSON.parse(text)).toBe("object");
	return text;
}

/** Waits for an answer. Throws when it does not come in time. */
async function withinPatience(task: Promise<Response>): Promise<Response> {
	const over = new AbortController();
	const late = wait(patience, undefined, { signal: over.signal }).then(() => {
		throw new Error(`There is no answer after ${patience} ms.`);
	});
	return Promise.race([task, late]).finally(() => {
		late.catch(() => {});
		over.abort();
	});
}

describe("the newsletter's function", { timeout }, () => {
	const statuses = [200, 400, 403, 405, 413, 415, 429, 502, 503];
	const takeTurn = async () => async () => {};
	/** What Brevo says next. */
	let next = { status: 201, headers: {} as Record<string, string>, body: "" };
	const brevo = startLoopback({}, () => next);
	afterAll(async () => (await brevo).close());

	test("without a provider, with and without an outbox", async () => {
		const noted: object[] = [];
		await fc.assert(
			fc.asyncProperty(fc.oneof(good, request), fc.boolean(), fc.nat(20), async (sent, hasOutbox, luck) => {
				log = "";
				const outbox = async (subscription: object) => {
					if (luck === 0) throw Object.assign(new Error(personal), { code: "ENOSPC" });
					noted.push(subscription);
				};
				const context = { timeLimit, isLimited: luck === 1, ...(hasOutbox ? { outbox } : {}) };
				const text = await expectSound(await withinPatience(subscribe(toRequest(sent), context)), statuses);
				expect(text).not.toBe("");
			}),
			runs,
		);
		expect(noted.length).toBeGreaterThan(0);
	});

	test("with a provider that says anything", async () => {
		const { url } = await brevo;
		const variables = { BREVO_API_KEY: "k", BREVO_LIST_ID: "7", BREVO_TEMPLATE_ID_EN: "1", BREVO_TEMPLATE_ID_RU: "2" };
		for (const [name, text] of Object.entries({ ...variables, BREVO_API_URL: url })) vi.stubEnv(name, text);
		const answer = fc.record({
			status: fc.constantFrom(200, 201, 204, 301, 400, 401, 404, 429, 500, 503),
			headers: fc.constantFrom({}, { "Content-Type": "text/html" }, { Location: "https://evil.example/" }),
			body: fc.oneof(
				fc.json(),
				fc.constant(`{"code":"duplicate_parameter","message":"${personal}"}`),
				fc.constant(`{"code":"${personal}\\n","message":"${personal}"}`),
				fc.string(),
			),
		});
		await fc.assert(
			fc.asyncProperty(fc.oneof(good, request), answer, async (sent, answered) => {
				log = "";
				next = { ...answered, body: answered.status === 204 ? "" : answered.body };
				await expectSound(await withinPatience(subscribe(toRequest(sent), { timeLimit: 500, takeTurn })), statuses);
			}),
			runs,
		);
	});
});

describe("the rebuild's function", { timeout }, () => {
	const statuses = [200, 202, 204, 400, 401, 404, 405, 413, 502, 503];
	const causes: string[] = [];
	const rebuilds = {
		request: (cause: string) => `id-${causes.push(cause)}`,
		find: (id: string) => (id.length === 1 ? { status: "done" } : undefined),
	};

	test("with whatever is sent, signed or not", async () => {
		vi.stubEnv("CONTENTFUL_WEBHOOK_SECRET", contentfulSecret);
		vi.stubEnv("STRIPE_WEBHOOK_SECRET", stripeSecret);
		vi.stubEnv("CONTENTFUL_SPACE_ID", "space");
		const text = fc.oneof(fc.string(), fc.constantFrom("a\n✗ forged", "\u001b[2J", "ok", "price.created"));
		const signed = fc.oneof(
			fc
				.record({ topic: text, id: text, spaceId: fc.constant("space"), environment: fc.constant("master") })
				.map((event) =>
					Promise.resolve(signContentfulWebhook(contentfulSecret, "/api/any", { ...event, topic: "Entry.publish" })),
				),
			text.map((type) => signStripeWebhook(stripeSecret, type)),
		);
		await fc.assert(
			fc.asyncProperty(
				request,
				fc.option(signed, { nil: undefined }),
				fc.option(text, { nil: undefined }),
				async (sent, webhook, id) => {
					log = "";
					const genuine = await webhook;
					// A body that does not end is cut off after eight seconds, which takes too long for here.
					const asked = genuine
						? new Request("https://clinic.example/api/any", genuine as RequestInit)
						: toRequest({ ...sent, isEndless: false });
					await expectSound(
						await withinPatience(rebuild(asked, { rebuilds, params: id === undefined || genuine ? {} : { id } })),
						statuses,
					);
				},
			),
			runs,
		);
		expect(causes.length).toBeGreaterThan(0);
		for (const cause of causes) expect(cause).toMatch(/^[\w.:\- ]+$/);
	});
});
