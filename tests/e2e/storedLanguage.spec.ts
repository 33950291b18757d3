import type { Page } from "@playwright/test";
import { localeCodes, otherLocale } from "../../content/locales.ts";
import { localisePath, pathOf } from "../../content/routes.ts";
import { isDocumentMarked, markDocument } from "../tools/documentMark.ts";
import { clearStorage, countEntries, expectPage, languageSwitch, placeholder, storedLocale } from "./language.ts";
import { expect, holdRequests, test } from "./siteTest.ts";

const about = pathOf("about", "en-US");
const russian = pathOf("about", "ru");

// The browser prefers Russian, but `Accept-Language` must not change the language of a page.
test.use({ locale: "ru-RU" });

/** Stores a language in `localStorage` before any page of the site is opened. */
const storeLanguage = (page: Page, value: string) =>
	page.addInitScript((locale) => {
		if (location.protocol === "about:" || sessionStorage.isStored) return;
		localStorage.locale = locale;
		sessionStorage.isStored = true;
	}, value);

/**
 * Records the language of each document at its first paint.
 * @returns the array of the recorded languages, which grows while the test opens documents
 */
async function recordPaints(page: Page): Promise<string[]> {
	const painted: string[] = [];
	await page.exposeFunction("notePaint", (lang: string) => painted.push(lang));
	await page.addInitScript(() => {
		const { notePaint } = window as unknown as { notePaint: (lang: string) => void };
		new PerformanceObserver(() => notePaint(document.documentElement.lang)).observe({ type: "paint", buffered: true });
	});
	return painted;
}

test("the stored language is restored before anything is painted", async ({ page }) => {
	const painted = await recordPaints(page);
	await storeLanguage(page, "ru");
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
	expect(await storedLocale(page)).toBe("ru");
});

test("a language link that is opened in a new tab stores its language, and does not change the first tab", async ({
	page,
	context,
	baseURL,
}) => {
	for (const press of [{ button: "middle" as const }, { modifiers: ["ControlOrMeta" as const] }]) {
		await page.goto(about);
		expect(await storedLocale(page), "nothing before a choice").toBeNull();
		const [tab] = await Promise.all([context.waitForEvent("page"), languageSwitch(page).click(press)]);
		await expectPage(tab, "about", "ru");
		expect(await storedLocale(page)).toBe("ru");
		await expectPage(page, "about", "en-US");
		await tab.close();
		await clearStorage(page);
	}
	await storeLanguage(page, "en-US");
	// Opening a language link from the context menu sends the referrer but fires no click event.
	await page.goto(russian, { referer: `${baseURL}${about}?from=letter` });
	await expectPage(page, "about", "ru");
	expect(await storedLocale(page)).toBe("ru");
});

test("the load event during a change of language does not restore the stored language", async ({ page }) => {
	const picture = await holdRequests(page, /\/media\/.*\.jpg$/);
	const counterpart = await holdRequests(page, russian);
	await page.goto(about, { waitUntil: "domcontentloaded" });
	await markDocument(page);
	await languageSwitch(page).click();
	await expect(placeholder(page, "en-US")).toBeVisible();
	picture.release();
	await page.waitForLoadState("load");
	counterpart.release();
	await expectPage(page, "about", "ru");
	expect(await isDocumentMarked(page), "no load").toBe(true);
});

test("with blocked storage the switch changes the language in place", async ({ page }) => {
	await page.addInitScript(() =>
		Object.defineProperty(window, "localStorage", {
			get() {
				throw new DOMException("Blocked", "SecurityError");
			},
		}),
	);
	await page.goto(russian);
	await markDocument(page);
	await languageSwitch(page).click();
	await expectPage(page, "about", "en-US");
	expect(await isDocumentMarked(page)).toBe(true);
});

test("a 404 page is not replaced by a page in the stored language", async ({ page, baseURL, tolerate }) => {
	tolerate(/404/);
	for (const locale of localeCodes) {
		await storeLanguage(page, otherLocale(locale));
		const response = await page.goto(localisePath("/no-such-page", locale));
		expect(response?.status()).toBe(404);
		await expect(page.locator("html")).toHaveAttribute("lang", locale);
		await expect(page.getByRole("main")).toBeVisible();
		await expect(page).toHaveURL(baseURL + localisePath("/no-such-page", locale));
		await page.evaluate(() => sessionStorage.clear());
	}
});
