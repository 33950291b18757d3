import { randomInt } from "node:crypto";
import type { Locator, Page } from "@playwright/test";
import { pathOf } from "../../content/routes.ts";
import { loadSnapshots } from "../../content/snapshotFiles.server.ts";
import { words } from "../../content/words.ts";
import { expect, hold, test } from "./test.ts";

const snapshots = await loadSnapshots("content/generated");
const address = "/api/newsletter/subscribe";
const failure = "There was an error subscribing you to our newsletter. Please try again later.";

const form = (page: Page): Locator => page.locator("footer form");
const email = (page: Page): Locator => page.locator("#newsletter-email");
const button = (page: Page): Locator => form(page).getByRole("button");
const answer = (page: Page): Locator => form(page).getByRole("status");

/** The server counts requests by visitor: every test is one of its own. */
test.beforeEach(async ({ context }) => {
	const ip = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;
	await context.setExtraHTTPHeaders({ "X-Forwarded-For": ip });
});

async function fill(page: Page, fields: { email: string; name?: string }): Promise<void> {
	await email(page).fill(fields.email);
	await page.locator("#newsletter-name").fill(fields.name ?? "");
}

/** Sends the form and tells what the alert says. */
async function send(page: Page): Promise<string> {
	const [message] = await Promise.all([nextAlert(page), button(page).click()]);
	return message;
}

async function nextAlert(page: Page): Promise<string> {
	const dialog = await page.waitForEvent("dialog");
	expect(dialog.type()).toBe("alert");
	await dialog.accept();
	return dialog.message();
}

test("a subscription is sent as JSON, answered by an alert, and the form cleared", async ({ page, isMobile }) => {
	const locale = isMobile ? "ru" : "en-US";
	const { newsletter } = snapshots[locale];
	const { email: emailLabel, name: nameLabel, subscribeSaved } = words[locale];
	await page.goto(pathOf("about", locale));
	await expect(page.getByLabel(newsletter.emailInputLabel?.value ?? emailLabel)).toHaveAttribute("type", "email");
	await expect(page.getByLabel(newsletter.nameInputLabel?.value ?? nameLabel)).toHaveAttribute("type", "text");
	await fill(page, { email: "ada@example.org", name: "Ада Lovelace" });
	const [request, message] = await Promise.all([page.waitForRequest(`**${address}`), send(page)]);
	expect(request.method()).toBe("POST");
	expect(request.postDataJSON()).toStrictEqual({ email: "ada@example.org", name: "Ада Lovelace" });
	expect(await request.headerValue("Content-Type")).toBe("application/json");
	expect(await request.headerValue("Accept-Language")).toBe(locale);
	expect(message).toBe(subscribeSaved);
	await expect(answer(page)).toHaveText(subscribeSaved);
	await expect(email(page)).toHaveValue("");
	await expect(page.locator("#newsletter-name")).toHaveValue("");
});

test("an empty address and a failing network are told, and what was typed stays", async ({
	page,
	isMobile,
	tolerate,
}) => {
	tolerate(/400|subscribe|Failed to fetch/);
	const locale = isMobile ? "ru" : "en-US";
	await page.goto(pathOf("about", locale));
	await fill(page, { email: "", name: "Ada" });
	expect(await send(page)).toBe(words[locale].emailMissing);
	await expect(answer(page)).toHaveText(words[locale].emailMissing);
	await expect(page.locator("#newsletter-name")).toHaveValue("Ada");
	await page.route(address, (route) => route.abort());
	await fill(page, { email: "ada@example.org", name: "Ada" });
	const [, message] = await Promise.all([
		page.waitForEvent("console", (line) => line.type() === "error" && /TypeError.*Failed to fetch/s.test(line.text())),
		send(page),
	]);
	expect(message).toBe(isMobile ? words.ru.subscribeFailure : failure);
	await expect(answer(page)).toHaveText(message);
	await expect(email(page)).toHaveValue("ada@example.org");
	await expect(page.locator("#newsletter-name")).toHaveValue("Ada");
});

test.describe("without script", () => {
	test.use({ javaScriptEnabled: false });

	test("the answer is a small page with a way back", { tag: "@phone" }, async ({ page, tolerate }) => {
		tolerate(/400/);
		for (const [typed, message] of [
			["ada@example.org", words.ru.subscribeSaved],
			["", words.ru.emailMissing],
		] as const) {
			await page.goto(pathOf("about", "ru"));
			await fill(page, { email: typed });
			await button(page).click();
			await expect(page).toHaveURL(address);
			await expect(page.locator("html")).toHaveAttribute("lang", "ru");
			await expect(page.getByRole("status")).toHaveText(message);
			await page.getByRole("link", { name: words.ru.backHome }).click();
			await expect(page).toHaveURL(pathOf("home", "ru"));
		}
	});
});

test("who comes back from the confirmation mail is thanked, in either language", { tag: "@desktop" }, async ({
	page,
}) => {
	const notice = page.getByText(words["en-US"].subscribed);
	await page.goto(pathOf("home", "en-US"));
	await expect(notice).toBeHidden();
	await page.goto(`${pathOf("home", "en-US")}?subscribed`);
	await expect(notice).toBeInViewport();
	await page.getByRole("switch").click();
	await expect(page.getByText(words.ru.subscribed)).toBeVisible();
	await expect(notice).toHaveCount(0);
});

test("what the server says is shown as it is; what cannot be read is a failure", { tag: "@desktop" }, async ({
	page,
	tolerate,
}) => {
	tolerate(/SyntaxError|TypeError|502|429/);
	const refusal = { status: 429, json: { message: "Too <b>often</b>" } };
	await page.route(address, (route) => route.fulfill(refusal), { times: 1 });
	await page.goto(pathOf("about", "en-US"));
	await fill(page, { email: "ada@example.org" });
	expect(await send(page)).toBe("Too <b>often</b>");
	await expect(answer(page)).toHaveText("Too <b>often</b>");
	await expect(email(page)).toHaveValue("ada@example.org");
	for (const [status, body] of [
		[200, "<h1>It works!</h1>"],
		[502, ""],
		[200, '{"text":"Thanks"}'],
	] as const) {
		await page.route(address, (route) => route.fulfill({ status, body }), { times: 1 });
		await fill(page, { email: "ada@example.org" });
		const [, message] = await Promise.all([
			page.waitForEvent("console", (line) => line.type() === "error" && /SyntaxError|TypeError/.test(line.text())),
			send(page),
		]);
		expect(message).toBe(failure);
		await expect(email(page)).toHaveValue("ada@example.org");
	}
});

test("the form is busy meanwhile, and a second press sends nothing", { tag: "@desktop" }, async ({ page }) => {
	let requests = 0;
	page.on("request", (request) => {
		if (request.url().endsWith(address)) requests++;
	});
	const answered = await hold(page, address);
	await page.goto(pathOf("about", "en-US"));
	await fill(page, { email: "ada@example.org" });
	await button(page).dblclick();
	await expect(form(page)).toHaveAttribute("aria-busy", "true");
	await expect(button(page)).toHaveAttribute("aria-disabled", "true");
	await email(page).press("Enter");
	await expect(email(page)).toHaveValue("ada@example.org");
	const message = nextAlert(page);
	answered.release((route) => route.fulfill({ json: { message: "Thanks" } }));
	expect(await message).toBe("Thanks");
	await expect(form(page)).toHaveAttribute("aria-busy", "false");
	expect(requests).toBe(1);
	// The next press sends again.
	await fill(page, { email: "ada@example.org" });
	await send(page);
	expect(requests).toBe(2);
});

test("the form is there at the first press, without a further script", async ({ page, isMobile }) => {
	await page.goto(pathOf("about", "en-US"), { waitUntil: "networkidle" });
	const scripts: string[] = [];
	page.on("request", (request) => request.resourceType() === "script" && scripts.push(request.url()));
	// Filled in by the browser, say.
	await email(page).evaluate((input: HTMLInputElement) => {
		input.value = "ada@example.org";
	});
	const press = isMobile ? button(page).tap() : button(page).click();
	const [message] = await Promise.all([nextAlert(page), press]);
	expect(message).toBe(words["en-US"].subscribeSaved);
	expect(scripts).toEqual([]);
	await expect(page).toHaveURL(pathOf("about", "en-US"));
});

test("an address that is none is stopped by the browser", { tag: "@desktop" }, async ({ page }) => {
	const requests: string[] = [];
	page.on("request", (request) => requests.push(new URL(request.url()).pathname));
	await page.goto(pathOf("about", "en-US"));
	await fill(page, { email: "not an address" });
	await button(page).click();
	await expect(email(page)).toBeFocused();
	expect(await email(page).evaluate((input: HTMLInputElement) => input.validity.typeMismatch)).toBe(true);
	expect(requests).not.toContain(address);
});

test("a change of language while the form is sending loses nothing, and the form speaks the new one", {
	tag: "@desktop",
}, async ({ page, tolerate }) => {
	tolerate(/429/);
	for (const [status, left] of [
		[429, "ada@example.org"],
		[200, ""],
	] as const) {
		const answered = await hold(page, address);
		await page.goto(pathOf("about", "en-US"));
		await page.evaluate(() => localStorage.clear());
		await fill(page, { email: "ada@example.org", name: "Ada" });
		await Promise.all([page.waitForRequest(`**${address}`), button(page).click()]);
		await page.getByRole("switch").click();
		await expect(page.locator("html")).toHaveAttribute("lang", "ru");
		await expect(email(page)).toHaveValue("ada@example.org");
		await expect(page.locator("#newsletter-name")).toHaveValue("Ada");
		const message = nextAlert(page);
		answered.release((route) => route.fulfill({ status, json: { message: "Answer" } }));
		expect(await message).toBe("Answer");
		await expect(email(page)).toHaveValue(left);
		await page.unroute(address);
		await fill(page, { email: "ada@example.org" });
		const [request, said] = await Promise.all([page.waitForRequest(`**${address}`), send(page)]);
		expect([await request.headerValue("Accept-Language"), said]).toEqual(["ru", words.ru.subscribeSaved]);
		await page.evaluate(() => localStorage.clear());
	}
});
