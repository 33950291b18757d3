import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { JSDOM } from "jsdom";
import { beforeEach, expect, test, vi } from "vitest";
import type { FormContext } from "../../api/http/forms.ts";
import { dailyLimits } from "../../api/mail/mailLimits.ts";
import subscribe from "../../api/newsletter.ts";
import { honeypotName } from "../../content/honeypot.ts";
import { words } from "../../content/words.ts";
import type { Intercept } from "../../demo/loopbackService.ts";
import { openNewsletterFiles } from "../../scripts/server/newsletterFiles.ts";
import { makeFolder } from "../folders.ts";
import { startBlobs } from "./blobsService.ts";
import { collectErrors, shortenTimeouts, startMailService } from "./mailService.ts";
import { neverRespond, respondWith } from "./misbehaviour.ts";

const log = collectErrors();
let brevo: Awaited<ReturnType<typeof startMailService>>;
let outboxFile: string;
let context: FormContext;
beforeEach(async () => {
	brevo = await startMailService();
	vi.stubEnv("BREVO_LIST_ID", "7");
	vi.stubEnv("BREVO_TEMPLATE_ID_EN", "11");
	vi.stubEnv("BREVO_TEMPLATE_ID_RU", "12");
	vi.stubEnv("SITE_URL", "https://clinic.example");
	const folder = await makeFolder();
	outboxFile = join(folder, "outbox");
	context = openNewsletterFiles({ folder: join(folder, "mails"), outboxFile });
});

const email = "anna@reader.example";
const thanks = "200 subscribeThanks";

/** Sends a body. For `URLSearchParams`, `Request` sets the media type of forms. */
function send(body: string | URLSearchParams, headers = {}): Promise<Response> {
	const address = "https://clinic.example/api/newsletter/subscribe";
	return subscribe(new Request(address, { method: "POST", headers, body }), context);
}
const sendForm = (fields: Record<string, string>) => send(new URLSearchParams(fields));

/** Sends fields as JSON. Returns the status and the key of the message, such as `200 subscribeThanks`. */
async function post(fields: object | string, headers?: Record<string, string>): Promise<string> {
	const body = typeof fields === "string" ? fields : JSON.stringify(fields);
	const response = await send(body, headers);
	const { message } = await response.json();
	const [key] = Object.entries(words["en-US"]).find(([, text]) => text === message) ?? [];
	return `${response.status} ${key}`;
}

test("a subscription requests the confirmation mail in its language", async () => {
	const consent = "2026-11-20T10:11:12.345Z";
	const name = `<b>"Яна"&J.R.Smith</b>`;
	const response = await send(JSON.stringify({ email: ` ${email}\n`, name: ` ${name} ` }), {
		"Accept-Language": "ru",
		"Consent-Text": consent,
	});
	expect([response.status, await response.json()]).toEqual([
		200,
		{ message: words.ru.subscribeThanks },
	]);
	await sendForm({ email: "анна@почта.рф", locale: "en-US", consent: "<b>" });
	const common = { key: "brevo-key", includeListIds: [7] };
	const CONSENT_TIME = expect.stringMatching(/^20.+Z$/);
	expect(brevo.mails).toEqual([
		{
			...common,
			email,
			attributes: {
				FIRSTNAME: `< b>"Яна"& J. R. Smith< / b>`,
				CONSENT_TEXT: consent,
				CONSENT_LANGUAGE: "ru",
				CONSENT_TIME,
			},
			templateId: 12,
			redirectionUrl: "https://clinic.example/ru?subscribed",
		},
		{
			...common,
			email: "анна@почта.рф",
			attributes: { CONSENT_LANGUAGE: "en", CONSENT_TIME },
			templateId: 11,
			redirectionUrl: "https://clinic.example/?subscribed",
		},
	]);
	expect(brevo.requests[0]).toBe("POST /v3/contacts/doubleOptinConfirmation");
});

// tests/wire/withdrawal.test.ts has the other parts of a refused form.
test("a form that is refused without script keeps what was typed", async () => {
	const fields = { locale: "ru", consent: "2026", name: `"Яна"`, email: "anna" };
	const page = await sendForm(fields);
	expect(page.status).toBe(400);
	const { document } = new JSDOM(await page.text()).window;
	const inputs = [...document.querySelectorAll("input")].map(({ name, value }) => [name, value]);
	expect(Object.fromEntries(inputs)).toEqual(fields);
	expect(document.getElementById("message")?.textContent).toBe(words.ru.emailInvalid);
});

/** Returns a handler that refuses like Brevo. The message repeats the address, which must not be logged. */
const refuse = (code: string, message: string) =>
	respondWith(400, { code, message: `${message} ${email}` });
const failure = "502 subscribeFailure";

// api/mail/requestConfirmationMail.test.ts has the refusals one by one.
test.each<[what: string, answer: string, misbehave: Intercept, logged?: string]>([
	["updates a contact", thanks, respondWith(204, "")],
	[
		"knows the address",
		thanks,
		refuse("duplicate_parameter", "Contact already exist"),
		"answers 400 (duplicate_parameter): the address probably is or was on the list, so it gets no mail",
	],
	[
		"refuses the address",
		"400 emailInvalid",
		refuse("invalid_parameter", "Invalid email address"),
		"answers 400 (invalid_parameter): the address is invalid",
	],
	["repeats personal data", failure, refuse(email, ""), "answers 400 (no code)"],
	// A redirect is not followed, because the request contains the key.
	[
		"leads elsewhere",
		failure,
		respondWith(307, "", { Location: "/" }),
		"cannot be reached: TypeError",
	],
	["does not answer", failure, neverRespond, "cannot be reached: TimeoutError"],
])("when Brevo %s, the answer is %s", async (_, answer, misbehave, logged) => {
	shortenTimeouts();
	brevo.misbehave = misbehave;
	expect(await post({ email })).toBe(answer);
	expect(log.splice(0)).toEqual(logged ? [`Newsletter: Brevo ${logged}`] : []);
	brevo.misbehave = undefined;
	// Only a visitor who was not thanked can try again.
	expect(await post({ email })).toBe(thanks);
	expect(brevo.requests.length).toBe(answer === thanks ? 1 : 2);
});

test("a filled hidden field is thanked, and logged", async () => {
	expect(await post({ email, [honeypotName]: "https://spam.example" })).toBe(thanks);
	expect(brevo.mails).toEqual([]);
	expect(log.splice(0)).toEqual([expect.stringContaining("a hidden field was filled in")]);
});

test.each<[answer: string, body: object | string, headers?: Record<string, string>]>([
	["400 emailMissing", { email: " " }],
	["400 emailInvalid", { email: "a b@reader.example" }],
	["400 emailInvalid", { email: "anna,all@reader.example" }],
	["400 emailInvalid", { email: "anna@reader.example\nBcc: all@reader.example" }],
	["400 emailInvalid", { email: "anna@reader\u202e.example" }],
	["400 emailInvalid", { email: "an\u200bna@reader.example" }],
	["400 nameInvalid", { email, name: "x".repeat(101) }],
	["400 requestMalformed", '{"email":'],
	["400 requestMalformed", { email: [email] }],
	["403 requestCrossSite", { email }, { "Sec-Fetch-Site": "same-site" }],
	["403 requestCrossSite", { email }, { "Sec-Fetch-Site": "cross-site" }],
])("%s is the answer to %j %j", async (answer, body, headers) => {
	expect(await post(body, headers)).toBe(answer);
	expect(brevo.requests).toEqual([]);
});

test.each(["files", "Netlify Blobs"])("many posts cause one mail, with %s", async (store) => {
	await startBlobs();
	if (store !== "files") context = {};
	const answers = await Promise.all(Array.from({ length: 200 }, () => post({ email })));
	expect(new Set(answers)).toEqual(new Set([thanks]));
	expect(brevo.requests.length).toBe(1);
});

// api/mail/mailLimits.test.ts has the limits one by one.
test("after 20 mails to a domain, its visitors are refused", async () => {
	for (let count = 0; count < dailyLimits.domain; count++)
		expect(await post({ email: `anna${count}@reader.example` })).toBe(thanks);
	expect(await post({ email })).toBe("429 tooManyToday");
});

test("the limit of all visitors stops all mails", async () => {
	const day = new Date().toISOString().slice(0, 10);
	await context.updateCounts?.(day, () => ({ all: dailyLimits.all }));
	expect(await post({ email })).toBe("503 subscribeUnavailable");
	expect(log.splice(0)).toEqual(["Newsletter: the daily limit of confirmation mails is reached."]);
	expect(brevo.requests).toEqual([]);
});

test("without Brevo's variables subscriptions are stored in a private file", async () => {
	vi.unstubAllEnvs();
	const fields = { email, name: "Яна", consent: "2026-11-20T10:11:12Z" };
	expect(await post(fields)).toBe("200 subscribeSaved");
	await sendForm({ email, locale: "ru" });
	const lines = (await readFile(outboxFile, "utf8")).trimEnd().split("\n");
	const time = expect.stringMatching(/^20.+Z$/);
	expect(lines.map((line) => JSON.parse(line))).toEqual([
		{ ...fields, locale: "en-US", time },
		{ email, name: "", locale: "ru", time },
	]);
	expect((await stat(outboxFile)).mode & 0o077).toBe(0);
	// On Netlify there is no outbox.
	context = {};
	expect(await post(fields)).toBe("503 subscribeUnavailable");
	expect(log.splice(0)).toEqual(["Newsletter: none of Brevo's variables is set."]);
});
