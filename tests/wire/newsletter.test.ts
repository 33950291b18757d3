import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { request as startRequest } from "node:http";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { format } from "node:util";
import { BlobsServer } from "@netlify/blobs/server";
import { afterAll, afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import checkDaily from "../../api/dailyCheck.ts";
import subscribe from "../../api/newsletter.ts";
import type { Locale } from "../../content/locales.ts";
import { type Words, words } from "../../content/words.ts";
import { type Intercept, startLoopback } from "../../demo/loopbackService.ts";
import { createApi } from "../../scripts/server/api.ts";
import { openTurns } from "../../scripts/server/mailTurns.ts";
import { openOutbox } from "../../scripts/server/outbox.ts";
import { startServer } from "../../scripts/server/startServer.ts";
import { makeFolder } from "../folders.ts";
import { readTree } from "../readTree.ts";
import { newsletterFaults } from "./faultRows.ts";
import { answering, silent } from "./misbehaviour.ts";

/** What Brevo was asked. */
const asked: { line: string; key: unknown; body: unknown }[] = [];
/** How Brevo misbehaves in the test that runs. */
let misbehave: Intercept = () => false;
/** Milliseconds, in place of eight seconds. */
const timeLimit = 400;

const brevo = await startLoopback({ intercept: (...exchange) => misbehave(...exchange) }, async (request) => {
	const { method, url, headers } = request;
	asked.push({ line: `${method} ${url}`, key: headers["api-key"], body: await json(request) });
	return { status: 201, headers: { "Content-Type": "application/json" }, body: '{"id":1}' };
});
const folder = await makeFolder({ atEnd: afterAll });
const outboxPath = join(folder, "outbox.ndjson");
/** Everybody's turn is always now; mailTurns.test.ts has when it is really. */
const takeTurn = async () => async () => {};
const api = createApi().map((route): typeof route => ({
	...route,
	respond: (request, context) => route.respond(request, Object.assign({}, context, { timeLimit })),
}));
const server = await startServer({ files: new Map(), port: 0, api, outbox: openOutbox(outboxPath), takeTurn });
const address = `${server.url}/api/newsletter/subscribe`;

afterAll(() => Promise.all([server.close(), brevo.close()]));

const keys = {
	BREVO_API_KEY: "xkeysib-1",
	BREVO_LIST_ID: "7",
	BREVO_TEMPLATE_ID_EN: "11",
	BREVO_TEMPLATE_ID_RU: "12",
};
const noBrevo = { ...Object.fromEntries(Object.keys(keys).map((name) => [name, undefined])), BREVO_API_URL: undefined };
function setEnvironment(environment: Record<string, string | undefined>) {
	for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
}
const site = { SITE_URL: "https://clinic.example", URL: "https://host.example" };

/** Every text that was logged. A test takes out what it expects, word for word, so that nothing personal gets by. */
const log: string[] = [];

beforeEach(async () => {
	setEnvironment({ ...keys, ...site, BREVO_API_URL: brevo.url });
	for (const method of ["debug", "error", "info", "log", "warn"] as const) {
		vi.spyOn(console, method).mockImplementation((...texts) => void log.push(format(...texts)));
	}
	asked.length = 0;
	misbehave = () => false;
	await writeFile(outboxPath, "");
});
afterEach(() => {
	expect(log.splice(0)).toEqual([]);
});

async function readOutbox(): Promise<Record<string, unknown>[]> {
	const lines = (await readFile(outboxPath, "utf8")).split("\n");
	expect(lines.pop()).toBe("");
	return lines.map((line) => JSON.parse(line));
}

async function expectNothingSubscribed() {
	expect([asked, await readOutbox()]).toEqual([[], []]);
}

const reader = { email: "anna@reader.example", name: "Anna" };
const readerJson = JSON.stringify(reader);
/** An address as long as one may be. */
const longest = `${"a".repeat(64)}@${"b".repeat(181)}.example`;

type Headers = Record<string, string>;
const asJson = "application/json";
const asForm = "application/x-www-form-urlencoded";

let visitors = 0;
const nextVisitor = () => ({ "X-Forwarded-For": `2001:db8::${(++visitors).toString(16)}` });
type Body = string | Uint8Array | FormData | AsyncIterable<Uint8Array>;
/** Sends a request, each from another visitor unless told. */
function send(body: Body, type: string, headers: Headers = {}): Promise<Response> {
	const all = { ...nextVisitor(), ...(type && { "Content-Type": type }), ...headers };
	return fetch(address, { method: "POST", body, headers: all, duplex: "half" } as RequestInit);
}
const sendJson = (fields: object, headers?: Headers) => send(JSON.stringify(fields), asJson, headers);
const sendForm = (fields: Headers, headers?: Headers) => send(`${new URLSearchParams(fields)}`, asForm, headers);

const seen = new Map<string, unknown>();
/**
 * Expects an answer in the language. All answers with a message are the same in what a visitor can see, so that none repeats
 * what was sent or tells whether an address is known.
 */
async function expectAnswer(response: Response, status: number, locale: Locale, word: keyof Words, type: string) {
	const body = await response.text();
	const { date: _, connection, "keep-alive": patience, ...headers } = Object.fromEntries(response.headers);
	const sight = { status: response.status, headers, body };
	const expected = { "content-type": type, "content-language": locale, "cache-control": "no-store" };
	expect(sight).toMatchObject({ status, headers: expected });
	const key = [response.url, type, locale, word].join(" ");
	expect(sight).toEqual(seen.get(key) ?? sight);
	seen.set(key, sight);
	return body;
}

async function expectJson(response: Response, status: number, word: keyof Words, locale: Locale = "en-US") {
	const body = await expectAnswer(response, status, locale, word, "application/json");
	expect(JSON.parse(body)).toEqual({ message: words[locale][word] });
}

async function expectPage(response: Response, status: number, word: keyof Words, locale: Locale = "en-US") {
	const html = await expectAnswer(response, status, locale, word, "text/html; charset=utf-8");
	const { newsletter, backHome } = words[locale];
	expect(html).toContain(`<html lang="${locale}">`);
	expect(html).toContain(`<title>${newsletter}</title>`);
	expect(html).toContain(`<p role="status">${words[locale][word]}</p>`);
	expect(html.match(/<a .*/g)).toEqual([`<a href="${{ "en-US": "/", ru: "/ru" }[locale]}">${backHome}</a></p>`]);
}

/** Sends the same as JSON and as a form, in each language. */
async function expectEach(fields: Headers, status: number, word: keyof Words) {
	for (const locale of ["en-US", "ru"] as const) {
		const headers = { "Accept-Language": locale };
		await expectJson(await sendJson(fields, headers), status, word, locale);
		await expectPage(await sendForm({ ...fields, locale }, headers), status, word, locale);
	}
}

const inEnglish = { language: "en", templateId: 11, redirectionUrl: "https://clinic.example/?subscribed" };
const inRussian = { language: "ru", templateId: 12, redirectionUrl: "https://clinic.example/ru?subscribed" };

test.each([
	[" anna@reader.example\n", `  <b>"Яна" & 'Ann'</b> %00 + `, { FIRSTNAME: `<b>"Яна" & 'Ann'</b> %00 +` }],
	["o'neil+news@a.reader.example", "Bcc:\r\nevil", { FIRSTNAME: "Bcc: evil" }],
	["анна@почта.рф", " ", {}],
])("Brevo is asked once, with list, template and way back, for %j and the name %j", async (email, name, attributes) => {
	await expectEach({ email, name }, 200, "subscribeThanks");
	const questions = [inEnglish, inEnglish, inRussian, inRussian].map(({ language, ...own }) => {
		const consent = { CONSENT_LANGUAGE: language, CONSENT_TIME: expect.stringMatching(/^20.+Z$/) };
		const body = { email: email.trim(), attributes: { ...attributes, ...consent }, includeListIds: [7], ...own };
		return { line: "POST /v3/contacts/doubleOptinConfirmation", key: "xkeysib-1", body };
	});
	expect(asked).toEqual(questions);
	expect(await readOutbox()).toEqual([]);
});

test("Brevo is asked with what was agreed to, and without where Brevo takes none of it", async () => {
	/** When the newsletter's entry was last changed. */
	const version = "2026-11-20T10:11:12.345Z";
	await sendJson(reader, { "Consent-Text": version });
	await sendForm({ ...reader, locale: "ru", consent: "<b>" });
	const attributes = [{ CONSENT_TEXT: version, CONSENT_LANGUAGE: "en" }, { CONSENT_LANGUAGE: "ru" }];
	expect(asked.splice(0)).toMatchObject(attributes.map((attributes) => ({ body: { attributes } })));
	const refuse = answering(400, { code: "invalid_parameter" });
	let count = 0;
	misbehave = (...exchange) => count++ === 0 && refuse(...exchange);
	await expectJson(await sendJson(reader, { "Consent-Text": version }), 200, "subscribeThanks");
	expect(asked).toMatchObject([{ body: { attributes: { FIRSTNAME: "Anna" } } }]);
	expect(log.splice(0)).toEqual(["Newsletter: Brevo takes no record of the consent: see docs/hosting.md"]);
});

const spam = { website: "https://spam.example" };
test.each<[string, Intercept, Headers?]>([
	["a known address", answering(400, { code: "duplicate_parameter", message: "Contact already exist" })],
	["a contact that is updated", (_, response) => !!response.writeHead(204).end()],
	["a program that fills in every field, for which Brevo is not asked", answering(500, {}), spam],
])("a success looks the same for %s", async (_, how, more) => {
	await expectEach(reader, 200, "subscribeThanks");
	misbehave = how;
	await expectEach({ ...reader, ...more }, 200, "subscribeThanks");
	expect(await readOutbox()).toEqual([]);
});

test.each<[string, Headers, Locale]>([
	["RU-ru,en;q=0.8", {}, "ru"],
	["de-DE, de;q=0.9, ru;q=0.5, en;q=0.4", {}, "ru"],
	["run, *, en-GB,ru;q=0.9", {}, "en-US"],
	["ru", { locale: "en-US" }, "en-US"],
	["ru", { locale: "de" }, "ru"],
])("the language of an answer to Accept-Language %s and a form with %j is %s", async (header, form, locale) => {
	await expectPage(await sendForm(form, { "Accept-Language": header }), 400, "emailMissing", locale);
});

const incomplete = ["anna", "anna@reader", "@reader.example", "anna@reader..example", "a@a@reader.example"];
const unsafe = ["a b@c.example", "a@c.example\nBcc: b@c.example", "a\0@c.example", "\u202ea@c.example"];
const refused = (email: string): [number, keyof Words, Headers] => [400, "emailInvalid", { email }];
test.each<[number, keyof Words, Headers]>([
	[400, "emailMissing", { email: " ", name: "Anna" }],
	...[...incomplete, ...unsafe, `${longest}m`].map(refused),
	[400, "nameInvalid", { ...reader, name: "x".repeat(101) }],
])("%s %s, as JSON and as a form: %j", async (status, word, fields) => {
	await expectEach(fields, status, word);
	await expectNothingSubscribed();
});

const latin1 = (characters: string) => new Uint8Array(Buffer.from(characters, "latin1"));
/** A body without end, which does not say how long it is. */
async function* endless(part: string) {
	for (;;) {
		yield Buffer.from(part);
		await wait(5);
	}
}
const statuses = { requestMalformed: 400, requestTooLarge: 413, requestUnsupported: 415 };
test.each<[word: keyof typeof statuses, what: string, body: Body, type: string]>([
	["requestMalformed", "bad JSON", '{"email":', asJson],
	["requestMalformed", "an array", `[${readerJson}]`, asJson],
	["requestMalformed", "an address of a wrong type", '{"email":["anna@reader.example"]}', asJson],
	["requestMalformed", "no UTF-8", latin1('{"email":"anna@reader.example","name":"Zoë"}'), asJson],
	["requestMalformed", "UTF-8 that breaks off", latin1("email=anna@reader.example&name=\xd0"), asForm],
	["requestMalformed", "a slow body", endless(" "), asJson],
	["requestTooLarge", "megabytes", " ".repeat(2_000_000), asJson],
	["requestTooLarge", "a form without end", endless(" ".repeat(1000)), asForm],
	["requestUnsupported", "no type", latin1(readerJson), ""],
	["requestUnsupported", "another JSON", readerJson, "application/json-patch+json"],
	["requestUnsupported", "a form in parts", new FormData(), ""],
])("%s: %s", async (word, _, body, type) => {
	const expectAnswer = type === asForm ? expectPage : expectJson;
	await expectAnswer(await send(body, type, { "Accept-Language": "ru" }), statuses[word], word, "ru");
	await expectNothingSubscribed();
});

test("the largest that is allowed", async () => {
	const body = JSON.stringify({ email: longest, name: "x".repeat(100) });
	const type = "Application/JSON; charset=utf-8";
	await expectJson(await send(body.padEnd(4096), type), 200, "subscribeThanks");
	await expectJson(await send(body.padEnd(4097), type), 413, "requestTooLarge");
});

test("405: a method that fetch itself refuses", async () => {
	const headers = { ...nextVisitor(), "Accept-Language": "ru" };
	const request = startRequest(address, { method: "TRACE", headers }).end();
	const [response] = await once(request, "response");
	expect([response.statusCode, response.headers.allow]).toEqual([405, "POST"]);
	expect(await json(response)).toEqual({ message: words.ru.methodUnsupported });
});

test("429: the eleventh request of a visitor in a minute, while others go on", async () => {
	const visitor = nextVisitor();
	for (let count = 1; count <= 10; count++) expect((await sendJson({}, visitor)).status).toBe(400);
	const response = await sendJson(reader, { ...visitor, "Accept-Language": "ru" });
	expect(response.headers.get("retry-after")).toBe("60");
	await expectJson(response, 429, "tooManyRequests", "ru");
	// What a visitor claims before the proxy's own word does not count.
	const claim = { "X-Forwarded-For": `192.0.2.9, ${visitor["X-Forwarded-For"]}` };
	await expectPage(await sendForm(reader, claim), 429, "tooManyRequests");
	await expectNothingSubscribed();
	await expectJson(await sendJson(reader), 200, "subscribeThanks");
});

test.each(newsletterFaults)("502: Brevo: $what", async ({ told, how, address }) => {
	if (address) setEnvironment({ BREVO_API_URL: address(brevo.url) });
	misbehave = how ?? misbehave;
	await expectEach(reader, 502, "subscribeFailure");
	// A name server may be slower than the time limit here.
	const lines = log.splice(0).map((line) => (address ? line.replace("TimeoutError", "TypeError") : line));
	expect(lines).toEqual(Array(4).fill(`Newsletter: Brevo ${told}`));
	await expectNothingSubscribed();
});

test("without Brevo's variables the outbox holds each subscription, and when it came", async () => {
	setEnvironment(noBrevo);
	const { email } = reader;
	const before = new Date().toISOString();
	const consent = "2026-11-20T10:11:12Z";
	await expectJson(await sendJson({ email, name: "Яна\n" }), 200, "subscribeSaved");
	await expectPage(await sendForm({ email, locale: "ru", name: "&", consent }), 200, "subscribeSaved", "ru");
	const noted = await readOutbox();
	const time = expect.any(String);
	expect(noted).toEqual([
		{ email, name: "Яна", locale: "en-US", time },
		{ email, name: "&", locale: "ru", time, consent },
	]);
	for (const { time } of noted) expect(String(time) >= before).toBe(true);
});

const headers = { "Content-Type": "application/json" };
const request = () => new Request(address, { method: "POST", body: readerJson, headers });

test("called as Netlify does, it subscribes, with eight seconds for the body and for Brevo, which leads back to Netlify's address of the site when none is set", async () => {
	setEnvironment({ SITE_URL: undefined });
	const timeout = vi.spyOn(AbortSignal, "timeout");
	await expectJson(await subscribe(request(), { takeTurn }), 200, "subscribeThanks");
	expect(timeout.mock.calls).toEqual([[8_000], [8_000]]);
	expect(asked).toMatchObject([{ body: { redirectionUrl: "https://host.example/?subscribed" } }]);
});

const unwritable = { outbox: openOutbox(join(folder, "none", "a")) };
const partly = { ...keys, BREVO_LIST_ID: "0", BREVO_TEMPLATE_ID_EN: undefined };
test.each([
	["none of Brevo's variables is set.", noBrevo, {}],
	["the outbox cannot be written: ENOENT", noBrevo, unwritable],
	["Missing or malformed: BREVO_LIST_ID, BREVO_TEMPLATE_ID_EN", partly, unwritable],
])("503: %s", async (told, environment, context) => {
	setEnvironment(environment);
	await expectJson(await subscribe(request(), context), 503, "subscribeUnavailable");
	expect(log.splice(0)).toEqual([`Newsletter: ${told}`]);
	expect(asked).toEqual([]);
});

test.each([
	["does not count when Brevo refuses", answering(500, {}), "answers 500 (no code)", 1],
	["counts when it may have been sent", silent, "cannot be reached: TimeoutError", 0],
])("a mail %s", async (_, how, told, mails) => {
	const context = { takeTurn: openTurns(join(await makeFolder(), "turns")), timeLimit };
	misbehave = how;
	await expectJson(await subscribe(request(), context), 502, "subscribeFailure");
	misbehave = () => false;
	await expectJson(await subscribe(request(), context), 200, "subscribeThanks");
	expect(asked.length).toBe(mails);
	expect(log.splice(0)).toEqual([`Newsletter: Brevo ${told}`]);
});

test("one mail a mailbox in 24 hours is kept on Netlify as Blobs know, which the daily check clears; without them nobody is subscribed", async () => {
	const post = () => subscribe(request(), {});
	await expectJson(await post(), 503, "subscribeUnavailable");
	expect(log.splice(0).join()).toMatch(/^Newsletter: .*Blobs/);
	const directory = join(folder, "blobs");
	const blobs = new BlobsServer({ directory, token: "t" });
	const { port } = await blobs.start();
	onTestFinished(() => blobs.stop());
	const edgeURL = `http://localhost:${port}`;
	const context = { edgeURL, uncachedEdgeURL: edgeURL, siteID: "site", token: "t", primaryRegion: "us-east-1" };
	vi.stubEnv("NETLIFY_BLOBS_CONTEXT", btoa(JSON.stringify(context)));
	// One after the other: unlike Netlify's, this one looks first and writes then.
	for (let count = 0; count < 3; count++) await expectJson(await post(), 200, "subscribeThanks");
	expect(asked.length).toBe(1);
	const listKept = async () => [...(await readTree(directory)).keys()].join();
	expect(await listKept()).toMatch(/\/[0-9a-f]{64}(,|$)/);
	const inTwoDays = Date.now() + 48 * 60 * 60 * 1000;
	for (const time of [Date.now(), inTwoDays]) {
		const clock = vi.spyOn(Date, "now").mockReturnValue(time);
		expect((await checkDaily()).status).toBe(503);
		clock.mockRestore();
		expect(/[0-9a-f]{64}/.test(await listKept())).toBe(time !== inTwoDays);
		expect(log.splice(0)).toEqual(["Daily check: NETLIFY_BUILD_HOOK_URL is missing or malformed."]);
	}
});

test.each<[boolean, Headers]>([
	[true, { "Sec-Fetch-Site": "same-origin", Origin: "null" }],
	[true, { "Sec-Fetch-Site": "none" }],
	[true, { Origin: server.url }],
	[true, { Origin: "https://clinic.example" }],
	[false, { "Sec-Fetch-Site": "cross-site" }],
	[false, { "Sec-Fetch-Site": "same-site", Origin: server.url }],
	[false, { Origin: "https://clinic.example.evil.example" }],
	[false, { Origin: "null" }],
])("what is sent from another site's page is refused; taken: %s, %j", async (isTaken, headers) => {
	if (isTaken) return expectPage(await sendForm(reader, headers), 200, "subscribeThanks");
	await expectJson(await sendJson(reader, headers), 403, "requestForeign");
	const inRussian = { ...headers, "Accept-Language": "ru" };
	await expectPage(await sendForm({ ...reader, locale: "ru" }, inRussian), 403, "requestForeign", "ru");
	await expectNothingSubscribed();
});
