import type { Page } from "@playwright/test";
import { honeypotName } from "../../content/honeypot.ts";
import { words } from "../../content/words.ts";
import {
	createSenderHeaders,
	expect,
	holdRequests,
	languageSwitch,
	snapshots,
	test,
} from "./siteTest.ts";

const address = "/api/newsletter/subscribe";
const email = "ada@example.org";
const { subscribeFailure, subscribeSaved, subscribed } = words["en-US"];

function findForm(page: Page) {
	const form = page.locator("footer form");
	return {
		form,
		emailField: page.locator("#newsletter-email"),
		button: form.getByRole("button"),
		/** Expects an alert with a message, which the form then shows after a sign: ✓ for a success, ✕ for a failure. */
		async expectMessage(message: string, sign: "✓" | "✕", cause: () => unknown): Promise<void> {
			// The cause is not awaited, because a click ends only after the alert is closed.
			const alerted = page.waitForEvent("dialog");
			void cause();
			const dialog = await alerted;
			expect([dialog.type(), dialog.message()]).toEqual(["alert", message]);
			await dialog.accept();
			const status = form.getByRole("status");
			await expect(status).toHaveText(message);
			expect(
				await status.evaluate((element) => getComputedStyle(element, "::before").content),
			).toContain(sign);
		},
	};
}

test("a visitor who returns from the confirmation mail is thanked", async ({ page }) => {
	const notice = page.getByText(subscribed);
	await page.goto(`/?utm_source=letter&subscribed`);
	await expect(notice).toBeInViewport();
	await languageSwitch(page).click();
	await expect(page.getByText(words.ru.subscribed)).toBeVisible();
	await expect(notice).toHaveCount(0);
});

test("a subscription is sent once, and a message follows", async ({ page, context }) => {
	await context.setExtraHTTPHeaders(createSenderHeaders());
	const held = await holdRequests(page, address);
	await page.goto("/about");
	const { form, emailField, button, expectMessage } = findForm(page);
	const requests: { body: unknown; headers: Record<string, string> }[] = [];
	page.on("request", (request) => {
		if (request.method() === "POST")
			requests.push({ body: request.postDataJSON(), headers: request.headers() });
	});
	const expectBusy = async () => {
		await expect(form).toHaveAttribute("aria-busy", "true");
		await expect(button).toHaveAttribute("aria-disabled", "true");
		await expect(emailField).toHaveValue(email);
	};
	await emailField.fill(email);
	await page.locator("#newsletter-name").fill("Ада Lovelace");
	await button.dblclick();
	await expectBusy();
	await languageSwitch(page).click();
	await expect(page.locator("html")).toHaveAttribute("lang", "ru");
	await emailField.press("Enter");
	await expectBusy();
	await expectMessage(subscribeSaved, "✓", held.release);
	await expect(emailField).toHaveValue("");
	const consent = snapshots["en-US"].newsletter.updatedAt;
	expect(requests).toMatchObject([
		{
			body: { email, name: "Ада Lovelace" },
			headers: { "accept-language": "en-US", "consent-text": consent },
		},
	]);
});

test("a failure is shown, and what was typed stays", async ({ page, context, tolerate }) => {
	tolerate(/SyntaxError|INTERNET_DISCONNECTED|Failed to fetch/);
	await page.goto("/about");
	const { form, emailField, button, expectMessage } = findForm(page);
	await emailField.fill(email);
	// Fills in the hidden field, as bots do.
	await form.locator(`[name=${honeypotName}]`).evaluate((field: HTMLInputElement) => {
		field.value = "https://example.org";
	});
	await context.setOffline(true);
	await expectMessage(subscribeFailure, "✕", () => button.click());
	await context.setOffline(false);
	let body: unknown;
	await page.route(address, async (route) => {
		body = route.request().postDataJSON();
		await route.fulfill({ body: "<h1>It works!</h1>" });
	});
	await expectMessage(subscribeFailure, "✕", () => button.click());
	await expect(emailField).toHaveValue(email);
	expect(body).toMatchObject({ [honeypotName]: "https://example.org" });
});
