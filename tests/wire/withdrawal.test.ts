import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { JSDOM } from "jsdom";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import type { FormContext } from "../../api/http/forms.ts";
import subscribe from "../../api/newsletter.ts";
import { dailyLimits } from "../../api/subscription/mailLimits.ts";
import withdraw from "../../api/withdrawal.ts";
import { type Words, words } from "../../content/words.ts";
import { startLoopback } from "../../demo/loopbackService.ts";
import { openNewsletterFiles } from "../../scripts/server/newsletterFiles.ts";
import { makeFolder } from "../folders.ts";
import { createCompleteContent, plain } from "../testContent.ts";
import { startSite } from "./liveSite.ts";
import { startMailService } from "./mailService.ts";
import { neverRespond, respondWith } from "./misbehaviour.ts";
import { startServices } from "./services.ts";

const statement = {
	name: "Anna Petrova",
	contract: "Starter package, 3 May, order 1024",
	email: "anna@reader.example",
};
const confirmed = { ...statement, confirmed: "yes" };
type Fields = Record<string, string>;

/** Log lines of the current test. An unexpected line could contain personal data, so it fails the test. */
const log: string[] = [];
beforeEach(() => {
	vi.spyOn(console, "error").mockImplementation((line: string) => void log.push(line));
});
afterEach(() => expect(log.splice(0)).toEqual([]));

/** Opens a store, and a snapshot with the switch `withdrawalForm`. */
async function openForm(withdrawalForm = true): Promise<FormContext> {
	const appShell = { contactEmail: "clinic@example.org", withdrawalForm };
	const folder = await makeFolder({ files: { "en-US.json": JSON.stringify({ appShell }) } });
	const files = openNewsletterFiles({
		folder: join(folder, "mails"),
		outboxFile: join(folder, "outbox.ndjson"),
	});
	return { ...files, findSnapshot: () => join(folder, "en-US.json") };
}

function post(context: FormContext, fields: Fields, headers: Fields = {}) {
	const init = { method: "POST", headers, body: new URLSearchParams(fields) };
	return withdraw(new Request("https://clinic.example/api/withdraw", init), context);
}

async function send(...given: Parameters<typeof post>) {
	const response = await post(...given);
	const { document } = new JSDOM(await response.text()).window;
	const message = document.querySelector("[role=status]")?.textContent;
	return { status: response.status, headers: response.headers, document, message };
}

const wordOf = (key: keyof Words) =>
	String(words["en-US"][key]).replace("{email}", "clinic@example.org");

test("the first step repeats the statement, and sends nothing", async () => {
	const { mails } = await startMailService();
	const hostile = { ...statement, name: `"><script>alert(1)</script>` };
	const { status, headers, document } = await send(await openForm(), hostile);
	expect([status, mails]).toEqual([200, []]);
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
	vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-28T23:59:58Z") });
	onTestFinished(() => void vi.useRealTimers());
	const { mails } = await startMailService();
	const { status, message } = await send(await openForm(), { ...confirmed, locale });
	expect([status, message]).toEqual([200, words[locale].withdrawalSent]);
	const sent = mails.map((mail) => ({
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
	["emailInvalid", { email: "anna@reader.example\nBcc: all@reader.example" }],
	["emailInvalid", { email: "anna,all@reader.example" }],
	["emailInvalid", { email: "anna@reader\u202e.example" }],
	["emailInvalid", { email: "an\u200bna@reader.example" }],
])("a refused form keeps what was typed: %s, %j", async (word, fields) => {
	const { mails } = await startMailService();
	const typed = { ...statement, ...fields };
	const { status, document } = await send(await openForm(), { ...typed, locale: "ru" });
	expect([status, mails]).toEqual([400, []]);
	const inputs = [...document.querySelectorAll("input")].map(({ name, value }) => [name, value]);
	const shown = { locale: "ru", ...typed, email: typed.email.replace("\n", "") };
	expect(Object.fromEntries(inputs)).toEqual(shown);
	const faulty = document.querySelector("[aria-invalid]");
	expect(faulty?.getAttribute("name")).toBe(Object.keys(fields)[0]);
	const message = document.getElementById(faulty?.getAttribute("aria-describedby") ?? "");
	expect(message?.textContent).toBe(words.ru[word]);
	expect(message?.previousElementSibling?.contains(faulty)).toBe(true);
});

test("the second step leads back to what was typed", async () => {
	const { document, message } = await send(await openForm(), { ...statement, edit: "yes" });
	expect(message).toBe(words["en-US"].withdrawalLead);
	expect(document.querySelector<HTMLInputElement>("#contract")?.value).toBe(statement.contract);
});

test.each([
	["Evil.Com/login", "Evil. Com/ login"],
	["https://bit.Ly/3abcd", "https: / / bit. Ly/ 3abcd"],
	["ЗЛО.РФ", "ЗЛО. РФ"],
	["1.2.3.4/pay", "1. 2. 3. 4/ pay"],
	["evil。网址", "evil。 网址"],
	["evil．com／a＠b：c", "evil． com／ a＠ b： c"],
	["evil․com", "evil․ com"],
	["evil.\u200bcom\u202e\0", "evil. \u200bcom"],
	["\\\\server\\share", "\\ \\ server\\ share"],
	["консультация.оплачена 12.11.2026", "консультация. оплачена 12. 11. 2026"],
	["Order no.cs_live_a1B2c3", "Order no. cs_live_a1B2c3"],
	["Dr.med. Anna Weiss", "Dr. med. Anna Weiss"],
])("%s is no link in either mail", async (typed, sent) => {
	const { mails } = await startMailService();
	const { status } = await send(await openForm(), { ...confirmed, name: typed, contract: typed });
	expect([status, mails.length]).toEqual([200, 2]);
	for (const { textContent } of mails) expect(textContent?.split(`: ${sent}\n`).length).toBe(3);
});

test("a line break in a field imitates no line of the mail", async () => {
	const { mails } = await startMailService();
	await send(await openForm(), { ...confirmed, contract: "Package\r\nSubmitted: 1 May 2026" });
	expect(mails[1]?.textContent).toContain("number): Package Submitted: 1 May 2026\n");
});

test("a field is no template to Brevo", async () => {
	const { mails } = await startMailService();
	await send(await openForm(), { ...confirmed, name: "{{ contact }} {%if" });
	expect(mails[1]?.textContent).toContain("Name: { { contact }} { %if\n");
});

test("a thousand posts of a statement cause one acknowledgement", async () => {
	const { mails } = await startMailService();
	const context = await openForm();
	const posts = Array.from({ length: 1_000 }, () => post(context, confirmed));
	const pages = await Promise.all(posts.map(async (response) => (await response).text()));
	expect([...new Set(pages)]).toEqual([
		expect.stringContaining(`<p role="status" id="message">${wordOf("withdrawalSent")}</p>`),
	]);
	expect(mails.length).toBe(2);
});

test("a mailbox can send three statements a day", async () => {
	const { mails } = await startMailService();
	const context = await openForm();
	const statuses: number[] = [];
	for (const contract of ["First", "Second", "Third", "Fourth", "First"])
		statuses.push((await send(context, { ...confirmed, contract })).status);
	expect([statuses, mails.length]).toEqual([[200, 200, 200, 429, 200], 6]);
});

/** Makes time-outs twenty times as short. */
function shortenTimeouts(): void {
	const { timeout } = AbortSignal;
	vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => timeout(ms / 20));
}

test("a mail service that answers after 9.5 s sends no double", async () => {
	shortenTimeouts();
	const brevo = await startMailService();
	brevo.misbehave = async () => {
		await wait(9_500 / 20);
		return false;
	};
	const context = await openForm();
	const presses = await Promise.all([send(context, confirmed), send(context, confirmed)]);
	const receipt = wordOf("withdrawalSent");
	expect(presses.map(({ message }) => message)).toEqual([receipt, receipt]);
	expect(brevo.mails.length).toBe(2);
});

test("while the outcome is unknown, nothing more is sent", async () => {
	shortenTimeouts();
	const brevo = await startMailService();
	brevo.misbehave = neverRespond;
	const context = await openForm();
	const first = await send(context, confirmed);
	brevo.misbehave = undefined;
	const second = await send(context, confirmed);
	for (const { status, message, document } of [first, second]) {
		expect([status, message]).toEqual([503, wordOf("withdrawalUnknown")]);
		expect(document.querySelector<HTMLInputElement>("#name")?.value).toBe(statement.name);
	}
	expect(brevo.requests.length).toBe(1);
	expect(log.splice(0)).toEqual(["Withdrawal: The operation was aborted due to timeout"]);
});

test("when Brevo cannot be reached, the visitor can try again", async () => {
	const { mails } = await startMailService();
	const url = process.env.BREVO_API_URL;
	const context = await openForm();
	const closed = await startLoopback({}, () => ({ status: 201, headers: {}, body: "" }));
	await closed.close();
	vi.stubEnv("BREVO_API_URL", closed.url);
	expect((await send(context, confirmed)).message).toBe(wordOf("withdrawalFailure"));
	expect(log.splice(0)).toEqual(["Withdrawal: fetch failed"]);
	vi.stubEnv("BREVO_API_URL", url);
	expect([(await send(context, confirmed)).status, mails.length]).toEqual([200, 2]);
});

test("subscribing and withdrawing on the same day do not disturb each other", async () => {
	const { mails } = await startMailService();
	for (const name of ["LIST_ID", "TEMPLATE_ID_EN", "TEMPLATE_ID_RU"])
		vi.stubEnv(`BREVO_${name}`, "1");
	const context = await openForm();
	const body = new URLSearchParams({ email: statement.email });
	await subscribe(new Request("https://clinic.example", { method: "POST", body }), context);
	expect((await send(context, confirmed)).status).toBe(200);
	expect(mails.length).toBe(3);
});

test.each(["cross-site", "same-site"])("a post from elsewhere is refused: %s", async (value) => {
	const { mails } = await startMailService();
	const { status } = await send(await openForm(), confirmed, { "Sec-Fetch-Site": value });
	expect([status, mails]).toEqual([403, []]);
});

test("without the switch nothing is sent, and the page names the address", async () => {
	const { mails } = await startMailService();
	const { status, message } = await send(await openForm(false), confirmed);
	expect([status, message, mails]).toEqual([503, wordOf("withdrawalFailure"), []]);
});

test("at the limit of all mails nobody is told of an own attempt", async () => {
	const { mails } = await startMailService();
	const context = await openForm();
	const day = new Date().toISOString().slice(0, 10);
	await context.mailStore?.update(day, () => ({ withdrawalall: dailyLimits.all }));
	const { status, message } = await send(context, confirmed);
	expect([status, message, mails]).toEqual([503, wordOf("withdrawalFailure"), []]);
	expect(log.splice(0)).toEqual(["Withdrawal: the daily limit of mails is reached."]);
});

test.each([400, 401, 500])("when Brevo answers %i, the visitor can try again", async (status) => {
	const brevo = await startMailService();
	brevo.misbehave = respondWith(status, { message: statement.email });
	const context = await openForm();
	const refused = await send(context, confirmed);
	expect([refused.status, refused.message]).toEqual([503, wordOf("withdrawalFailure")]);
	expect(refused.message).toContain("clinic@example.org");
	expect(log.splice(0)).toEqual([`Withdrawal: Brevo answers ${status}`]);
	brevo.misbehave = undefined;
	expect([(await send(context, confirmed)).status, brevo.mails.length]).toEqual([200, 2]);
});

test("the live site has the form, the link and the function", async () => {
	const { mails } = await startMailService();
	const content = createCompleteContent();
	content.set("appShell", "withdrawalForm", plain(true));
	const { BREVO_API_KEY, BREVO_API_URL } = process.env;
	const environment = { BREVO_API_KEY, BREVO_API_URL };
	const site = await startSite(await startServices(content, { environment }));
	expect(await site.read("/ru/about")).toContain('href="/ru/withdraw"');
	expect(await site.read("/sitemap.xml")).toContain("/ru/withdraw<");
	const { document } = new JSDOM(await site.read("/ru/withdraw")).window;
	const form = document.querySelector("main form");
	for (const fields of [statement, confirmed]) {
		const body = new URLSearchParams(fields);
		const response = await fetch(site.url + form?.getAttribute("action"), { method: "POST", body });
		expect(response.status).toBe(200);
	}
	expect(mails.map(({ to }) => to)).toEqual([
		[{ email: "clinic@example.org" }],
		[{ email: "anna@reader.example" }],
	]);
});
