import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { JSDOM } from "jsdom";
import { beforeEach, expect, test, vi } from "vitest";
import type { FormContext } from "../../api/http/forms.ts";
import { dailyLimits } from "../../api/mail/mailLimits.ts";
import withdraw from "../../api/withdrawal.ts";
import { type Words, words } from "../../content/words.ts";
import { openNewsletterFiles } from "../../scripts/server/newsletterFiles.ts";
import { makeFolder } from "../folders.ts";
import { setTime, startStandIn } from "../standIns.ts";
import { createCompleteContent, plain } from "../testContent.ts";
import { startSite } from "./liveSite.ts";
import { collectErrors, shortenTimeouts, startMailService } from "./mailService.ts";
import { neverRespond, respondWith } from "./misbehaviour.ts";
import { startServices } from "./services.ts";

const statement = {
	name: "Anna Petrova",
	contract: "Starter package, 3 May, order 1024",
	email: "anna@reader.example",
};
const confirmed = { ...statement, confirmed: "yes" };
type Fields = Record<string, string>;

const log = collectErrors();
let brevo: Awaited<ReturnType<typeof startMailService>>;
let context: FormContext;
beforeEach(async () => {
	brevo = await startMailService();
	context = await openForm();
});

/** Opens a store, and a snapshot with the switch `withdrawalForm`. */
async function openForm(withdrawalForm = true): Promise<FormContext> {
	const appShell = { contactEmail: "clinic@example.org", withdrawalForm };
	const folder = await makeFolder({ files: { "en-US.json": JSON.stringify({ appShell }) } });
	const files = openNewsletterFiles({ folder: join(folder, "mails") });
	return { ...files, findSnapshot: () => join(folder, "en-US.json") };
}

function post(fields: Fields, headers: Fields = {}): Promise<Response> {
	const init = { method: "POST", headers, body: new URLSearchParams(fields) };
	return withdraw(new Request("https://clinic.example/api/withdraw", init), context);
}

async function send(...given: Parameters<typeof post>) {
	const response = await post(...given);
	const { document } = new JSDOM(await response.text()).window;
	const message = document.querySelector("[role=status]")?.textContent;
	return { status: response.status, headers: response.headers, document, message };
}

/** Expects that a confirmed statement is sent now. */
async function expectSent(): Promise<void> {
	expect([(await send(confirmed)).status, brevo.mails.length]).toEqual([200, 2]);
}

const wordOf = (key: keyof Words) =>
	String(words["en-US"][key]).replace("{email}", "clinic@example.org");

test("the first step repeats the statement, and sends nothing", async () => {
	const hostile = { ...statement, name: `"><script>alert(1)</script>` };
	const { status, headers, document } = await send(hostile);
	expect([status, brevo.mails]).toEqual([200, []]);
	expect(headers.get("cache-control")).toBe("no-store");
	expect(headers.get("content-security-policy")).toContain("form-action 'self'");
	const shown = [...document.querySelectorAll("dd")].map(({ textContent }) => textContent);
	expect(shown).toEqual(Object.values(hostile));
	expect(document.querySelectorAll("script").length).toBe(0);
	const form = document.querySelector("form");
	const button = form?.querySelector("button");
	expect(button?.textContent).toBe("Confirm withdrawal");
	const fields = [...(form?.querySelectorAll("input") ?? []), ...(button ? [button] : [])];
	expect(Object.fromEntries(fields.map(({ name, value }) => [name, value]))).toEqual({
		...hostile,
		locale: "en-US",
		confirmed: "yes",
	});
});

test.each([
	[
		"en-US",
		"Acknowledgement of receipt: withdrawal from a contract",
		`We have received this statement through our website:

I withdraw from the following contract:
Name: Anna Petrova
Contract (what you bought and when, or the order number): Starter package, 3 May, order 1024
E-mail: anna@ reader. example
Submitted: 28 November 2026 at 23:59:58 UTC
`,
	],
	[
		"ru",
		"Подтверждение: отказ от договора получен",
		`Мы получили через сайт такое заявление:

Я отказываюсь от следующего договора:
Имя: Anna Petrova
Договор (что и когда вы купили или номер заказа): Starter package, 3 May, order 1024
Электронная почта: anna@ reader. example
Отправлено: 28 ноября 2026 г. в 23:59:58 UTC
`,
	],
] as const)("a confirmed withdrawal sends both mails: %s", async (locale, subject, textContent) => {
	setTime("2026-11-28T23:59:58Z");
	const { status, message } = await send({ ...confirmed, locale });
	expect([status, message]).toEqual([200, words[locale].withdrawalSent]);
	const sent = brevo.mails.map((mail) => ({
		...mail,
		subject: collapse(mail.subject ?? ""),
		textContent: collapse(mail.textContent ?? ""),
	}));
	const common = {
		key: "brevo-key",
		sender: { email: "clinic@example.org" },
		subject,
		textContent,
	};
	expect(sent).toEqual([
		{ ...common, to: [{ email: "clinic@example.org" }] },
		{ ...common, to: [{ email: "anna@reader.example" }] },
	]);
});

const collapse = (text: string) => text.replace(/[\u00a0\u202f]/g, " ");

test.each<[keyof Words, Fields]>([
	["textMissing", { name: " " }],
	["textMissing", { contract: " " }],
	["textInvalid", { contract: "x".repeat(501) }],
	["emailMissing", { email: "" }],
	["emailInvalid", { email: "anna,all@reader.example" }],
])("a refused form keeps what was typed: %s, %j", async (word, fields) => {
	const typed = { ...statement, ...fields };
	const { status, document } = await send({ ...typed, locale: "ru" });
	expect([status, brevo.mails]).toEqual([400, []]);
	const inputs = [...document.querySelectorAll("input")].map(({ name, value }) => [name, value]);
	expect(Object.fromEntries(inputs)).toEqual({ locale: "ru", ...typed });
	const faulty = document.querySelector("[aria-invalid]");
	expect(faulty?.getAttribute("name")).toBe(Object.keys(fields)[0]);
	const message = document.getElementById(faulty?.getAttribute("aria-describedby") ?? "");
	expect(message?.textContent).toBe(words.ru[word]);
	expect(message?.previousElementSibling?.contains(faulty)).toBe(true);
});

test("the second step leads back to what was typed", async () => {
	const { document, message } = await send({ ...statement, edit: "yes" });
	expect(message).toBe(words["en-US"].withdrawalLead);
	expect(document.querySelector<HTMLInputElement>("#contract")?.value).toBe(statement.contract);
});

// api/mail/breakLinks.test.ts has more kinds of links.
test.each([
	["a link", "Evil.\u200bcom\u202e\0", "Evil. \u200bcom"],
	["a line of the mail", "Package\r\nSubmitted: 1 May 2026", "Package Submitted: 1 May 2026"],
	["a template of Brevo's", "{{ contact }} {%if", "{ { contact }} { %if"],
])("a field cannot imitate %s", async (_, typed, sent) => {
	await send({ ...confirmed, name: typed, contract: typed });
	expect(brevo.mails.length).toBe(2);
	for (const { textContent } of brevo.mails)
		expect(textContent?.split(`: ${sent}\n`).length).toBe(3);
});

test("a thousand posts of a statement cause one acknowledgement", async () => {
	const posts = Array.from({ length: 1_000 }, () => post(confirmed));
	const pages = await Promise.all(posts.map(async (response) => (await response).text()));
	expect([...new Set(pages)]).toEqual([
		expect.stringContaining(`<p role="status" id="message">${wordOf("withdrawalSent")}</p>`),
	]);
	expect(brevo.mails.length).toBe(2);
});

test("a mailbox can send three statements a day", async () => {
	const statuses: number[] = [];
	for (const contract of ["First", "Second", "Third", "Fourth", "First"])
		statuses.push((await send({ ...confirmed, contract })).status);
	expect([statuses, brevo.mails.length]).toEqual([[200, 200, 200, 429, 200], 6]);
});

test("a mail service that answers after 9.5 s sends no double", async () => {
	shortenTimeouts();
	brevo.misbehave = async () => {
		await wait(9_500 / 20);
		return false;
	};
	const presses = await Promise.all([send(confirmed), send(confirmed)]);
	const receipt = wordOf("withdrawalSent");
	expect(presses.map(({ message }) => message)).toEqual([receipt, receipt]);
	expect(brevo.mails.length).toBe(2);
});

test("while the outcome is unknown, nothing more is sent", async () => {
	shortenTimeouts();
	brevo.misbehave = neverRespond;
	const first = await send(confirmed);
	brevo.misbehave = undefined;
	const second = await send(confirmed);
	for (const { status, message, document } of [first, second]) {
		expect([status, message]).toEqual([503, wordOf("withdrawalUnknown")]);
		expect(document.querySelector<HTMLInputElement>("#name")?.value).toBe(statement.name);
	}
	expect(brevo.requests.length).toBe(1);
	expect(log.splice(0)).toEqual(["Withdrawal: The operation was aborted due to timeout"]);
});

test("when Brevo cannot be reached, the visitor can try again", async () => {
	const url = process.env.BREVO_API_URL;
	const closed = await startStandIn();
	await closed.close();
	vi.stubEnv("BREVO_API_URL", closed.url);
	expect((await send(confirmed)).message).toBe(wordOf("withdrawalFailure"));
	expect(log.splice(0)).toEqual(["Withdrawal: fetch failed"]);
	vi.stubEnv("BREVO_API_URL", url);
	await expectSent();
});

test("a post from another site is refused", async () => {
	const { status } = await send(confirmed, { "Sec-Fetch-Site": "cross-site" });
	expect([status, brevo.mails]).toEqual([403, []]);
});

test("without the switch nothing is sent, and the page names the address", async () => {
	context = await openForm(false);
	const { status, message } = await send(confirmed);
	expect([status, message, brevo.mails]).toEqual([503, wordOf("withdrawalFailure"), []]);
});

test("at the limit of all mails nobody is told of an own attempt", async () => {
	const day = new Date().toISOString().slice(0, 10);
	await context.updateCounts?.(day, () => ({ withdrawalall: dailyLimits.all }));
	const { status, message } = await send(confirmed);
	expect([status, message, brevo.mails]).toEqual([503, wordOf("withdrawalFailure"), []]);
	expect(log.splice(0)).toEqual(["Withdrawal: the daily limit of mails is reached."]);
});

test("when Brevo refuses a mail, the visitor can try again", async () => {
	brevo.misbehave = respondWith(401, { message: statement.email });
	const { status, message } = await send(confirmed);
	expect([status, message]).toEqual([503, wordOf("withdrawalFailure")]);
	expect(message).toContain("clinic@example.org");
	expect(log.splice(0)).toEqual(["Withdrawal: Brevo answers 401"]);
	brevo.misbehave = undefined;
	await expectSent();
});

test("the live site has the form, the link and the function", async () => {
	const content = createCompleteContent();
	content.set("appShell", "withdrawalForm", plain(true));
	const { BREVO_API_KEY, BREVO_API_URL } = process.env;
	const environment = { BREVO_API_KEY, BREVO_API_URL };
	const site = await startSite(await startServices(content, { environment }));
	expect(await site.read("/ru/about")).toContain('href="/ru/withdraw"');
	expect(await site.read("/sitemap.xml")).toContain("/ru/withdraw<");
	expect(await site.read("/ru/withdraw")).toContain('action="/api/withdraw"');
	const body = new URLSearchParams(confirmed);
	const response = await fetch(`${site.url}/api/withdraw`, { method: "POST", body });
	expect(response.status).toBe(200);
	expect(brevo.mails.map(({ to }) => to)).toEqual([
		[{ email: "clinic@example.org" }],
		[{ email: "anna@reader.example" }],
	]);
});
