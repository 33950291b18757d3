import type { Locator, Page } from "@playwright/test";
import type { Locale } from "../../content/locales.ts";
import { pathOf } from "../../content/routes.ts";
import { words } from "../../content/words.ts";
import { isDocumentMarked, markDocument } from "../tools/documentMark.ts";
import {
	clearStorage,
	countEntries,
	expectPage,
	languageSwitch,
	placeholder,
	storedLocale,
} from "./language.ts";
import { expect, expectNoShift, holdRequests, test, waitForPaint } from "./siteTest.ts";

const about = pathOf("about", "en-US");
const russian = pathOf("about", "ru");

/** Lists the elements of the head that differ between the languages. */
const listHead = (page: Page): Promise<string[]> =>
	page
		.locator("head > :not(style, script, [rel=preload])")
		.evaluateAll((elements) => elements.map(({ outerHTML }) => outerHTML).sort());

// tests/engines/language.test.ts tests what stays as it is during a change.
test("a change of language shows the served page in place", { tag: "@desktop" }, async ({
	page,
}) => {
	const suffix = "?from=letter#content";
	await page.goto(pathOf("programmes", "ru"));
	const russianHead = await listHead(page);
	await page.goto(pathOf("programmes", "en-US") + suffix);
	const heads = { "en-US": await listHead(page), ru: russianHead };
	await markDocument(page);
	const entries = await countEntries(page);
	const expectChange = async (locale: Locale, control: Locator) => {
		await expectPage(page, "programmes", locale, suffix);
		await expect(control).toBeFocused();
		expect(await isDocumentMarked(page), "no load").toBe(true);
		expect(await countEntries(page)).toBe(entries);
		expect(await storedLocale(page)).toBe(locale);
		expect(await listHead(page)).toEqual(heads[locale]);
		await expect(page.locator("[data-part=language-status][role=status]")).toHaveText(
			words[locale].languageChanged,
		);
		await expect(languageSwitch(page)).toHaveAttribute("aria-checked", String(locale === "ru"));
	};
	await languageSwitch(page).click();
	await expectChange("ru", languageSwitch(page));
	await page.keyboard.press("Space");
	await expectChange("en-US", languageSwitch(page));
	await page.locator("footer [data-locale]").click();
	await expectChange("ru", page.locator("#language-link"));
	await waitForPaint(page);
	await expectNoShift(page, { isPressed: true });
});

test("a slow change of language can be revoked", { tag: "@desktop" }, async ({ page }) => {
	const counterpart = await holdRequests(page, about);
	await page.goto(russian);
	await page.evaluate(() => scrollTo(0, 1200));
	await languageSwitch(page).click();
	await expect(languageSwitch(page)).toHaveAttribute("aria-checked", "false");
	await expect(placeholder(page, "ru")).toBeVisible();
	await expect(page.locator("main")).toBeHidden();
	await expect(page.getByText(words.ru.readInstead)).toBeHidden();
	await languageSwitch(page).click();
	const late = page.waitForResponse((response) => response.url().endsWith(about));
	counterpart.release();
	await late;
	// Gives the page's script time to handle the late response.
	await page.waitForTimeout(200);
	await expectPage(page, "about", "ru");
	expect(await page.evaluate(() => Math.round(scrollY))).toBe(1200);
	expect(await storedLocale(page)).toBe("ru");
});

test("a failed change of language can be revoked or repeated", { tag: "@desktop" }, async ({
	page,
	tolerate,
}) => {
	tolerate(/about/);
	await page.route(russian, (route) => route.abort());
	await page.goto(about);
	const fail = async () => {
		const logged = page.waitForEvent(
			"console",
			(line) => line.type() === "error" && /Error: /.test(line.text()),
		);
		await languageSwitch(page).click();
		await logged;
		await expect(placeholder(page, "en-US")).toBeVisible();
		await expect(page.locator("main")).toBeHidden();
	};
	await fail();
	const link = page.getByRole("link", { name: words["en-US"].readInstead });
	await expect(link).toBeVisible();
	await languageSwitch(page).click();
	await expectPage(page, "about", "en-US");
	expect(await storedLocale(page)).toBe("en-US");
	await fail();
	await clearStorage(page);
	await markDocument(page);
	await page.unroute(russian);
	await link.click();
	await expectPage(page, "about", "ru");
	expect(await isDocumentMarked(page), "a load").toBe(false);
	expect(await storedLocale(page)).toBe("ru");
});

test("an open menu does not cover the link of a failure", { tag: "@phone" }, async ({
	page,
	tolerate,
}) => {
	tolerate(/about/);
	await page.route(russian, (route) => route.abort());
	await page.goto(about);
	await page.locator("[data-part=open]").click();
	await page.locator("#language-menu").click();
	await page.locator("#menu details a[data-locale=ru]").click();
	const link = page.getByRole("link", { name: words["en-US"].readInstead });
	await expect(link).toBeVisible();
	await page.unroute(russian);
	await link.click();
	await expectPage(page, "about", "ru");
});

test("the browser follows a language link with a modifier", { tag: "@desktop" }, async ({
	page,
	context,
}) => {
	await page.goto(about);
	const opened = context.waitForEvent("page");
	await languageSwitch(page).click({ modifiers: ["ControlOrMeta"] });
	await expectPage(await opened, "about", "ru");
	await expectPage(page, "about", "en-US");
});

test("a page of an earlier build navigates to the other language", { tag: "@desktop" }, async ({
	page,
}) => {
	await page.route(russian, async (route) => {
		if (route.request().resourceType() !== "xhr") return route.continue();
		const response = await route.fetch();
		const body = (await response.text()).replace('src="/assets/', 'src="/assets/before/');
		await route.fulfill({ response, body });
	});
	await page.goto(`${about}?from=letter#content`);
	await markDocument(page);
	const entries = await countEntries(page);
	await languageSwitch(page).click();
	await expectPage(page, "about", "ru", "?from=letter#content");
	await expect.poll(() => isDocumentMarked(page), "a load").toBe(false);
	expect(await countEntries(page)).toBe(entries);
});

test("a translated page is left for the page in that language", { tag: "@desktop" }, async ({
	page,
}) => {
	await page.goto(about);
	// Changes the page as Google's translation does.
	await page.evaluate(() => {
		const root = document.documentElement;
		root.lang = "ru";
		root.className = "translated-ltr";
		for (const element of document.querySelectorAll("main :is(h1, p), [role=switch] span")) {
			const font = document.createElement("font");
			font.append("Перевод");
			element.replaceChildren(font);
		}
	});
	await languageSwitch(page).click();
	await expectPage(page, "about", "ru");
	await expect(page.locator(".translated-ltr, font")).toHaveCount(0);
	expect(await storedLocale(page)).toBe("ru");
});
