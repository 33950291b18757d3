import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { request as startRequest } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { json, text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { format } from "node:util";
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import subscribe from "../../api/newsletter.ts";
import type { Locale } from "../../content/locales.ts";
import { type Words, words } from "../../content/words.ts";
import { type Intercept, startLoopback } from "../../demo/loopbackService.ts";
import { type ApiContext, loadApi } from "../../scripts/server/api.ts";
import { openOutbox } from "../../scripts/server/outbox.ts";
import { startServer } from "../../scripts/server/startServer.ts";
import { newsletterFaults } from "./faultRows.ts";
import { answering } from "./misbehaviour.ts";

type Question = { line: string; key: unknown; body: unknown };

/** What Brevo was asked, and how it misbehaves in the test that runs. */
const asked: Question[] = [];
let misbehave: Intercept = () => false;
const brevo = await startLoopback({ intercept: (...exchange) => misbehave(...exchange) }, async (request) => {
	asked.push({ line: `${request.method} ${request.url}`, key: request.headers["api-key"], body: await json(request) });
	return { status: 201, headers: { "Content-Type": "application/json" }, body: '{"id":1}' };
});

const folder = await mkdtemp(join(tmpdir(), "newsletter-"));
const outboxPath = join(folder, "outbox.ndjson");
/** Milliseconds, in place of eight seconds. */
const timeLimit = 150;
const api = (await loadApi("api")).map((route) => ({
	...route,
	respond(request: Request, context: ApiContext) {
		const hurried = { ...context, timeLimit };
		return route.respond(request, hurried);
	},
}));
const server = await startServer({ files: new Map(), port: 0, api, outbox: openOutbox(outboxPath) });
const address = `${server.url}/api/newsletter/subscribe`;

afterAll(async () => {
	await Promise.all([server.close(), brevo.close()]);
	await rm(folder, { recursive: true });
});

const keys = { BREVO_API_KEY: "xkeysib-1", BREVO_LIST_ID: "7", BREVO_TEMPLATE_ID_EN: "11", BREVO_TEMPLATE_ID_RU: "12" };
const noKeys = Object.fromEntries(Object.keys(keys).map((name) => [name, undefined]));
const noBrevo = { ...noKeys, BREVO_API_URL: undefined };
function setEnvironment(environment: Record<string, string | undefined>) {
	for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
}

/** Every text that was logged. A test takes out what it expects, word for word, so that nothing personal gets by. */
const log: string[] = [];

beforeEach(async () => {
	setEnvironment({
		...keys,
		BREVO_API_URL: brevo.url,
		SITE_URL: "https://clinic.example",
		URL: "https://host.example",
	});
	for (const method of ["debug", "error", "info", "log", "warn"] as const) {
		vi.spyOn(console, method).mockImplementation((...texts) => void log.push(format(...texts)));
	}
	asked.length = 0;
	misbehave = () => false;
	await writeFile(outboxPath, "");
});
afterEach(() => {
	vi.unstubAllEnvs();
	vi.restoreAllMocks();
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
type Body = { body: string | Uint8Array | FormData | AsyncIterable<Uint8Array>; type?: string };
const asJson = (body: Body["body"]): Body => ({ body, type: "application/json" });
const asForm = (body: Body["body"]): Body => ({ body, type: "application/x-www-form-urlencoded" });

let visitors = 0;
const nextVisitor = () => ({ "X-Forwarded-For": `2001:db8::${(++visitors).toString(16)}` });
/** Sends a request, each from another visitor unless told. */
function send({ body, type }: Body, headers: Headers = {}): Promise<Response> {
	const all = { ...nextVisitor(), ...(type && { "Content-Type": type }), ...headers };
	return fetch(address, { method: "POST", body, headers: all, duplex: "half" } as RequestInit);
}
const sendJson = (fields: object, headers?: Headers) => send(asJson(JSON.stringify(fields)), headers);
const sendForm = (fields: Headers, headers?: Headers) => send(asForm(`${new URLSearchParams(fields)}`), headers);

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

describe("Brevo is asked", () => {
	const inEnglish = { templateId: 11, redirectionUrl: "https://clinic.example/?subscribed" };
	const inRussian = { templateId: 12, redirectionUrl: "https://clinic.example/ru?subscribed" };

	test.each([
		["Anna", { FIRSTNAME: "Anna" }],
		["  Мария-Луиза ", { FIRSTNAME: "Мария-Луиза" }],
		[`<b>"Tom" & 'Ann'</b> %00 +`, { FIRSTNAME: `<b>"Tom" & 'Ann'</b> %00 +` }],
		["Bcc:\r\nevil", { FIRSTNAME: "Bcc: evil" }],
		[" ", {}],
	])("once, with list, template and way back, for the name %j", async (name, attributes) => {
		await expectEach({ ...reader, name }, 200, "subscribeThanks");
		const questions = [inEnglish, inEnglish, inRussian, inRussian].map((own) => ({
			line: "POST /v3/contacts/doubleOptinConfirmation",
			key: "xkeysib-1",
			body: { email: reader.email, attributes, includeListIds: [7], ...own },
		}));
		expect(asked).toEqual(questions);
		expect(await readOutbox()).toEqual([]);
	});

	test.each([" anna@reader.example\n", "o'neil+news@a.reader.example", "анна@почта.рф"])("for %j", async (email) => {
		await expectJson(await sendJson({ email }), 200, "subscribeThanks");
		expect(asked).toMatchObject([{ body: { email: email.trim(), attributes: {} } }]);
	});

	test("to lead back to the configured site, whatever host the request names", async () => {
		const evil = { "X-Forwarded-Host": "evil.example", "X-Forwarded-Proto": "https" };
		for (const [SITE_URL, URL] of [[], [undefined, "https://host.example"]]) {
			setEnvironment({ SITE_URL, URL });
			await sendJson(reader, evil);
		}
		expect(asked).toMatchObject([
			{ body: { redirectionUrl: "http://localhost:4173/?subscribed" } },
			{ body: { redirectionUrl: "https://host.example/?subscribed" } },
		]);
	});
});

describe("a success looks the same", () => {
	test.each<[string, Intercept]>([
		["a known address", answering(400, { code: "duplicate_parameter", message: "Contact already exist" })],
		["a contact that is updated", (_, response) => !!response.writeHead(204).end()],
	])("for %s", async (_, how) => {
		await expectEach(reader, 200, "subscribeThanks");
		misbehave = how;
		await expectEach(reader, 200, "subscribeThanks");
	});

	test("for a program that fills in every field, and nobody is subscribed", async () => {
		await expectEach(reader, 200, "subscribeThanks");
		asked.length = 0;
		const fields = { ...reader, website: "https://spam.example" };
		await expectPage(await sendForm({ ...fields, locale: "ru" }), 200, "subscribeThanks", "ru");
		setEnvironment(noBrevo);
		await expectPage(await sendForm(fields), 200, "subscribeThanks");
		await expectNothingSubscribed();
	});
});

describe("the language of an answer", () => {
	test.each<[string, Locale]>([
		["RU-ru,en;q=0.8", "ru"],
		["de-DE, de;q=0.9, ru;q=0.5, en;q=0.4", "ru"],
		["en-GB,ru;q=0.9", "en-US"],
		["run, de", "en-US"],
		["*", "en-US"],
	])("to Accept-Language %s is %s", async (header, locale) => {
		await expectJson(await sendJson({}, { "Accept-Language": header }), 400, "emailMissing", locale);
	});

	test("to a form is the form's own, when it is one of ours", async () => {
		await expectPage(await sendForm({ locale: "ru" }), 400, "emailMissing", "ru");
		const headers = { "Accept-Language": "ru" };
		await expectPage(await sendForm({ locale: "en-US" }, headers), 400, "emailMissing", "en-US");
		await expectPage(await sendForm({ locale: "de" }, headers), 400, "emailMissing", "ru");
	});
});

const implausible = ["anna", "anna@reader", "@reader.example", "anna@", "anna@reader..example", "a@a@reader.example"];
const unsafe = [
	"a b@c.example",
	"<a@c.example>",
	"a@c.example\nBcc: b@c.example",
	"a\0@c.example",
	"\u202ea@c.example",
];
const refused = (email: string): [number, keyof Words, Headers] => [400, "emailInvalid", { email }];
test.each<[number, keyof Words, Headers]>([
	[400, "emailMissing", {}],
	[400, "emailMissing", { email: " ", name: "Anna" }],
	...[...implausible, ...unsafe, `${longest}m`].map(refused),
	[400, "nameInvalid", { ...reader, name: "x".repeat(101) }],
])("%s %s, as JSON and as a form: %j", async (status, word, fields) => {
	await expectEach(fields, status, word);
	await expectNothingSubscribed();
});

const latin1 = (characters: string) => new Uint8Array(Buffer.from(characters, "latin1"));
/** A body that repeats a part and does not say how often. */
async function* repeating(part: string, times: number) {
	for (let count = 0; count < times; count++) {
		yield Buffer.from(part);
		await wait(5);
	}
}
const statuses = { requestMalformed: 400, requestTooLarge: 413, requestUnsupported: 415 };
test.each<[keyof typeof statuses, string, Body]>([
	["requestMalformed", "no body", asJson("")],
	["requestMalformed", "bad JSON", asJson('{"email":')],
	["requestMalformed", "an array", asJson(`[${readerJson}]`)],
	["requestMalformed", "null", asJson("null")],
	["requestMalformed", "an address of a wrong type", asJson('{"email":["anna@reader.example"]}')],
	["requestMalformed", "a name of a wrong type", asJson('{"email":"anna@reader.example","name":7}')],
	["requestMalformed", "no UTF-8", asJson(latin1('{"email":"anna@reader.example","name":"Zoë"}'))],
	["requestMalformed", "UTF-8 that breaks off", asForm(latin1("email=anna@reader.example&name=\xd0"))],
	["requestMalformed", "a slow body", asJson(repeating(" ", Number.POSITIVE_INFINITY))],
	["requestTooLarge", "megabytes", asJson(" ".repeat(2_000_000))],
	["requestTooLarge", "a body in parts", asJson(repeating(" ".repeat(1000), 5))],
	["requestTooLarge", "a form without end", asForm(repeating(" ".repeat(1000), Number.POSITIVE_INFINITY))],
	["requestUnsupported", "no type", { body: latin1(readerJson) }],
	["requestUnsupported", "a text", { body: readerJson }],
	["requestUnsupported", "another JSON", { body: readerJson, type: "application/json-patch+json" }],
	["requestUnsupported", "a form in parts", { body: new FormData() }],
])("%s: %s", async (word, _, body) => {
	const expectAnswer = body.type === asForm("").type ? expectPage : expectJson;
	await expectAnswer(await send(body, { "Accept-Language": "ru" }), statuses[word], word, "ru");
	await expectNothingSubscribed();
});

test("the largest that is allowed", async () => {
	const body = JSON.stringify({ email: longest, name: "x".repeat(100) });
	const type = "Application/JSON; charset=utf-8";
	await expectJson(await send({ body: body.padEnd(4096), type }), 200, "subscribeThanks");
	await expectJson(await send({ body: body.padEnd(4097), type }), 413, "requestTooLarge");
});

test.each(["GET", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"])("405: %s", async (method) => {
	// Not fetch, which refuses TRACE.
	const request = startRequest(address, { method, headers: { ...nextVisitor(), "Accept-Language": "ru" } }).end();
	const [response] = await once(request, "response");
	const answer = { status: response.statusCode, allow: response.headers.allow, body: await text(response) };
	const body = method === "HEAD" ? "" : JSON.stringify({ message: words.ru.methodUnsupported });
	expect(answer).toEqual({ status: 405, allow: "POST", body });
});

test("429: the eleventh request of a visitor in a minute, while others go on", async () => {
	const visitor = nextVisitor();
	for (let count = 1; count <= 10; count++) expect((await sendJson({}, visitor)).status).toBe(400);
	const response = await sendJson(reader, { ...visitor, "Accept-Language": "ru" });
	expect(response.headers.get("retry-after")).toBe("60");
	await expectJson(response, 429, "tooManyRequests", "ru");
	await expectPage(await sendForm(reader, visitor), 429, "tooManyRequests");
	// What a visitor claims before the proxy's own word does not count.
	const claim = { "X-Forwarded-For": `192.0.2.9, ${visitor["X-Forwarded-For"]}` };
	await expectJson(await sendJson(reader, claim), 429, "tooManyRequests");
	await expectNothingSubscribed();
	await expectJson(await sendJson(reader), 200, "subscribeThanks");
});

describe("502: Brevo", () => {
	test.each(newsletterFaults)("$what", async ({ told, how, address }) => {
		if (address) setEnvironment({ BREVO_API_URL: address(brevo.url) });
		misbehave = how ?? misbehave;
		await expectEach(reader, 502, "subscribeFailure");
		// A name server may be slower than the time limit here.
		const lines = log.splice(0).map((line) => (address ? line.replace("TimeoutError", "TypeError") : line));
		expect(lines).toEqual(Array(4).fill(`Newsletter: Brevo ${told}`));
		await expectNothingSubscribed();
	});
});

test.each<[string, Record<string, string | undefined>]>([
	["BREVO_API_KEY", { BREVO_API_KEY: undefined }],
	["BREVO_API_KEY", { BREVO_API_KEY: " " }],
	["BREVO_LIST_ID, BREVO_TEMPLATE_ID_EN", { BREVO_LIST_ID: "0", BREVO_TEMPLATE_ID_EN: reader.email }],
	["BREVO_TEMPLATE_ID_RU", { BREVO_TEMPLATE_ID_RU: undefined }],
	["BREVO_API_URL", { BREVO_API_URL: reader.email }],
	["BREVO_API_KEY, BREVO_LIST_ID, BREVO_TEMPLATE_ID_EN, BREVO_TEMPLATE_ID_RU", noKeys],
])("503: missing or malformed: %s", async (names, environment) => {
	setEnvironment(environment);
	await expectEach(reader, 503, "subscribeUnavailable");
	expect(log.splice(0)).toEqual(Array(4).fill(`Newsletter: Missing or malformed: ${names}`));
	await expectNothingSubscribed();
});

test("without Brevo's variables the outbox holds each subscription, and when it came", async () => {
	setEnvironment(noBrevo);
	const { email } = reader;
	const before = new Date().toISOString();
	await expectJson(await sendJson({ email, name: "Яна\n" }), 200, "subscribeSaved");
	await expectPage(await sendForm({ email, locale: "ru", name: "&" }), 200, "subscribeSaved", "ru");
	const noted = await readOutbox();
	const time = expect.any(String);
	expect(noted).toEqual([
		{ email, name: "Яна", locale: "en-US", time },
		{ email, name: "&", locale: "ru", time },
	]);
	for (const { time } of noted) expect(String(time) >= before).toBe(true);
	expect(asked).toEqual([]);
});

describe("called directly", () => {
	const headers = { "Content-Type": "application/json" };
	const request = () => new Request(address, { method: "POST", body: readerJson, headers });
	// https://docs.netlify.com/build/functions/api/#netlify-specific-context-object
	const netlify: object = { ip: "198.51.100.1", params: {}, requestId: "1", site: { url: "https://clinic.example" } };

	test("as Netlify does, it subscribes, with eight seconds for the body and for Brevo", async () => {
		const timeout = vi.spyOn(AbortSignal, "timeout");
		await expectJson(await subscribe(request(), netlify), 200, "subscribeThanks");
		expect(asked.length).toBe(1);
		expect(timeout.mock.calls).toEqual([[8_000], [8_000]]);
	});

	test.each([
		["on Netlify", netlify, "none of Brevo's variables is set."],
		[
			"when the outbox fails",
			{ outbox: openOutbox(join(folder, "none", "a")) },
			"the outbox cannot be written: ENOENT",
		],
	])("503 without Brevo's variables %s", async (_, context, logged) => {
		setEnvironment(noBrevo);
		await expectJson(await subscribe(request(), context), 503, "subscribeUnavailable");
		expect(log.splice(0)).toEqual([`Newsletter: ${logged}`]);
	});
});
