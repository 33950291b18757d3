import type { Locator, Page } from "@playwright/test";
import { pathOf } from "../../content/routes.ts";
import { words } from "../../content/words.ts";
import { createSenderHeaders, expect, holdRequests, test } from "./siteTest.ts";

const address = "/api/newsletter/subscribe";

const form = (page: Page): Locator => page.locator("footer form");
const email = (page: Page): Locator => page.locator("#newsletter-email");
const button = (page: Page): Locator => form(page).getByRole("button");
const answer = (page: Page): Locator => form(page).getByRole("status");

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

test("a visitor who returns from the confirmation mail is thanked, in either language", {
	tag: "@desktop",
}, async ({ page }) => {
	const notice = page.getByText(words["en-US"].subscribed);
	await page.goto(`${pathOf("home", "en-US")}?subscribed`);
	await expect(notice).toBeInViewport();
	await page.getByRole("switch").click();
	await expect(page.getByText(words.ru.subscribed)).toBeVisible();
	await expect(notice).toHaveCount(0);
});

test("a subscription is sent once, its form stays busy through a change of language, and a message follows", {
	tag: "@desktop",
}, async ({ page, context, tolerate }) => {
	tolerate(/400/);
	await context.setExtraHTTPHeaders(createSenderHeaders());
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
	expect(await send(page)).toBe(words.ru.subscribeSaved);
	await expect(answer(page)).toHaveText(words.ru.subscribeSaved);
	expect(await statusSign(answer(page))).toContain("✓");
	await fill(page, { email: "", name: "Ada" });
	expect(await send(page)).toBe(words.ru.emailMissing);
	await expect(answer(page)).toHaveText(words.ru.emailMissing);
	expect(await statusSign(answer(page))).toContain("✕");
});
