import { randomInt } from "node:crypto";
import type { ConsoleMessage, Locator, Page } from "@playwright/test";
import { pathOf } from "../../content/routes.ts";
import { words } from "../../content/words.ts";
import { expect, holdRequests, test } from "./siteTest.ts";

const address = "/api/newsletter/subscribe";
const failure = "There was an error subscribing you to our newsletter. Please try again later.";

const form = (page: Page): Locator => page.locator("footer form");
const email = (page: Page): Locator => page.locator("#newsletter-email");
const button = (page: Page): Locator => form(page).getByRole("button");
const answer = (page: Page): Locator => form(page).getByRole("status");

/** Gives each test its own IP address, because the server limits the number of requests per IP address. */
test.beforeEach(async ({ context }) => {
	const ip = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;
	await context.setExtraHTTPHeaders({ "X-Forwarded-For": ip });
});

async function fill(page: Page, fields: { email: string; name?: string }): Promise<void> {
	await email(page).fill(fields.email);
	await page.locator("#newsletter-name").fill(fields.name ?? "");
}

/** Presses the button of the form. Returns the text of the `alert()` that follows. */
async function send(page: Page): Promise<string> {
	const [message] = await Promise.all([nextAlert(page), button(page).click()]);
	return message;
}

/** Returns the sign before a status message: ✓ for a success, ✕ for a failure. */
const statusSign = (status: Locator): Promise<string> =>
	status.evaluate((element) => getComputedStyle(element, "::before").content);

async function nextAlert(page: Page): Promise<string> {
	const dialog = await page.waitForEvent("dialog");
	expect(dialog.type()).toBe("alert");
	await dialog.accept();
	return dialog.message();
}

test.describe("without script", () => {
	test.use({ javaScriptEnabled: false });

	test("the response to the form is a page with a link to the home page", { tag: "@phone" }, async ({
		page,
		tolerate,
	}) => {
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

test("a visitor who returns from the confirmation mail is thanked, in either language", { tag: "@desktop" }, async ({
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

test("the server's message is shown, an unreadable response is a failure, and the typed text stays", {
	tag: "@desktop",
}, async ({ page, tolerate }) => {
	tolerate(/SyntaxError|TypeError|subscribe|400|502|429/);
	await page.goto(pathOf("about", "en-US"));
	await fill(page, { email: "", name: "Ada" });
	expect(await send(page)).toBe(words["en-US"].emailMissing);
	await fill(page, { email: "ada@example.org", name: "Ada" });
	for (const [said, end] of [
		["Too <b>often</b>", { status: 429, json: { message: "Too <b>often</b>" } }],
		[failure, { status: 200, body: "<h1>It works!</h1>" }],
		[failure, { status: 502, body: "" }],
		[failure, { status: 200, body: '{"text":"Thanks"}' }],
		[failure, undefined],
	] as const) {
		await page.route(address, (route) => (end ? route.fulfill(end) : route.abort()), { times: 1 });
		const isLogged = (line: ConsoleMessage) => line.type() === "error" && /SyntaxError|TypeError/.test(line.text());
		const logged = said === failure && page.waitForEvent("console", isLogged);
		expect(await send(page)).toBe(said);
		await logged;
		await expect(answer(page)).toHaveText(said);
		expect(await statusSign(answer(page))).toContain("✕");
		await expect(email(page)).toHaveValue("ada@example.org");
		await expect(page.locator("#newsletter-name")).toHaveValue("Ada");
	}
});

test("a subscription is sent once and as JSON, and the form stays busy through a change of language", {
	tag: "@desktop",
}, async ({ page }) => {
	let requests = 0;
	page.on("request", (request) => {
		if (request.url().endsWith(address)) requests++;
	});
	const answered = await holdRequests(page, address);
	await page.goto(pathOf("about", "en-US"));
	const typed = { email: "ada@example.org", name: "Ада Lovelace" };
	const expectBusy = async () => {
		await expect(form(page)).toHaveAttribute("aria-busy", "true");
		await expect(button(page)).toHaveAttribute("aria-disabled", "true");
		await expect(email(page)).toHaveValue(typed.email);
		await expect(page.locator("#newsletter-name")).toHaveValue(typed.name);
	};
	await fill(page, typed);
	await button(page).dblclick();
	await expectBusy();
	await page.getByRole("switch").click();
	await expect(page.locator("html")).toHaveAttribute("lang", "ru");
	await email(page).press("Enter");
	await expectBusy();
	const message = nextAlert(page);
	answered.release((route) => route.fulfill({ json: { message: "Thanks" } }));
	expect(await message).toBe("Thanks");
	await expect(form(page)).toHaveAttribute("aria-busy", "false");
	await expect(email(page)).toHaveValue("");
	expect(requests).toBe(1);
	await page.unroute(address);
	await fill(page, typed);
	const [request, said] = await Promise.all([page.waitForRequest(`**${address}`), send(page)]);
	expect(request.method()).toBe("POST");
	expect(request.postDataJSON()).toStrictEqual(typed);
	expect(await request.headerValue("Content-Type")).toBe("application/json");
	expect([await request.headerValue("Accept-Language"), said]).toEqual(["ru", words.ru.subscribeSaved]);
	await expect(answer(page)).toHaveText(said);
	expect(await statusSign(answer(page))).toContain("✓");
	expect(requests).toBe(2);
	// A bot fills in the hidden field, too.
	await fill(page, typed);
	await form(page)
		.locator("[name=website]")
		.evaluate((field: HTMLInputElement) => {
			field.value = "https://example.org";
		});
	const [botRequest] = await Promise.all([page.waitForRequest(`**${address}`), send(page)]);
	expect(botRequest.postDataJSON()).toMatchObject({ website: "https://example.org" });
});

test("the browser sends the form when the module that sends it fails to load", { tag: "@desktop" }, async ({
	page,
	tolerate,
}) => {
	tolerate(/chunks/);
	await page.goto(pathOf("about", "ru"));
	await page.route(/\/assets\/chunks\/.*\.js$/, (route) => route.abort());
	await fill(page, { email: "ada@example.org", name: "Ada" });
	await button(page).click();
	await expect(page).toHaveURL(address);
	await expect(page.getByRole("status")).toHaveText(words.ru.subscribeSaved);
});
