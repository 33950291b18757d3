import type { Locator, Page } from "@playwright/test";
import { honeypotName } from "../../content/honeypot.ts";
import { pathOf } from "../../content/routes.ts";
import { words } from "../../content/words.ts";
import { createSenderHeaders, expect, holdRequests, snapshots, test } from "./siteTest.ts";

const address = "/api/newsletter/subscribe";

const form = (page: Page): Locator => page.locator("footer form");
const email = (page: Page): Locator => page.locator("#newsletter-email");
const button = (page: Page): Locator => form(page).getByRole("button");
const status = (page: Page): Locator => form(page).getByRole("status");

async function fill(page: Page, fields: { email: string; name?: string }): Promise<void> {
	await email(page).fill(fields.email);
	await page.locator("#newsletter-name").fill(fields.name ?? "");
}

/** Expects an alert with a message, which the form then shows after a sign: ✓ for a success, ✕ for a failure. */
async function expectMessage(
	page: Page,
	message: string,
	sign: "✓" | "✕",
	cause: () => unknown,
): Promise<void> {
	const [dialog] = await Promise.all([page.waitForEvent("dialog"), cause()]);
	expect([dialog.type(), dialog.message()]).toEqual(["alert", message]);
	await dialog.accept();
	await expect(status(page)).toHaveText(message);
	const shownSign = status(page).evaluate(
		(element) => getComputedStyle(element, "::before").content,
	);
	expect(await shownSign).toContain(sign);
}

/** Presses the button. Not awaited, because the click ends only after the alert is closed. */
const press = (page: Page) => () => void button(page).click();

test("a visitor who returns from the confirmation mail is thanked", { tag: "@desktop" }, async ({
	page,
}) => {
	const notice = page.getByText(words["en-US"].subscribed);
	await page.goto(`${pathOf("home", "en-US")}?utm_source=letter&subscribed`);
	await expect(notice).toBeInViewport();
	await page.getByRole("switch").click();
	await expect(page.getByText(words.ru.subscribed)).toBeVisible();
	await expect(notice).toHaveCount(0);
});

test("a subscription is sent once, and a message follows", { tag: "@desktop" }, async ({
	page,
	context,
	tolerate,
}) => {
	tolerate(/400/);
	await context.setExtraHTTPHeaders(createSenderHeaders());
	const requests: { body: unknown; headers: Record<string, string> }[] = [];
	page.on("request", (request) => {
		if (request.url().endsWith(address))
			requests.push({ body: request.postDataJSON(), headers: request.headers() });
	});
	const response = await holdRequests(page, address);
	await page.goto(pathOf("about", "en-US"));
	const typed = { email: "ada@example.org", name: "Ада Lovelace" };
	const expectBusy = async () => {
		await expect(form(page)).toHaveAttribute("aria-busy", "true");
		await expect(button(page)).toHaveAttribute("aria-disabled", "true");
		await expect(email(page)).toHaveValue(typed.email);
	};
	await fill(page, typed);
	await button(page).dblclick();
	await expectBusy();
	await page.getByRole("switch").click();
	await expect(page.locator("html")).toHaveAttribute("lang", "ru");
	await email(page).press("Enter");
	await expectBusy();
	await expectMessage(page, "Thanks", "✓", () =>
		response.release((route) => route.fulfill({ json: { message: "Thanks" } })),
	);
	await expect(form(page)).toHaveAttribute("aria-busy", "false");
	await expect(email(page)).toHaveValue("");
	expect(requests).toMatchObject([
		{
			body: typed,
			headers: {
				"accept-language": "en-US",
				"consent-text": snapshots["en-US"].newsletter.updatedAt,
			},
		},
	]);
	await page.unroute(address);
	await fill(page, typed);
	await expectMessage(page, words.ru.subscribeSaved, "✓", press(page));
	await fill(page, { email: "", name: "Ada" });
	await expectMessage(page, words.ru.emailMissing, "✕", press(page));
});

test("a response that is no message is shown as failure", { tag: "@desktop" }, async ({
	page,
	tolerate,
}) => {
	tolerate(/SyntaxError/);
	let body: unknown;
	await page.route(address, async (route) => {
		body = route.request().postDataJSON();
		await route.fulfill({ body: "<h1>It works!</h1>" });
	});
	await page.goto(pathOf("about", "en-US"));
	await fill(page, { email: "ada@example.org" });
	// Fills in the hidden field, as bots do.
	await form(page)
		.locator(`[name=${honeypotName}]`)
		.evaluate((field: HTMLInputElement) => {
			field.value = "https://example.org";
		});
	await expectMessage(page, words["en-US"].subscribeFailure, "✕", press(page));
	await expect(email(page)).toHaveValue("ada@example.org");
	expect(body).toMatchObject({ [honeypotName]: "https://example.org" });
});
