import { once } from "node:events";
import { request as startRequest } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, test, vi } from "vitest";
import subscribe from "../../api/newsletter.ts";
import type { Locale } from "../../content/locales.ts";
import { type Words, words } from "../../content/words.ts";
import type { Intercept } from "../../demo/loopbackService.ts";
import { openOutbox } from "../../scripts/server/outbox.ts";
import { newsletterFaults } from "./faultRows.ts";
import { answering } from "./misbehaviour.ts";
import {
	address,
	asForm,
	asJson,
	asked,
	type Body,
	brevo,
	expectEach,
	expectJson,
	expectNothingSubscribed,
	expectPage,
	folder,
	forgetTurns,
	type Headers,
	log,
	longest,
	nextVisitor,
	noBrevo,
	noKeys,
	reader,
	readerJson,
	readOutbox,
	send,
	sendForm,
	sendJson,
	setEnvironment,
	state,
	takeTurn,
} from "./newsletterVisitors.ts";

describe("Brevo is asked", () => {
	const inEnglish = { language: "en", templateId: 11, redirectionUrl: "https://clinic.example/?subscribed" };
	const inRussian = { language: "ru", templateId: 12, redirectionUrl: "https://clinic.example/ru?subscribed" };

	test.each([
		["Anna", { FIRSTNAME: "Anna" }],
		["  Мария-Луиза ", { FIRSTNAME: "Мария-Луиза" }],
		[`<b>"Tom" & 'Ann'</b> %00 +`, { FIRSTNAME: `<b>"Tom" & 'Ann'</b> %00 +` }],
		["Bcc:\r\nevil", { FIRSTNAME: "Bcc: evil" }],
		[" ", {}],
	])("once, with list, template and way back, for the name %j", async (name, attributes) => {
		await expectEach({ ...reader, name }, 200, "subscribeThanks");
		const questions = [inEnglish, inEnglish, inRussian, inRussian].map(({ language, ...own }) => {
			const consent = { CONSENT_LANGUAGE: language, CONSENT_TIME: expect.stringMatching(/^20.+Z$/) };
			const body = { email: reader.email, attributes: { ...attributes, ...consent }, includeListIds: [7], ...own };
			return { line: "POST /v3/contacts/doubleOptinConfirmation", key: "xkeysib-1", body };
		});
		expect(asked).toEqual(questions);
		expect(await readOutbox()).toEqual([]);
	});

	test.each([" anna@reader.example\n", "o'neil+news@a.reader.example", "анна@почта.рф"])("for %j", async (email) => {
		await expectJson(await sendJson({ email }), 200, "subscribeThanks");
		expect(asked).toMatchObject([{ body: { email: email.trim() } }]);
	});

	test("to lead back to the configured site, whatever host the request names", async () => {
		const evil = { "X-Forwarded-Host": "evil.example", "X-Forwarded-Proto": "https" };
		for (const [SITE_URL, URL] of [[], [undefined, "https://host.example"]]) {
			setEnvironment({ SITE_URL, URL });
			await sendJson(reader, evil);
			await forgetTurns();
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
		state.misbehave = how;
		await expectEach(reader, 200, "subscribeThanks");
	});

	test("for a program that fills in every field, and nobody is subscribed", async () => {
		await expectEach(reader, 200, "subscribeThanks");
		asked.length = 0;
		const fields = { ...reader, website: "https://spam.example" };
		await expectEach(fields, 200, "subscribeThanks");
		setEnvironment(noBrevo);
		await expectEach(fields, 200, "subscribeThanks");
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
		state.misbehave = how ?? state.misbehave;
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
	await expectPage(
		await sendForm({ email, locale: "ru", name: "&", consent: "2026-11-20T10:11:12Z" }),
		200,
		"subscribeSaved",
		"ru",
	);
	const noted = await readOutbox();
	const time = expect.any(String);
	expect(noted).toEqual([
		{ email, name: "Яна", locale: "en-US", time },
		{ email, name: "&", locale: "ru", time, consent: "2026-11-20T10:11:12Z" },
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
		await expectJson(await subscribe(request(), { ...netlify, takeTurn }), 200, "subscribeThanks");
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
