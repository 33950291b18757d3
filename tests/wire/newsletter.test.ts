import { spawnSync } from "node:child_process";
import { readdir, readFile, stat, truncate } from "node:fs/promises";
import { join } from "node:path";
import { JSDOM } from "jsdom";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import type { FormContext } from "../../api/http/forms.ts";
import subscribe from "../../api/newsletter.ts";
import { dailyLimits } from "../../api/subscription/mailLimits.ts";
import { honeypotName } from "../../content/honeypot.ts";
import { words } from "../../content/words.ts";
import type { Intercept } from "../../demo/loopbackService.ts";
import { openNewsletterFiles } from "../../scripts/server/newsletterFiles.ts";
import { makeFolder } from "../folders.ts";
import { startBlobs } from "./blobsService.ts";
import { startMailService } from "./mailService.ts";
import { neverRespond, respondWith } from "./misbehaviour.ts";

let brevo: Awaited<ReturnType<typeof startMailService>>;
/** Folder with the files of our own server. */
let folder: string;
let context: FormContext;
/** Log lines of the current test. An unexpected line could contain personal data, so it fails the test. */
const log: string[] = [];
beforeEach(async () => {
	vi.spyOn(console, "error").mockImplementation((line: string) => void log.push(line));
	brevo = await startMailService();
	vi.stubEnv("BREVO_LIST_ID", "7");
	vi.stubEnv("BREVO_TEMPLATE_ID_EN", "11");
	vi.stubEnv("BREVO_TEMPLATE_ID_RU", "12");
	vi.stubEnv("SITE_URL", "https://clinic.example");
	folder = await makeFolder();
	context = openFiles();
});
afterEach(() => expect(log.splice(0)).toEqual([]));

const openFiles = () =>
	openNewsletterFiles({ folder: join(folder, "mails"), outboxFile: join(folder, "outbox") });

function setTime(time: string): void {
	vi.useFakeTimers({ toFake: ["Date"], now: Date.parse(time) });
	onTestFinished(() => void vi.useRealTimers());
}

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

test("a form that is refused without script keeps what was typed", async () => {
	const page = await sendForm({ email: "anna", name: `"Яна"`, locale: "ru", consent: "2026" });
	expect(page.status).toBe(400);
	const { document } = new JSDOM(await page.text()).window;
	expect(document.documentElement.lang).toBe("ru");
	const inputs = [...document.querySelectorAll("input")].map(({ name, value }) => [name, value]);
	expect(inputs).toEqual([
		["locale", "ru"],
		["consent", "2026"],
		["name", `"Яна"`],
		["email", "anna"],
	]);
	const field = document.querySelector("#email[aria-invalid][aria-describedby=message]");
	const message = field?.parentElement?.nextElementSibling;
	expect([message?.id, message?.textContent]).toEqual(["message", words.ru.emailInvalid]);
});

/** Returns a handler that refuses like Brevo. The message repeats the address, which must not be logged. */
const refuse = (code: string, message: string, status = 400) =>
	respondWith(status, { code, message: `${message} ${email}` });
const invalid = (message: string) => refuse("invalid_parameter", message);
const onList = "the address probably is or was on the list, so it gets no mail";
const failure = "502 subscribeFailure";

test.each<[what: string, answer: string, misbehave: Intercept, logged?: string]>([
	["updates a contact", thanks, respondWith(204, "")],
	[
		"knows the address",
		thanks,
		refuse("duplicate_parameter", "Contact already exist"),
		`answers 400 (duplicate_parameter): ${onList}`,
	],
	[
		"knows the address by another code",
		thanks,
		invalid("email is already associated with another Contact"),
		`answers 400 (invalid_parameter): ${onList}`,
	],
	[
		"refuses the address",
		"400 emailInvalid",
		invalid("Invalid email address"),
		"answers 400 (invalid_parameter): the address is invalid",
	],
	[
		"refuses the key or this IP address",
		failure,
		refuse("unauthorized", "unrecognised IP address", 401),
		"answers 401 (unauthorized): check the key, and the addresses under Settings, Security, Authorised IPs in Brevo",
	],
	[
		"refuses a template",
		failure,
		invalid("Invalid template id"),
		"answers 400 (invalid_parameter): check the numbers of the list and the templates",
	],
	[
		"refuses an attribute",
		failure,
		invalid("attribute CONSENT_TEXT not found"),
		"answers 400 (invalid_parameter): add the attributes of docs/netlify.md in Brevo",
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
	const { timeout } = AbortSignal;
	vi.spyOn(AbortSignal, "timeout").mockImplementation(() => timeout(400));
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
	["400 emailInvalid", { email: "anna\0@reader.example" }],
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

test.each([
	["Anna@Reader.example", "anna@reader.EXAMPLE", 1],
	["anna@reader.example.", "anna@reader.example", 1],
	["anna+news@reader.example", "anna@reader.example", 1],
	["anna@почта.рф", "anna@xn--80a1acny.xn--p1ai", 1],
	["o.ne.il@gmail.com", "oneil@googlemail.com", 1],
	["anna.p@yandex.ru", "anna-p@yandex.ru", 1],
	["anna.p@ya.ru", "anna-p@yandex.com.tr", 1],
	["anna@icloud.com", "anna+news@me.com", 1],
	["anna@me.com", "anna@mac.com", 1],
	["anna.p@proton.me", "anna_p@pm.me", 1],
	["annap@protonmail.com", "an-nap@protonmail.ch", 1],
	["anna@outlook.com", "anna+news@outlook.com", 1],
	["anna.p@reader.example", "annap@reader.example", 2],
	["anna@outlook.com", "anna@hotmail.com", 2],
])("%s and %s get %i mails", async (first, second, count) => {
	for (const address of [first, second]) expect(await post({ email: address })).toBe(thanks);
	expect(brevo.mails.length).toBe(count);
});

const refused = "429 tooManyToday";
test.each([
	["a visitor", "2001:db8:1:2::", refused],
	["a visitor with a compressed address", "2001:db8::", refused],
	// Behind a proxy that names no visitors, all of them have its address.
	["a proxy", "127.0.0.1", thanks],
	["nobody", "", thanks],
])("after 50 mails for %s (%j), the answer is %s", async (_, ip, answer) => {
	setTime("2026-11-22T23:00Z");
	for (let count = 0; count < 50; count++) {
		context.ip = ip.endsWith("::") ? `${ip}${count}` : ip;
		expect(await post({ email: `anna@reader${count}.example` })).toBe(thanks);
	}
	// An address of the same /48 as `2001:db8::`.
	if (ip === "2001:db8::") context.ip = "2001:db8:0:7::1";
	expect(await post({ email })).toBe(answer);
	context.ip = "2001:db8:2::1";
	expect(await post({ email: `other-${email}` })).toBe(thanks);
	context.ip = ip;
	setTime("2026-11-23T00:00Z");
	expect(await post({ email })).toBe(thanks);
});

test.each([
	["reader.example", refused],
	["btinternet.com", thanks],
])("after 20 mails to %s, the answer is %s", async (domain, answer) => {
	for (let count = 0; count < 20; count++)
		expect(await post({ email: `anna${count}@${domain}` })).toBe(thanks);
	expect(await post({ email: `anna@${domain}` })).toBe(answer);
});

test("the limit of all visitors stops all mails", async () => {
	const day = new Date().toISOString().slice(0, 10);
	await context.mailStore?.update(day, () => ({ all: dailyLimits.all }));
	expect(await post({ email })).toBe("503 subscribeUnavailable");
	expect(log.splice(0)).toEqual(["Newsletter: the daily limit of confirmation mails is reached."]);
	expect(brevo.requests).toEqual([]);
});

test("the files are private, survive restarts, and last a day", async () => {
	setTime("2026-11-22T12:00Z");
	context.ip = "203.0.113.9";
	await post({ email });
	context = openFiles();
	await post({ email });
	expect(brevo.mails.length).toBe(1);
	const file = join(folder, "mails/2026-11-22.json");
	expect(await readFile(file, "utf8")).not.toMatch(/anna|reader|203\.0/);
	expect((await stat(file)).mode & 0o077).toBe(0);
	setTime("2026-11-23T00:00Z");
	openFiles();
	expect(await readdir(join(folder, "mails"))).toEqual([]);
});

test("a full disk damages no other line of the outbox", async () => {
	const outboxFile = join(folder, "outbox");
	const script = `import { openNewsletterFiles } from "./scripts/server/newsletterFiles.ts";
const { outbox } = openNewsletterFiles(${JSON.stringify({ folder, outboxFile })});
process.on("SIGXFSZ", () => {});
for (const name of ["a", "b", "c"]) await outbox({ name: name.repeat(400) }).catch(() => {});
`;
	// Files can have 1 KiB.
	const limited = 'ulimit -f 1; exec "$0" --input-type=module -e "$1"';
	const run = spawnSync("bash", ["-c", limited, process.execPath, script], { encoding: "utf8" });
	expect(run.stderr).toBe("");
	await openFiles().outbox({ name: "d".repeat(400) });
	const lines = (await readFile(outboxFile, "utf8")).split("\n").map((line) => line.length);
	expect(lines).toEqual([411, 411, 411, 0]);
});

test("without Brevo's variables subscriptions are stored in a private file", async () => {
	vi.unstubAllEnvs();
	const fields = { email, name: "Яна", consent: "2026-11-20T10:11:12Z" };
	expect(await post(fields)).toBe("200 subscribeSaved");
	await sendForm({ email, locale: "ru" });
	const outboxFile = join(folder, "outbox");
	const lines = (await readFile(outboxFile, "utf8")).trimEnd().split("\n");
	const time = expect.stringMatching(/^20.+Z$/);
	expect(lines.map((line) => JSON.parse(line))).toEqual([
		{ ...fields, locale: "en-US", time },
		{ email, name: "", locale: "ru", time },
	]);
	expect((await stat(outboxFile)).mode & 0o077).toBe(0);
	await truncate(outboxFile, 20 * 1024 * 1024);
	expect(await post(fields)).toBe("503 subscribeUnavailable");
	expect(log.splice(0)).toEqual([`Newsletter: ${outboxFile} is full.`]);
	// On Netlify there is no outbox.
	context = {};
	expect(await post(fields)).toBe("503 subscribeUnavailable");
	expect(log.splice(0)).toEqual(["Newsletter: none of Brevo's variables is set."]);
});
