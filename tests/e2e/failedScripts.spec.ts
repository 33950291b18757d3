import { pathOf } from "../../content/routes.ts";
import { words } from "../../content/words.ts";
import { isDocumentMarked, markDocument } from "../tools/documentMark.ts";
import { expectPage, languageSwitch, storedLocale } from "./language.ts";
import { createSenderHeaders, expect, test } from "./siteTest.ts";

test("when further scripts cannot be loaded, the reviews stay a list, the language link navigates, and the browser sends the form", {
	tag: "@desktop",
}, async ({ page, context, tolerate }) => {
	tolerate(/chunks|import|INTERNET_DISCONNECTED/);
	await context.setExtraHTTPHeaders(createSenderHeaders());
	await page.goto(pathOf("home", "en-US"));
	await page.route(/\/assets\/chunks\/.*\.js$/, (route) => route.abort());
	await test.step("the failure of the carousel's script is logged, and the list stays unchanged", async () => {
		const carousel = page.locator("site-carousel");
		const list = carousel.locator(".swiper-wrapper");
		const before = await list.innerHTML();
		const logged = page.waitForEvent("console", (line) => line.type() === "error");
		await carousel.scrollIntoViewIfNeeded();
		await logged;
		await expect(carousel).toHaveAttribute("data-state", "failed");
		await expect(carousel.locator("[data-part=controls]")).toBeHidden();
		expect(await list.innerHTML()).toBe(before);
	});
	await test.step("without a network, the form stays, and an alert says that subscribing failed", async () => {
		await page.locator("#newsletter-email").fill("ada@example.org");
		await context.setOffline(true);
		await page.waitForFunction(() => !navigator.onLine);
		const shown = page.waitForEvent("dialog").then(async (dialog) => {
			// The click ends only after the alert is closed.
			await dialog.accept();
			return dialog.message();
		});
		const button = page.locator("footer form").getByRole("button");
		const [message] = await Promise.all([shown, button.click()]);
		expect(message).toBe(words["en-US"].subscribeFailure);
		await expect(page.locator("footer form").getByRole("status")).toHaveText(
			words["en-US"].subscribeFailure,
		);
		await expect(page.locator("#newsletter-email")).toHaveValue("ada@example.org");
		await context.setOffline(false);
	});
	await test.step("the language link navigates", async () => {
		await markDocument(page);
		await languageSwitch(page).click();
		await expectPage(page, "home", "ru");
		expect(await isDocumentMarked(page), "a load").toBe(false);
		expect(await storedLocale(page)).toBe("ru");
	});
	await test.step("the browser sends the form", async () => {
		await page.locator("#newsletter-email").fill("ada@example.org");
		await page.locator("footer form").getByRole("button").click();
		await expect(page).toHaveURL("/api/newsletter/subscribe");
		await expect(page.getByRole("status")).toHaveText(words.ru.subscribeSaved);
	});
});
