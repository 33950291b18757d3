import { once } from "node:events";
import { Agent, request as startRequest } from "node:http";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { format } from "node:util";
import {
	afterAll,
	afterEach,
	beforeEach,
	describe,
	expect,
	onTestFinished,
	test,
	vi,
} from "vitest";
import checkDaily from "../../api/dailyCheck.ts";
import subscribe from "../../api/newsletter.ts";
import type { ClaimConfirmationMail } from "../../api/subscription/confirmationThrottle.ts";
import { honeypotName } from "../../content/honeypot.ts";
import type { Locale } from "../../content/locales.ts";
import { type Words, words } from "../../content/words.ts";
import { type Intercept, startLoopback } from "../../demo/loopbackService.ts";
import { openFileThrottle } from "../../scripts/server/fileThrottle.ts";
import { startHttpServer } from "../../scripts/server/startHttpServer.ts";
import { makeFolder } from "../folders.ts";
import { startBlobs } from "./blobsService.ts";
import { interceptPath, neverRespond, respondEndlessly, respondWith } from "./misbehaviour.ts";

/** Requests that the stand-in for Brevo has received. */
const brevoRequests: { line: string; key: unknown; body: unknown }[] = [];
let misbehave: Intercept = () => false;
/** Time limit of tests in which a body or a response does not arrive. All other tests use the limit of production. */
const shortLimitMs = 400;
const defaultLimitMs = 8_000;
/** Time limit for a visitor's request body and for Brevo's response, in milliseconds. */
let timeLimitMs: number | undefined;

const brevo = await startLoopback(
	{ intercept: (...exchange) => misbehave(...exchange) },
	async (request) => {
		const { method, url, headers } = request;
		brevoRequests.push({
			line: `${method} ${url}`,
			key: headers["api-key"],
			body: await json(request),
		});
		return { status: 201, headers: { "Content-Type": "application/json" }, body: '{"id":1}' };
	},
);
/** Subscriptions that were stored because Brevo's variables are not set. */
const stored: object[] = [];
const outbox = async (subscription: object) => void stored.push(subscription);

const claimConfirmationMail: ClaimConfirmationMail = async () => ({
	outcome: "granted",
	release: async () => {},
});
const context = {
	outbox,
	claimConfirmationMail,
	get timeLimitMs() {
		return timeLimitMs ?? defaultLimitMs;
	},
};
const server = await startHttpServer({ port: 0, context });
const address = `${server.url}/api/newsletter/subscribe`;

afterAll(() => Promise.all([server.close(), brevo.close()]));

const keys = {
	BREVO_API_KEY: "xkeysib-1",
	BREVO_LIST_ID: "7",
	BREVO_TEMPLATE_ID_EN: "11",
	BREVO_TEMPLATE_ID_RU: "12",
};
const noBrevo = {
	...Object.fromEntries(Object.keys(keys).map((name) => [name, undefined])),
	BREVO_API_URL: undefined,
};
const site = { SITE_URL: "https://clinic.example", URL: "https://host.example" };

function setEnvironment(environment: Record<string, string | undefined>) {
	for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
}

/** Log lines of the current test. An unexpected line could contain personal data, so it fails the test. */
const log: string[] = [];

beforeEach(() => {
	setEnvironment({ ...keys, ...site, BREVO_API_URL: brevo.url });
	for (const method of ["debug", "error", "info", "log", "warn"] as const) {
		vi.spyOn(console, method).mockImplementation((...texts) => void log.push(format(...texts)));
	}
	brevoRequests.length = 0;
	misbehave = () => false;
	timeLimitMs = undefined;
	stored.length = 0;
});
afterEach(() => {
	expect(log.splice(0)).toEqual([]);
});

function expectNothingSubscribed(): void {
	expect([brevoRequests, stored]).toEqual([[], []]);
}

const reader = { email: "anna@reader.example", name: "Anna" };
const readerJson = JSON.stringify(reader);
/** E-mail address of the maximum length. */
const longest = `${"a".repeat(64)}@${"b".repeat(181)}.example`;

type Headers = Record<string, string>;
const asJson = "application/json";
const asForm = "application/x-www-form-urlencoded";

type Body = string | Uint8Array | AsyncIterable<Uint8Array>;

function send(body: Body, type: string, headers: Headers = {}): Promise<Response> {
	const all = { ...(type && { "Content-Type": type }), ...headers };
	return fetch(address, { method: "POST", body, headers: all, duplex: "half" } as RequestInit);
}
const sendJson = (fields: object, headers?: Headers) =>
	send(JSON.stringify(fields), asJson, headers);
const sendForm = (fields: Headers, headers?: Headers) =>
	send(`${new URLSearchParams(fields)}`, asForm, headers);

const firstResponses = new Map<string, unknown>();
async function expectResponse(
	response: Response,
	status: number,
	locale: Locale,
	word: keyof Words,
	type: string,
) {
	const body = await response.text();
	const {
		date: _,
		connection,
		"keep-alive": keepAlive,
		...headers
	} = Object.fromEntries(response.headers);
	const visible = { status: response.status, headers, body };
	const expected = {
		"content-type": type,
		"content-language": locale,
		"cache-control": "no-store",
	};
	expect(visible).toMatchObject({ status, headers: expected });
	const key = [response.url, type, locale, word].join(" ");
	// If this response differed from the first, it could reveal a subscribed email address.
	expect(visible).toEqual(firstResponses.get(key) ?? visible);
	firstResponses.set(key, visible);
	return body;
}

async function expectJson(
	response: Response,
	status: number,
	word: keyof Words,
	locale: Locale = "en-US",
) {
	const body = await expectResponse(response, status, locale, word, "application/json");
	expect(JSON.parse(body)).toEqual({ message: words[locale][word] });
}

async function expectPage(
	response: Response,
	status: number,
	word: keyof Words,
	locale: Locale = "en-US",
) {
	const html = await expectResponse(response, status, locale, word, "text/html; charset=utf-8");
	const { newsletter, backHome } = words[locale];
	expect(html).toContain(`<html lang="${locale}">`);
	expect(html).toContain(`<title>${newsletter}</title>`);
	expect(html).toContain(`<p role="status">${words[locale][word]}</p>`);
	expect(html.match(/<a .*/g)).toEqual([
		`<a href="${{ "en-US": "/", ru: "/ru" }[locale]}">${backHome}</a></p>`,
	]);
}

/** Sends the fields in each language, as JSON and as a form, and expects the same status and message. */
async function expectEach(fields: Headers, status: number, word: keyof Words) {
	for (const locale of ["en-US", "ru"] as const) {
		const headers = { "Accept-Language": locale };
		await expectJson(await sendJson(fields, headers), status, word, locale);
		await expectPage(await sendForm({ ...fields, locale }, headers), status, word, locale);
	}
}

/** Returns a handler that refuses like Brevo. The message repeats the address, which must not be logged. */
const refuse = (status: number, code: string, message: string) =>
	respondWith(status, { code, message: `${message} ${reader.email}` });

const inEnglish = {
	language: "en",
	templateId: 11,
	redirectionUrl: "https://clinic.example/?subscribed",
};
const inRussian = {
	language: "ru",
	templateId: 12,
	redirectionUrl: "https://clinic.example/ru?subscribed",
};

describe("the request to Brevo", () => {
	test.each([
		[
			" anna@reader.example\n",
			`  <b>"Яна" & 'Ann'</b> %00 + `,
			{ FIRSTNAME: `<b>"Яна" & 'Ann'</b> %00 +` },
		],
		["o'neil+news@a.reader.example", "Bcc:\r\nevil", { FIRSTNAME: "Bcc: evil" }],
		["анна@почта.рф", " ", {}],
	])(
		"has list, template and redirect of the language, for %j and the name %j",
		async (email, name, attributes) => {
			await expectEach({ email, name }, 200, "subscribeThanks");
			const expected = [inEnglish, inEnglish, inRussian, inRussian].map(({ language, ...own }) => {
				const consent = {
					CONSENT_LANGUAGE: language,
					CONSENT_TIME: expect.stringMatching(/^20.+Z$/),
				};
				const body = {
					email: email.trim(),
					attributes: { ...attributes, ...consent },
					includeListIds: [7],
					...own,
				};
				return { line: "POST /v3/contacts/doubleOptinConfirmation", key: "xkeysib-1", body };
			});
			expect(brevoRequests).toEqual(expected);
			expect(stored).toEqual([]);
		},
	);

	/** Version of the consent text: the time when the newsletter entry was last changed. */
	const version = "2026-11-20T10:11:12.345Z";

	test("has the version of the consent text, if it is a time", async () => {
		await sendJson(reader, { "Consent-Text": version });
		await sendForm({ ...reader, locale: "ru", consent: version });
		await sendForm({ ...reader, locale: "ru", consent: "<b>" });
		const attributes = brevoRequests.map(({ body }) => (body as { attributes: object }).attributes);
		expect(attributes).toMatchObject([{ CONSENT_TEXT: version }, { CONSENT_TEXT: version }, {}]);
		expect(attributes[2]).not.toHaveProperty("CONSENT_TEXT");
	});

	test("is repeated without the record of the consent when Brevo refuses an attribute", async () => {
		misbehave = interceptPath(
			"",
			refuse(400, "invalid_parameter", "attribute CONSENT_TEXT not found"),
			1,
		);
		await expectJson(await sendJson(reader, { "Consent-Text": version }), 200, "subscribeThanks");
		expect(brevoRequests.map(({ body }) => (body as { attributes: object }).attributes)).toEqual([
			{ FIRSTNAME: "Anna" },
		]);
		expect(log.splice(0)).toEqual([
			"Newsletter: Brevo takes no record of the consent: see docs/netlify.md",
		]);
	});
});

const noMail = "the address is or was on the list, so it gets no mail";
const otherReason =
	"for another reason, so the address gets no mail: try the form with one of your own";
const [known, unsubscribed] = [
	"Unable to create contact, email is",
	"This sms number or email address is",
].map(
	(start, index) => `${start} already associated with another ${index === 0 ? "Contact" : "user"}`,
) as [string, string];
test.each<[string, Intercept, string?, Headers?]>([
	["a contact that is updated", (_, response) => !!response.writeHead(204).end()],
	[
		"a known address",
		refuse(400, "duplicate_parameter", known),
		`Brevo answers 400 (duplicate_parameter): ${noMail}`,
	],
	[
		"a known address, by another code",
		refuse(400, "invalid_parameter", known),
		`Brevo answers 400 (invalid_parameter): ${noMail}`,
	],
	[
		"an unsubscribed one",
		refuse(400, "invalid_parameter", unsubscribed),
		`Brevo answers 400 (invalid_parameter): ${noMail}`,
	],
	[
		"a reason that Brevo words anew",
		refuse(400, "invalid_parameter", "Blocklisted"),
		`Brevo answers 400 (invalid_parameter): ${otherReason}`,
	],
	[
		"a filled hidden field",
		respondWith(500, {}),
		"a hidden field was filled in, by a program or a password manager: nothing is sent",
		{ [honeypotName]: "https://spam.example" },
	],
])("a success looks the same for %s, and the log says why", async (_, intercept, line, more) => {
	await expectEach(reader, 200, "subscribeThanks");
	let requests = 0;
	misbehave = (...exchange) => {
		requests++;
		return intercept(...exchange);
	};
	await expectEach({ ...reader, ...more }, 200, "subscribeThanks");
	expect(requests).toBe(more ? 0 : 4);
	expect(log.splice(0)).toEqual(line ? Array(4).fill(`Newsletter: ${line}`) : []);
	expect(stored).toEqual([]);
});

test("an address that Brevo calls invalid is answered 400", async () => {
	misbehave = refuse(400, "invalid_parameter", "Invalid email address");
	await expectEach(reader, 400, "emailInvalid");
	expect(log.splice(0)).toEqual(
		Array(4).fill("Newsletter: Brevo answers 400 (invalid_parameter): the address is invalid"),
	);
});

describe("the language of a response", () => {
	test.each<[string, Headers, Locale]>([
		["RU-ru,en;q=0.8", {}, "ru"],
		["de-DE, de;q=0.9, ru;q=0.5, en;q=0.4", {}, "ru"],
		["run, *, en-GB,ru;q=0.9", {}, "en-US"],
		["ru", { locale: "en-US" }, "en-US"],
		["ru", { locale: "de" }, "ru"],
	])("to Accept-Language %s and a form with %j is %s", async (header, form, locale) => {
		await expectPage(
			await sendForm(form, { "Accept-Language": header }),
			400,
			"emailMissing",
			locale,
		);
	});

	test("is the form's, also of a form that is too large to be read whole", async () => {
		const form = `${new URLSearchParams({ locale: "ru", name: "Яна".repeat(1_000) })}`;
		await expectPage(
			await send(form, asForm, { "Accept-Language": "en" }),
			413,
			"requestTooLarge",
			"ru",
		);
	});
});

const incomplete = [
	"anna",
	"anna@reader",
	"@reader.example",
	"anna@reader..example",
	"a@a@reader.example",
];
const unsafe = [
	"a b@c.example",
	"a@c.example\nBcc: b@c.example",
	"a\0@c.example",
	"\u202ea@c.example",
];
const refused = (email: string): [number, keyof Words, Headers] => [400, "emailInvalid", { email }];
const links = [
	"Win: HTTPS://EVIL",
	"WWW.EVIL.COM",
	"ANNA@EVIL.COM",
	"evil.com offers",
	"evil.example/a",
];
test.each<[number, keyof Words, Headers]>([
	[400, "emailMissing", { email: " ", name: "Anna" }],
	...[...incomplete, ...unsafe, `${longest}m`].map(refused),
	[400, "nameInvalid", { ...reader, name: "x".repeat(101) }],
	...links.map((name): [number, keyof Words, Headers] => [
		400,
		"nameWithLink",
		{ ...reader, name },
	]),
])("invalid fields are answered %s %s, as JSON and as a form: %j", async (status, word, fields) => {
	await expectEach(fields, status, word);
	expectNothingSubscribed();
});

test.each([
	"Dr. Anna O'Neil",
	"J.R.Smith",
	"А. С. Пушкин",
	"А.С.Пушкин",
	"Anna-Maria & Boris",
	"St. John",
])("the name %s is accepted and passed to Brevo unchanged", async (name) => {
	await expectJson(await sendJson({ ...reader, name }), 200, "subscribeThanks");
	expect(brevoRequests).toMatchObject([{ body: { attributes: { FIRSTNAME: name } } }]);
});

function latin1(characters: string): Uint8Array {
	return new Uint8Array(Buffer.from(characters, "latin1"));
}
/** Yields parts of a request body without end. */
async function* streamEndlessly(part: string) {
	for (;;) {
		yield Buffer.from(part);
		await wait(5);
	}
}
const statuses = { requestMalformed: 400, requestTooLarge: 413, requestUnsupported: 415 };
test.each<[word: keyof typeof statuses, description: string, body: Body, type: string]>([
	["requestMalformed", "incomplete JSON", '{"email":', asJson],
	["requestMalformed", "an array", `[${readerJson}]`, asJson],
	["requestMalformed", "an address of a wrong type", '{"email":["anna@reader.example"]}', asJson],
	[
		"requestMalformed",
		"JSON in Latin-1",
		latin1('{"email":"anna@reader.example","name":"Zo\xeb"}'),
		asJson,
	],
	["requestMalformed", "JSON after a byte order mark", `\ufeff${readerJson}`, asJson],
	["requestTooLarge", "two megabytes", " ".repeat(2_000_000), asJson],
	["requestTooLarge", "a form without end", streamEndlessly(" ".repeat(1000)), asForm],
	["requestUnsupported", "no content type", latin1(readerJson), ""],
	["requestUnsupported", "plain text, which other sites can send", readerJson, "text/plain"],
])("an unreadable body is answered %s: %s", async (word, _, body, type) => {
	const expectRefusal = type === asForm ? expectPage : expectJson;
	await expectRefusal(
		await send(body, type, { "Accept-Language": "ru" }),
		statuses[word],
		word,
		"ru",
	);
	expectNothingSubscribed();
});

test("a body that does not arrive within the time limit is answered requestMalformed", async () => {
	timeLimitMs = shortLimitMs;
	await expectJson(await send(streamEndlessly(" "), asJson), 400, "requestMalformed");
	expectNothingSubscribed();
});

test("after a body that does not end, the next request is answered", async () => {
	timeLimitMs = 600_000;
	const agent = new Agent({ keepAlive: true, maxSockets: 1 });
	onTestFinished(() => agent.destroy());
	const start = () =>
		startRequest(address, { agent, method: "POST", headers: { "Content-Type": asJson } });
	const first = start();
	// The server can close the connection before it has read the whole body. The resulting error is expected.
	first.on("error", () => {});
	first.write("x".repeat(100_000));
	const timer = setInterval(() => first.write("x"), 20);
	const [refusal] = await once(first, "response");
	clearInterval(timer);
	first.end();
	await refusal.resume().toArray();
	const [second] = await once(start().end(readerJson), "response");
	second.resume();
	expect([refusal.statusCode, second.statusCode]).toEqual([413, 200]);
});

test("a body of 4,096 bytes is accepted, and one of 4,097 bytes is refused", async () => {
	const longestBody = JSON.stringify({ email: longest, name: "x".repeat(100) });
	const type = "Application/JSON; charset=utf-8";
	await expectJson(await send(longestBody.padEnd(4096), type), 200, "subscribeThanks");
	await expectJson(await send(longestBody.padEnd(4097), type), 413, "requestTooLarge");
});

test("a preflight request of another site is answered 405, without CORS headers", async () => {
	const headers = {
		Origin: "https://evil.example",
		"Access-Control-Request-Method": "POST",
		"Access-Control-Request-Headers": "content-type",
	};
	const response = await fetch(address, { method: "OPTIONS", headers });
	await expectJson(response, 405, "methodUnsupported");
	expect(response.headers.get("allow")).toBe("POST");
	expect([...response.headers.keys()].filter((name) => name.startsWith("access-control-"))).toEqual(
		[],
	);
});

/** Personal data and API key in a request to Brevo. They must not appear in a log or a response. */
const personal = "anna@reader.example xkeysib-1";
const html = { "Content-Type": "text/html" };

test.each<[fault: string, message: string, intercept: Intercept, limitMs?: number]>([
	[
		"refuses the key or this IP address",
		"answers 401 (unauthorized): check the key, and the addresses under Settings, Security, Authorised IPs in Brevo",
		refuse(401, "unauthorized", "We have detected you are using an unrecognised IP address"),
	],
	[
		"refuses a template",
		"answers 400 (invalid_parameter): check the numbers of the list and the templates",
		refuse(400, "invalid_parameter", "Invalid template id"),
	],
	[
		"repeats personal data as its code",
		"answers 400 (no code)",
		respondWith(400, { code: personal }),
	],
	["answers with a web page", "answers 200 (no code)", respondWith(200, "<h1>Welcome</h1>", html)],
	[
		"leads elsewhere",
		"cannot be reached: TypeError",
		interceptPath("/v3/", respondWith(307, "", { Location: "/new" })),
	],
	["hangs up", "cannot be reached: TypeError", (request) => !!request.socket.destroy()],
	["does not answer", "cannot be reached: TimeoutError", neverRespond, shortLimitMs],
	["answers without end", "answers 200 (no code)", respondEndlessly, shortLimitMs],
])(
	"when Brevo %s, the answer is 502, and the log has no personal data",
	async (_, message, intercept, limitMs) => {
		misbehave = intercept;
		timeLimitMs = limitMs;
		await expectEach(reader, 502, "subscribeFailure");
		expect(log.splice(0)).toEqual(Array(4).fill(`Newsletter: Brevo ${message}`));
		expectNothingSubscribed();
	},
);

test("without Brevo's variables the outbox stores each subscription and its time", async () => {
	setEnvironment(noBrevo);
	const { email } = reader;
	const consent = "2026-11-20T10:11:12Z";
	await expectJson(await sendJson({ email, name: "Яна\n" }), 200, "subscribeSaved");
	await expectPage(
		await sendForm({ email, locale: "ru", name: "&", consent }),
		200,
		"subscribeSaved",
		"ru",
	);
	const time = expect.stringMatching(/^20.+Z$/);
	expect(stored).toEqual([
		{ email, name: "Яна", locale: "en-US", time },
		{ email, name: "&", locale: "ru", time, consent },
	]);
});

const createRequest = (body = readerJson) =>
	new Request(address, { method: "POST", body, headers: { "Content-Type": asJson } });

test("the confirmation leads to Netlify's URL of the site when SITE_URL is not set", async () => {
	setEnvironment({ SITE_URL: undefined });
	await subscribe(createRequest(), { claimConfirmationMail });
	expect(brevoRequests).toMatchObject([
		{ body: { redirectionUrl: "https://host.example/?subscribed" } },
	]);
});

const unwritable = {
	outbox: () => Promise.reject(Object.assign(new Error("full"), { code: "ENOSPC" })),
};
const partly = { ...keys, BREVO_LIST_ID: "0", BREVO_TEMPLATE_ID_EN: undefined };
const exhausted: ClaimConfirmationMail = async () => ({ outcome: "quotaReached" });
const failing: ClaimConfirmationMail = async () =>
	Promise.reject(new Error("the throttle cannot be stored: ENOSPC"));
const hanging: ClaimConfirmationMail = () => new Promise(() => {});
test.each<[string, Record<string, string | undefined>, object]>([
	["none of Brevo's variables is set.", noBrevo, {}],
	["the outbox cannot be written: ENOSPC", noBrevo, unwritable],
	["Missing or malformed: BREVO_LIST_ID, BREVO_TEMPLATE_ID_EN", partly, unwritable],
	["the daily quota of confirmation mails is used up.", keys, { claimConfirmationMail: exhausted }],
	["the throttle cannot be stored: ENOSPC", keys, { claimConfirmationMail: failing }],
	[
		"the throttle of confirmation mails does not answer within 400 ms.",
		keys,
		{ claimConfirmationMail: hanging, timeLimitMs: shortLimitMs },
	],
])(
	"a missing or faulty configuration, outbox or throttle is answered 503 and logged: %s",
	async (message, environment, context) => {
		setEnvironment(environment);
		await expectJson(await subscribe(createRequest(), context), 503, "subscribeUnavailable");
		expect(log.splice(0)).toEqual([`Newsletter: ${message}`]);
		expect(brevoRequests).toEqual([]);
	},
);

test("a mail that the throttle grants too late is released", async () => {
	const late = Promise.withResolvers<Awaited<ReturnType<ClaimConfirmationMail>>>();
	const release = vi.fn(async () => {});
	const context = { claimConfirmationMail: () => late.promise, timeLimitMs: 1 };
	await expectJson(await subscribe(createRequest(), context), 503, "subscribeUnavailable");
	late.resolve({ outcome: "granted", release });
	await vi.waitFor(() => expect(release).toHaveBeenCalledOnce());
	expect(log.splice(0).length).toBe(1);
});

describe("the throttle of confirmation mails", () => {
	const openThrottle = async () => openFileThrottle(join(await makeFolder(), "throttle"));

	test("grants a mailbox no second mail, and the response looks the same and takes as long", async () => {
		const context = { claimConfirmationMail: await openThrottle() };
		misbehave = async () => {
			await wait(300);
			return false;
		};
		await expectJson(await subscribe(createRequest(), context), 200, "subscribeThanks");
		const order: string[] = [];
		const second = subscribe(createRequest(), context).then(async (response) => {
			order.push("answer");
			await expectJson(response, 200, "subscribeThanks");
		});
		await Promise.all([second, wait(150).then(() => order.push("half of Brevo's time"))]);
		expect(order).toEqual(["half of Brevo's time", "answer"]);
		expect(brevoRequests.length).toBe(1);
	});

	test("does not count a mail that Brevo refused", async () => {
		const context = { claimConfirmationMail: await openThrottle() };
		misbehave = respondWith(500, {});
		await expectJson(await subscribe(createRequest(), context), 502, "subscribeFailure");
		misbehave = () => false;
		await expectJson(await subscribe(createRequest(), context), 200, "subscribeThanks");
		expect(brevoRequests.length).toBe(1);
		expect(log.splice(0)).toEqual(["Newsletter: Brevo answers 500 (no code)"]);
	});

	test("counts a mail that may have been sent before the time limit", async () => {
		const context = { claimConfirmationMail: await openThrottle() };
		misbehave = neverRespond;
		const failure = await subscribe(createRequest(), { ...context, timeLimitMs: shortLimitMs });
		await expectJson(failure, 502, "subscribeFailure");
		misbehave = () => false;
		await expectJson(await subscribe(createRequest(), context), 200, "subscribeThanks");
		expect(brevoRequests).toEqual([]);
		expect(log.splice(0)).toEqual(["Newsletter: Brevo cannot be reached: TimeoutError"]);
	});

	test("refuses a visitor at the daily limit with 429 and a Retry-After header", async () => {
		const claimConfirmationMail: ClaimConfirmationMail = async () => {
			return { outcome: "visitorLimitReached", retryAfterSeconds: 3_630 };
		};
		const response = await subscribe(createRequest(), { claimConfirmationMail });
		expect(response.headers.get("retry-after")).toBe("3630");
		await expectJson(response, 429, "tooManyToday");
		expectNothingSubscribed();
	});
});

describe("on Netlify the throttle", () => {
	/** Starts a stand-in for Netlify Blobs. Returns the stored blobs. */
	async function openBlobs(intercept?: Intercept) {
		const service = await startBlobs(intercept);
		onTestFinished(() => service.close());
		vi.stubEnv("NETLIFY_BLOBS_CONTEXT", service.context);
		return service.blobs;
	}

	/** Subscribes, by default with a new e-mail address. Returns the status of the response. */
	async function subscribeFrom(
		ip: string | undefined,
		email = `${crypto.randomUUID()}@reader.example`,
	) {
		const { status } = await subscribe(createRequest(JSON.stringify({ email })), {
			ip,
			timeLimitMs: 20_000,
		});
		return status;
	}

	test("without Blobs refuses all subscriptions, so that no mailbox is flooded", async () => {
		await expectJson(await subscribe(createRequest(), {}), 503, "subscribeUnavailable");
		expect(log.splice(0).join()).toMatch(/^Newsletter: .*Blobs/);
		expectNothingSubscribed();
	});

	test("grants one of many concurrent subscriptions of a mailbox", async () => {
		await openBlobs();
		const requests = Array.from({ length: 10 }, () => subscribeFrom(undefined, reader.email));
		expect(new Set(await Promise.all(requests))).toEqual(new Set([200]));
		expect(brevoRequests.length).toBe(1);
	});

	test("refuses the 51st subscription of a /64 in a day", async () => {
		await openBlobs();
		const statuses: number[] = [];
		for (let host = 1; host <= 51; host++)
			statuses.push(await subscribeFrom(`2001:db8:1:2::${host.toString(16)}`));
		expect(statuses).toEqual([...Array(50).fill(200), 429]);
		expect(brevoRequests.length).toBe(50);
	});

	test("counts concurrent subscriptions exactly, and stores no IP address", async () => {
		const blobs = await openBlobs();
		const requests = Array.from({ length: 6 }, () => subscribeFrom("203.0.113.9"));
		expect(new Set(await Promise.all(requests))).toEqual(new Set([200]));
		const counts = [...blobs]
			.filter(([key]) => /\/(visitor-|all)/.test(key))
			.map(([, { text }]) => text);
		expect(counts).toEqual(["6", "6"]);
		expect(JSON.stringify([...blobs])).not.toContain("203.0");
	});

	test("has its blobs deleted by the daily check after their day", async () => {
		const blobs = await openBlobs();
		for (const host of [1, 2, 3]) await subscribeFrom(`203.0.113.${host}`);
		const stored = blobs.size;
		const [now, dayMs] = [Date.now(), 24 * 60 * 60 * 1000];
		const sizes: number[] = [];
		for (const time of [now, now + dayMs]) {
			const clock = vi.spyOn(Date, "now").mockReturnValue(time);
			expect((await checkDaily()).status).toBe(503);
			clock.mockRestore();
			sizes.push(blobs.size);
		}
		expect(sizes).toEqual([stored, 0]);
		expect(log.splice(0)).toEqual(
			Array(2).fill("Daily check: NETLIFY_BUILD_HOOK_URL is missing or malformed."),
		);
	});
});

describe("a request from a page of", () => {
	test.each<[string, Headers]>([
		["this site", { "Sec-Fetch-Site": "same-origin", Origin: "null" }],
		["no site", { "Sec-Fetch-Site": "none" }],
		["this host", { Origin: server.url }],
		["the public host", { Origin: "https://clinic.example" }],
	])("%s is accepted: %j", async (_, headers) => {
		await expectPage(await sendForm(reader, headers), 200, "subscribeThanks");
	});

	test.each<[string, Headers]>([
		["another site", { "Sec-Fetch-Site": "cross-site" }],
		["a subdomain", { "Sec-Fetch-Site": "same-site", Origin: server.url }],
		["a host whose name begins like ours", { Origin: "https://clinic.example.evil.example" }],
		["a sandbox", { Origin: "null" }],
		["a site whose origin is no URL", { Origin: "//clinic.example" }],
	])("%s is refused: %j", async (_, headers) => {
		await expectJson(await sendJson(reader, headers), 403, "requestCrossSite");
		await expectPage(
			await sendForm({ ...reader, locale: "ru" }, headers),
			403,
			"requestCrossSite",
			"ru",
		);
		expectNothingSubscribed();
	});
});
