import type { Page } from "@playwright/test";
import { pathOf } from "../../content/routes.ts";
import { countEntries, expectPage, languageSwitch, storedLocale } from "./language.ts";
import { expect, holdRequests, test } from "./siteTest.ts";

const about = pathOf("about", "en-US");
const russian = pathOf("about", "ru");

// The browser prefers Russian, but `Accept-Language` must not change the language of a page.
test.use({ locale: "ru-RU" });

/**
 * Records the language of each document at its first paint.
 * @returns the array of the recorded languages, which grows while the test opens documents
 */
async function recordPaints(page: Page): Promise<string[]> {
	const painted: string[] = [];
	await page.exposeFunction("notePaint", (lang: string) => painted.push(lang));
	await page.addInitScript(() => {
		const { notePaint } = window as unknown as { notePaint: (lang: string) => void };
		new PerformanceObserver(() => notePaint(document.documentElement.lang)).observe({
			type: "paint",
			buffered: true,
		});
	});
	return painted;
}

test("the stored language is restored before anything is painted", { tag: "@desktop" }, async ({
	page,
}) => {
	const painted = await recordPaints(page);
	await page.addInitScript(() => {
		if (location.protocol !== "about:") localStorage.locale = "ru";
	});
	// Delays the Russian page by 400 ms. Meanwhile, the browser must not paint the English text.
	await page.route(russian, async (route) => {
		await new Promise((resolve) => setTimeout(resolve, 400));
		await route.continue();
	});
	await page.goto("about:blank");
	const entries = await countEntries(page);
	await page.goto(`${about}?from=letter#content`);
	await expectPage(page, "about", "ru", "?from=letter#content");
	expect(await countEntries(page)).toBe(entries + 1);
	await expect.poll(() => painted).toContain("ru");
	expect(painted).not.toContain("en-US");
});

test.describe("a language chosen before the script has come, without a referrer, is kept", () => {
	test.beforeEach(async ({ page, context }) => {
		await context.route(/\/about$/, async (route) => {
			const response = await route.fetch();
			await route.fulfill({
				response,
				headers: { ...response.headers(), "referrer-policy": "no-referrer" },
			});
		});
		await holdRequests(page, /\/assets\/entries\//);
		await page.goto(russian, { waitUntil: "commit" });
		await page.evaluate(() => localStorage.setItem("locale", "ru"));
	});

	test("in the same tab", { tag: "@desktop" }, async ({ page }) => {
		await languageSwitch(page).click();
		await expectPage(page, "about", "en-US");
		expect(await storedLocale(page)).toBe("en-US");
	});

	test("in a new tab", { tag: "@desktop" }, async ({ page, context }) => {
		const opened = context.waitForEvent("page");
		await languageSwitch(page).click({ button: "middle" });
		const tab = await opened;
		await expectPage(tab, "about", "en-US");
		expect(await storedLocale(tab)).toBe("en-US");
	});
});
