import type { Locator, Page } from "@playwright/test";
import type { Locale } from "../../content/locales.ts";
import { words } from "../../content/words.ts";
import { isDocumentMarked, markDocument } from "../tools/documentMark.ts";
import {
	expect,
	expectNoShift,
	expectPage,
	holdRequests,
	languageSwitch,
	placeholder,
	storedLocale,
	test,
	waitForPaint,
} from "./siteTest.ts";

const about = "/about";
const russian = "/ru/about";
const suffix = "?from=letter#content";

// The browser prefers Russian, but `Accept-Language` must not change the language of a page.
test.use({ locale: "ru-RU" });

const countEntries = (page: Page): Promise<number> => page.evaluate(() => history.length);

/** Lists the elements of the head that differ between the languages. */
const listHead = (page: Page): Promise<string[]> =>
	page
		.locator("head > :not(style, script, [rel=preload])")
		.evaluateAll((elements) => elements.map(({ outerHTML }) => outerHTML).sort());

// tests/engines/language.test.ts tests what stays as it is during a change.
test("a change of language shows the served page in place", async ({ page }) => {
	await page.goto(russian);
	const russianHead = await listHead(page);
	await page.goto("/programmes");
	await page.goto(about + suffix);
	const heads = { "en-US": await listHead(page), ru: russianHead };
	await markDocument(page);
	const expectChange = async (locale: Locale, control: Locator) => {
		await expectPage(page, "about", locale, suffix);
		await expect(control).toBeFocused();
		expect(await storedLocale(page)).toBe(locale);
		expect(await listHead(page)).toEqual(heads[locale]);
		await expect(page.locator("[data-part=language-status][role=status]")).toHaveText(
			words[locale].languageChanged,
		);
		await expect(languageSwitch(page)).toHaveAttribute("aria-checked", String(locale === "ru"));
	};
	await languageSwitch(page).click();
	await expectChange("ru", languageSwitch(page));
	for (let presses = 0; presses < 9; presses++) await page.keyboard.press("Space");
	await expectChange("en-US", languageSwitch(page));
	await page.locator("footer [data-locale]").click();
	await expectChange("ru", page.locator("#language-link"));
	await waitForPaint(page);
	await expectNoShift(page, { isPressed: true });
	expect(await isDocumentMarked(page), "no load").toBe(true);
	await page.goBack();
	await expectPage(page, "programmes", "ru");
});

test("opening the list of languages requests the other page once", async ({ page }) => {
	const requests: string[] = [];
	page.on("request", (request) => requests.push(new URL(request.url()).pathname));
	await page.setViewportSize({ width: 375, height: 812 });
	await page.goto(about);
	await page.locator("[data-part=open]").click();
	await page.locator("#language-menu").click();
	await expect.poll(() => requests).toContain(russian);
	await page.locator("#menu details a[data-locale=ru]").click();
	await expectPage(page, "about", "ru");
	expect(requests.filter((path) => path === russian)).toHaveLength(1);
});

test("a list of languages that opens again requests the page anew", async ({ page }) => {
	const requests: string[] = [];
	page.on("request", (request) => requests.push(new URL(request.url()).pathname));
	const listRequests = () => requests.filter((path) => path === russian);
	await page.setViewportSize({ width: 375, height: 812 });
	await page.goto(about);
	await page.locator("[data-part=open]").click();
	await page.locator("#language-menu").click();
	await expect.poll(listRequests).toHaveLength(1);
	await page.locator("#language-menu").click();
	await page.locator("#language-menu").click();
	await expect.poll(listRequests).toHaveLength(2);
});

test("a slow change of language can be revoked", async ({ page }) => {
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

test("a failed change of language can be revoked or repeated", async ({ page, tolerate }) => {
	tolerate(/about/);
	await page.route(russian, (route) => route.abort());
	await page.goto(about);
	const link = page.getByRole("link", { name: words["en-US"].readInstead });
	const expectFailure = async () => {
		await expect(link).toBeVisible();
		await expect(placeholder(page, "en-US")).toBeVisible();
		await expect(page.locator("main")).toBeHidden();
	};
	await languageSwitch(page).click();
	await expectFailure();
	await languageSwitch(page).click();
	await expectPage(page, "about", "en-US");
	expect(await storedLocale(page)).toBe("en-US");
	// The open menu of a narrow window must not cover the link.
	await page.setViewportSize({ width: 375, height: 812 });
	await page.locator("[data-part=open]").click();
	await page.locator("#language-menu").click();
	await page.locator("#menu details a[data-locale=ru]").click();
	await expectFailure();
	await page.evaluate(() => localStorage.clear());
	await page.unroute(russian);
	await link.click();
	await expectPage(page, "about", "ru");
	expect(await storedLocale(page)).toBe("ru");
});

test("the browser follows a language link with a modifier", async ({ page, context }) => {
	await page.goto(about);
	const opened = context.waitForEvent("page");
	await languageSwitch(page).click({ modifiers: ["ControlOrMeta"] });
	await expectPage(await opened, "about", "ru");
	await expectPage(page, "about", "en-US");
});

test("a page of an earlier build navigates to the other language", async ({ page }) => {
	await page.route(russian, async (route) => {
		if (route.request().resourceType() !== "xhr") return route.continue();
		const response = await route.fetch();
		const body = (await response.text()).replace('src="/assets/', 'src="/assets/before/');
		await route.fulfill({ response, body });
	});
	await page.goto(about + suffix);
	await markDocument(page);
	const entries = await countEntries(page);
	await languageSwitch(page).click();
	await expectPage(page, "about", "ru", suffix);
	await expect.poll(() => isDocumentMarked(page), "a load").toBe(false);
	expect(await countEntries(page)).toBe(entries);
});

test("a translated page is left for the page in that language", async ({ page }) => {
	await page.goto(about);
	// Changes the page as Google's translation does.
	await page.evaluate(() => {
		document.documentElement.lang = "ru";
		for (const element of document.querySelectorAll("main :is(h1, p), [role=switch] span")) {
			const font = document.createElement("font");
			font.append("Перевод");
			element.replaceChildren(font);
		}
	});
	await languageSwitch(page).click();
	await expectPage(page, "about", "ru");
	await expect(page.locator("font")).toHaveCount(0);
	expect(await storedLocale(page)).toBe("ru");
});

test("the stored language is restored before anything is painted", async ({ page }) => {
	const painted: string[] = [];
	await page.exposeFunction("notePaint", (lang: string) => painted.push(lang));
	await page.addInitScript(() => {
		const { notePaint } = window as unknown as { notePaint: (lang: string) => void };
		new PerformanceObserver(() => notePaint(document.documentElement.lang)).observe({
			type: "paint",
			buffered: true,
		});
		if (location.protocol !== "about:") localStorage.locale = "ru";
	});
	// Delays the Russian page by 400 ms. Meanwhile, the browser must not paint the English text.
	await page.route(russian, async (route) => {
		await new Promise((resolve) => setTimeout(resolve, 400));
		await route.continue();
	});
	await page.goto("about:blank");
	const entries = await countEntries(page);
	await page.goto(about + suffix);
	await expectPage(page, "about", "ru", suffix);
	expect(await countEntries(page)).toBe(entries + 1);
	await expect.poll(() => painted).toContain("ru");
	expect(painted).not.toContain("en-US");
});

test("a language chosen before the script has come is kept", async ({ page, context }) => {
	await context.route(/\/about$/, async (route) => {
		const response = await route.fetch();
		const headers = { ...response.headers(), "referrer-policy": "no-referrer" };
		await route.fulfill({ response, headers });
	});
	await holdRequests(page, /\/assets\/entries\//);
	await page.goto(russian, { waitUntil: "commit" });
	for (const button of ["middle", "left"] as const) {
		await page.evaluate(() => localStorage.setItem("locale", "ru"));
		const opened = button === "middle" ? context.waitForEvent("page") : page;
		await languageSwitch(page).click({ button });
		const tab = await opened;
		await expectPage(tab, "about", "en-US");
		expect(await storedLocale(tab)).toBe("en-US");
	}
});
