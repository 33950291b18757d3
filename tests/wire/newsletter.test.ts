import { spawnSync } from "node:child_process";
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { json } from "node:stream/consumers";
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
import subscribe, { type NewsletterContext } from "../../api/newsletter.ts";
import { dailyLimits } from "../../api/subscription/mailLimits.ts";
import { honeypotName } from "../../content/honeypot.ts";
import type { Locale } from "../../content/locales.ts";
import { type Words, words } from "../../content/words.ts";
import { type Intercept, startLoopback } from "../../demo/loopbackService.ts";
import { openNewsletterFiles } from "../../scripts/server/newsletterFiles.ts";
import { makeFolder } from "../folders.ts";
import { startBlobs } from "./blobsService.ts";
import { neverRespond, respondWith } from "./misbehaviour.ts";

/** Bodies of the requests that the stand-in for Brevo has received. */
const brevoRequests: unknown[] = [];
let misbehave: Intercept = () => false;
const brevo = await startLoopback(
	{ intercept: (...exchange) => misbehave(...exchange) },
	async (request, { pathname }) => {
		const { "api-key": key } = request.headers;
		brevoRequests.push({ pathname, key, ...((await json(request)) as object) });
		return { status: 201, headers: {}, body: '{"id":1}' };
	},
);
afterAll(brevo.close);

const brevoVariables = {
	BREVO_API_KEY: "xkeysib-1",
	BREVO_LIST_ID: "7",
	BREVO_TEMPLATE_ID_EN: "11",
	BREVO_TEMPLATE_ID_RU: "12",
	BREVO_API_URL: brevo.url,
};

function setVariables(variables: Record<string, string | undefined>): void {
	for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
}

const noBrevo = Object.fromEntries(Object.keys(brevoVariables).map((name) => [name, undefined]));

/** Log lines of the current test. An unexpected line could contain personal data, so it fails the test. */
const log: string[] = [];
beforeEach(() => {
	setVariables({ ...brevoVariables, SITE_URL: "https://clinic.example" });
	vi.spyOn(console, "error").mockImplementation((line: string) => void log.push(line));
	brevoRequests.length = 0;
	misbehave = () => false;
});
afterEach(() => expect(log.splice(0)).toEqual([]));

function setTime(time: string): void {
	vi.useFakeTimers({ toFake: ["Date"], now: Date.parse(time) });
	onTestFinished(() => void vi.useRealTimers());
}

/** Opens a new store in files, as our own server does. */
async function openFiles() {
	const folder = join(await makeFolder(), "mails");
	return { folder, ...openNewsletterFiles({ folder, outboxFile: `${folder}.ndjson` }) };
}

const email = "anna@reader.example";
type Fields = Record<string, string>;

/** Sends a body. For `URLSearchParams`, `Request` sets the media type of forms. */
function send(
	context: NewsletterContext,
	body: string | URLSearchParams,
	headers: Fields = {},
): Promise<Response> {
	const address = "https://clinic.example/api/newsletter/subscribe";
	return subscribe(new Request(address, { method: "POST", headers, body }), context);
}
const sendJson = (context: NewsletterContext, fields: Fields, headers?: Fields) =>
	send(context, JSON.stringify(fields), headers);
const sendForm = (context: NewsletterContext, fields: Fields) =>
	send(context, new URLSearchParams(fields));

async function expectJson(
	response: Response,
	status: number,
	word: keyof Words,
	locale: Locale = "en-US",
): Promise<void> {
	expect([response.status, await response.json()]).toEqual([
		status,
		{ message: words[locale][word] },
	]);
}

test("a subscription requests the confirmation mail in its language", async () => {
	const context = await openFiles();
	const consent = "2026-11-20T10:11:12.345Z";
	const headers = { "Accept-Language": "ru", "Consent-Text": consent };
	const name = `<b>"Яна" & J.R.Smith</b>`;
	await expectJson(
		await sendJson(context, { email: ` ${email}\n`, name: ` ${name} ` }, headers),
		200,
		"subscribeThanks",
		"ru",
	);
	const page = await sendForm(context, { email: "анна@почта.рф", locale: "en-US", consent: "<b>" });
	const html = await page.text();
	expect([page.status, html.match(/<html.*|<title>.*|<p.*/g)]).toEqual([
		200,
		[
			'<html lang="en-US">',
			"<title>Newsletter</title>",
			`<p role="status">${words["en-US"].subscribeThanks}</p>`,
			`<p><a href="/">${words["en-US"].backHome}</a></p>`,
		],
	]);
	const common = {
		pathname: "/v3/contacts/doubleOptinConfirmation",
		key: "xkeysib-1",
		includeListIds: [7],
	};
	const time = expect.stringMatching(/^20.+Z$/);
	expect(brevoRequests).toEqual([
		{
			...common,
			email,
			attributes: {
				FIRSTNAME: name,
				CONSENT_TEXT: consent,
				CONSENT_LANGUAGE: "ru",
				CONSENT_TIME: time,
			},
			templateId: 12,
			redirectionUrl: "https://clinic.example/ru?subscribed",
		},
		{
			...common,
			email: "анна@почта.рф",
			attributes: { CONSENT_LANGUAGE: "en", CONSENT_TIME: time },
			templateId: 11,
			redirectionUrl: "https://clinic.example/?subscribed",
		},
	]);
});

/** Returns a handler that refuses like Brevo. The message repeats the address, which must not be logged. */
const refuse = (status: number, code: string, message: string) =>
	respondWith(status, { code, message: `${message} ${email}` });

const onList = "the address probably is or was on the list, so it gets no mail";

test.each<[what: string, answer: Intercept, logged?: string]>([
	["an updated contact", (_, response) => !!response.writeHead(204).end()],
	[
		"a known address",
		refuse(400, "duplicate_parameter", "Contact already exist"),
		`Brevo answers 400 (duplicate_parameter): ${onList}`,
	],
	[
		"a known address, by another code",
		refuse(400, "invalid_parameter", "email is already associated with another Contact"),
		`Brevo answers 400 (invalid_parameter): ${onList}`,
	],
])("the response for %s looks like a success", async (_, answer, logged) => {
	const look = async (response: Response) =>
		[response.status, [...response.headers], await response.text()] as const;
	const success = await look(await sendJson(await openFiles(), { email }));
	let requests = 0;
	misbehave = (...exchange) => {
		requests++;
		return answer(...exchange);
	};
	expect(await look(await sendJson(await openFiles(), { email }))).toEqual(success);
	expect(requests).toBe(1);
	expect(log.splice(0)).toEqual(logged ? [`Newsletter: ${logged}`] : []);
});

test("a filled hidden field is thanked, and logged", async () => {
	const fields = { email, [honeypotName]: "https://spam.example" };
	await expectJson(await sendJson(await openFiles(), fields), 200, "subscribeThanks");
	expect(brevoRequests).toEqual([]);
	expect(log.splice(0)).toEqual([expect.stringContaining("a hidden field was filled in")]);
});

test.each<[fault: string, answer: Intercept, logged: string, status?: number, word?: keyof Words]>([
	[
		"refuses the key or this IP address",
		refuse(401, "unauthorized", "unrecognised IP address"),
		"answers 401 (unauthorized): check the key, and the addresses under Settings, Security, Authorised IPs in Brevo",
	],
	[
		"refuses a template",
		refuse(400, "invalid_parameter", "Invalid template id"),
		"answers 400 (invalid_parameter): check the numbers of the list and the templates",
	],
	[
		"refuses an attribute",
		refuse(400, "invalid_parameter", "attribute CONSENT_TEXT not found"),
		"answers 400 (invalid_parameter): add the attributes of docs/netlify.md in Brevo",
	],
	["repeats personal data", respondWith(400, { code: email }), "answers 400 (no code)"],
	// A redirect is not followed, because the request contains the key.
	["leads elsewhere", respondWith(307, "", { Location: "/" }), "cannot be reached: TypeError"],
	["does not answer", neverRespond, "cannot be reached: TimeoutError"],
	[
		"refuses the address",
		refuse(400, "invalid_parameter", "Invalid email address"),
		"answers 400 (invalid_parameter): the address is invalid",
		400,
		"emailInvalid",
	],
])("when Brevo %s, the visitor can try again", async (...row) => {
	const [, answer, logged, status = 502, word = "subscribeFailure"] = row;
	const { timeout } = AbortSignal;
	vi.spyOn(AbortSignal, "timeout").mockImplementation(() => timeout(400));
	const context = await openFiles();
	misbehave = answer;
	await expectJson(await sendJson(context, { email }), status, word);
	expect(log.splice(0)).toEqual([`Newsletter: Brevo ${logged}`]);
	misbehave = () => false;
	await expectJson(await sendJson(context, { email }), 200, "subscribeThanks");
	expect(brevoRequests.length).toBe(1);
});

test.each<[keyof Words, Fields]>([
	["emailMissing", { email: " " }],
	["emailInvalid", { email: "anna" }],
	["emailInvalid", { email: "a b@reader.example" }],
	["emailInvalid", { email: `${"a".repeat(65)}@reader.example` }],
	["nameInvalid", { email, name: "x".repeat(101) }],
	...["HTTPS://EVIL", "WWW.EVIL.COM", "ANNA@EVIL.COM", "evil.com offers"].map(
		(name): [keyof Words, Fields] => ["nameWithLink", { email, name }],
	),
])("invalid fields are answered %s: %j", async (word, fields) => {
	const context = await openFiles();
	await expectJson(await sendJson(context, fields), 400, word);
	const page = await sendForm(context, { ...fields, locale: "ru" });
	expect([page.status, await page.text()]).toEqual([
		400,
		expect.stringContaining(String(words.ru[word])),
	]);
	expect(brevoRequests).toEqual([]);
});

test.each(['{"email":', '{"email":["anna@reader.example"]}'])(
	"a malformed body is answered 400: %s",
	async (body) => {
		await expectJson(await send(await openFiles(), body), 400, "requestMalformed");
	},
);

test.each([
	["same-origin", 200],
	["same-site", 403],
	["cross-site", 403],
])("a request with Sec-Fetch-Site: %s is answered %i", async (value, status) => {
	const response = await sendJson(await openFiles(), { email }, { "Sec-Fetch-Site": value });
	expect(response.status).toBe(status);
	expect(brevoRequests.length).toBe(status === 200 ? 1 : 0);
});

describe.each<[store: string, open: () => Promise<NewsletterContext>]>([
	["files", openFiles],
	[
		"Netlify Blobs",
		async () => {
			await startBlobs();
			return {};
		},
	],
])("with %s", (_, open) => {
	test("many posts for a mailbox cause one mail", async () => {
		const context = await open();
		const posts = Array.from({ length: 200 }, () => sendJson(context, { email }));
		const statuses = (await Promise.all(posts)).map(({ status }) => status);
		expect(new Set(statuses)).toEqual(new Set([200]));
		expect(brevoRequests.length).toBe(1);
	});

	test("a visitor is refused after 50 mails a day", async () => {
		setTime("2026-11-22T23:00Z");
		const context = await open();
		const statuses: number[] = [];
		for (let count = 0; count <= dailyLimits.visitor; count++) {
			const ip = `2001:db8:1:2::${count}`;
			statuses.push((await sendJson({ ...context, ip }, { email: `${count}${email}` })).status);
		}
		expect(statuses).toEqual([...Array(50).fill(200), 429]);
		expect((await sendJson({ ...context, ip: "2001:db8:2::1" }, { email })).status).toBe(200);
		setTime("2026-11-23T00:00Z");
		expect((await sendJson({ ...context, ip: "2001:db8:1::1" }, { email })).status).toBe(200);
	});
});

test.each([
	["Anna@Reader.example", "anna@reader.EXAMPLE", 1],
	["anna+news@reader.example", "anna@reader.example", 1],
	["o.ne.il@gmail.com", "oneil@gmail.com", 1],
	["anna.p@yandex.ru", "anna-p@yandex.ru", 1],
	["anna.p@reader.example", "annap@reader.example", 2],
	["anna@reader.example", "anna@writer.example", 2],
])("%s and %s get %i mails", async (first, second, count) => {
	const context = await openFiles();
	for (const address of [first, second])
		await expectJson(await sendJson(context, { email: address }), 200, "subscribeThanks");
	expect(brevoRequests.length).toBe(count);
});

test.each(["", "127.0.0.1"])(
	"behind a proxy that names no visitors (%j) none is refused",
	async (ip) => {
		const context = { ...(await openFiles()), ip };
		const statuses = new Set<number>();
		for (let count = 0; count <= dailyLimits.visitor; count++)
			statuses.add((await sendJson(context, { email: `${count}${email}` })).status);
		expect([...statuses]).toEqual([200]);
	},
);

test("the limit of all visitors stops all mails", async () => {
	const context = await openFiles();
	const day = new Date().toISOString().slice(0, 10);
	await context.mailStore.update(day, () => ({ all: dailyLimits.all }));
	await expectJson(await sendJson(context, { email }), 503, "subscribeUnavailable");
	expect(log.splice(0)).toEqual(["Newsletter: the daily limit of confirmation mails is reached."]);
	expect(brevoRequests).toEqual([]);
});

test("the files survive a restart, and are private and deleted after their day", async () => {
	setTime("2026-11-22T12:00Z");
	const { folder, ...context } = await openFiles();
	await sendJson({ ...context, ip: "203.0.113.9" }, { email });
	await sendJson(openNewsletterFiles({ folder }), { email });
	expect(brevoRequests.length).toBe(1);
	const file = join(folder, "2026-11-22.json");
	expect(await readFile(file, "utf8")).not.toMatch(/anna|reader|203\.0/);
	expect((await stat(file)).mode & 0o077).toBe(0);
	setTime("2026-11-23T00:00Z");
	openNewsletterFiles({ folder });
	expect(await readdir(folder)).toEqual([]);
});

test("a full disk damages no other line of the outbox", async () => {
	const folder = await makeFolder();
	const outboxFile = join(folder, "outbox.ndjson");
	const script = `import { openNewsletterFiles } from "./scripts/server/newsletterFiles.ts";
const { outbox } = openNewsletterFiles({ folder: ${JSON.stringify(folder)}, outboxFile: ${JSON.stringify(outboxFile)} });
process.on("SIGXFSZ", () => {});
for (const name of ["a", "b", "c"]) await outbox({ name: name.repeat(400) }).catch(() => {});
`;
	// Files can have 1 KiB.
	const run = [
		"-c",
		'ulimit -f 1; exec "$0" --input-type=module -e "$1"',
		process.execPath,
		script,
	];
	expect(spawnSync("bash", run, { encoding: "utf8" }).stderr).toBe("");
	const lines = (await readFile(outboxFile, "utf8")).split("\n");
	expect(lines.map((line) => line.length)).toEqual([411, 411, 0]);
});

test("without Brevo's variables subscriptions are stored in a private file", async () => {
	setVariables(noBrevo);
	const { folder, ...context } = await openFiles();
	const fields = { email, name: "Яна", consent: "2026-11-20T10:11:12Z" };
	await expectJson(await sendJson(context, fields), 200, "subscribeSaved");
	await sendForm(context, { email, locale: "ru" });
	const lines = (await readFile(`${folder}.ndjson`, "utf8")).trimEnd().split("\n");
	const time = expect.stringMatching(/^20.+Z$/);
	expect(lines.map((line) => JSON.parse(line))).toEqual([
		{ ...fields, locale: "en-US", time },
		{ email, name: "", locale: "ru", time },
	]);
	expect((await stat(`${folder}.ndjson`)).mode & 0o077).toBe(0);
});

test.each<[what: string, variables: Record<string, string | undefined>, logged: string]>([
	["without Netlify Blobs", {}, "has not been configured to use Netlify Blobs"],
	["without variables and outbox", noBrevo, "none of Brevo's variables is set."],
	[
		"with some of Brevo's variables",
		{ BREVO_LIST_ID: "0", BREVO_TEMPLATE_ID_EN: undefined },
		"Missing or malformed: BREVO_LIST_ID, BREVO_TEMPLATE_ID_EN",
	],
])("%s the form answers 503", async (_, variables, logged) => {
	setVariables(variables);
	await expectJson(await sendJson({}, { email }), 503, "subscribeUnavailable");
	expect(log.splice(0)).toEqual([expect.stringContaining(logged)]);
	expect(brevoRequests).toEqual([]);
});
