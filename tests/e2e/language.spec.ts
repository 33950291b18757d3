import type { Locator, Page } from "@playwright/test";
import { type Locale, locales } from "../../content/locales.ts";
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
const scrollTop = (page: Page): Promise<number> => page.evaluate(() => Math.round(scrollY));

/** Lists the elements of the head that differ between the languages. */
const listHead = (page: Page): Promise<string[]> =>
	page
		.locator("head > :not(style, script, [rel=preload])")
		.evaluateAll((elements) => elements.map(({ outerHTML }) => outerHTML).sort());

/** Gives the page's script 200 ms to handle a response that has arrived. */
const waitForLateResponse = (page: Page) =>
	page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)));

test("a change of language replaces head and body in place, and keeps sections open", {
	tag: "@desktop",
}, async ({ page }) => {
	const suffix = "?from=letter#content";
	await page.goto(pathOf("programmes", "ru"));
	const russianHead = await listHead(page);
	await page.goto(pathOf("programmes", "en-US") + suffix);
	const heads = { "en-US": await listHead(page), ru: russianHead };
	await markDocument(page);
	await page.locator("main summary").first().click();
	const entries = await countEntries(page);
	const expectChange = async (locale: Locale, control: Locator) => {
		await expectPage(page, "programmes", locale, suffix);
		await expect(control).toBeFocused();
		await expect(page.locator("main details[open]")).toHaveCount(1);
		expect(await isDocumentMarked(page), "no load").toBe(true);
		expect(await countEntries(page)).toBe(entries);
		expect(await storedLocale(page)).toBe(locale);
		expect(await listHead(page)).toEqual(heads[locale]);
		await expect(page.locator("[data-part=language-status][role=status]")).toHaveText(
			words[locale].languageChanged,
		);
	};
	await languageSwitch(page).click();
	await expectChange("ru", languageSwitch(page));
	await expect(languageSwitch(page)).toHaveAttribute("aria-checked", "true");
	await page.keyboard.press("Space");
	await expectChange("en-US", languageSwitch(page));

	await page.setViewportSize({ width: 375, height: 812 });
	await expect(languageSwitch(page)).toBeHidden();
	await page.locator("[data-part=open]").click();
	const list = page.locator("#language-menu");
	await expect(list).toHaveAccessibleName(
		`${words["en-US"].language}: ${locales["en-US"].short} – English`,
	);
	await list.click();
	await page.locator("#menu").getByRole("link", { name: locales.ru.name }).click();
	await expectChange("ru", list);
	await expect(page.locator("#menu")).toBeVisible();
});

// tests/engines/scrollPosition.test.ts tests what stays in place during a change.
test("a slow change of language shows a placeholder, can be revoked, and a change back restores the scroll position", {
	tag: "@desktop",
}, async ({ page }) => {
	const counterpart = await holdRequests(page, about);
	await page.goto(russian);
	await page.evaluate(() => scrollTo(0, 1200));
	await languageSwitch(page).click();
	await expect(languageSwitch(page)).toHaveAttribute("aria-checked", "false");
	await expect(placeholder(page, "ru")).toBeVisible();
	await expect(page.locator("main")).toBeHidden();
	await expect(page.getByText(words.ru.readInstead)).toBeHidden();
	await languageSwitch(page).click();
	await expectPage(page, "about", "ru");
	expect(await scrollTop(page)).toBe(1200);
	expect(await storedLocale(page)).toBe("ru");
	const late = page.waitForResponse((response) => response.url().endsWith(about));
	counterpart.release();
	await late;
	await waitForLateResponse(page);
	await expectPage(page, "about", "ru");
	await page.unroute(about);
	const again = await holdRequests(page, about);
	await languageSwitch(page).click();
	await expect(placeholder(page, "ru")).toBeVisible();
	again.release();
	await expectPage(page, "about", "en-US");
	await page.evaluate(() => document.fonts.ready.then(() => undefined));
	await languageSwitch(page).click();
	await expectPage(page, "about", "ru");
	await expect.poll(() => scrollTop(page)).toBe(1200);
});

test("a change back restores the scroll position also when the page has become shorter meanwhile", {
	tag: "@desktop",
}, async ({ page }) => {
	await page.goto(russian);
	await page.evaluate(() =>
		scrollTo({ top: document.documentElement.scrollHeight, behavior: "instant" }),
	);
	const top = await scrollTop(page);
	await languageSwitch(page).click();
	await expectPage(page, "about", "en-US");
	await expect
		.poll(() => page.evaluate(() => document.documentElement.style.overflowAnchor))
		.toBe("");
	await page.locator("footer").evaluate((footer) => footer.remove());
	await languageSwitch(page).click();
	await expectPage(page, "about", "ru");
	await expect.poll(() => scrollTop(page)).toBe(top);
});

test("fonts that arrive after a change of language do not move a visitor who has scrolled since", {
	tag: "@desktop",
}, async ({ page }) => {
	await page.goto(about);
	const fonts = await holdRequests(page, /\.woff2$/);
	await page.evaluate(() => scrollTo({ top: 400, behavior: "instant" }));
	await languageSwitch(page).click();
	await expectPage(page, "about", "ru");
	expect(await page.evaluate(() => document.fonts.status)).toBe("loading");
	await page.evaluate(() => scrollTo({ top: 900, behavior: "instant" }));
	fonts.release();
	// The page holds the scroll position until the fonts have loaded, and then permits the browser's scroll anchoring.
	await expect
		.poll(() => page.evaluate(() => document.documentElement.style.overflowAnchor))
		.toBe("");
	expect(await scrollTop(page)).toBe(900);
});

test("a failed change of language is logged and offers a link, and the next press revokes or retries it", {
	tag: "@desktop",
}, async ({ page, tolerate }) => {
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

test.describe("the link that a failed change of language offers can be pressed", () => {
	test.beforeEach(async ({ page, tolerate }) => {
		tolerate(/about/);
		await page.route(russian, (route) => route.abort());
		await page.goto(about);
	});
	const pressOfferedLink = async (page: Page) => {
		const link = page.getByRole("link", { name: words["en-US"].readInstead });
		await expect(link).toBeVisible();
		await page.unroute(russian);
		await link.click();
		await expectPage(page, "about", "ru");
	};

	test("at the end of a page", { tag: "@desktop" }, async ({ page }) => {
		await page.locator("footer [data-locale]").click();
		await pressOfferedLink(page);
	});

	test("from the menu", { tag: "@phone" }, async ({ page }) => {
		await page.locator("[data-part=open]").click();
		await page.locator("#language-menu").click();
		await page.locator("#menu details a[data-locale=ru]").click();
		await pressOfferedLink(page);
	});
});

test("a change of language causes no layout shift, and starts the carousel again on the same page", {
	tag: "@desktop",
}, async ({ page }) => {
	await page.goto(pathOf("home", "en-US"));
	// Loads all fonts first, so that no late font causes a layout shift. tests/e2e/loading.spec.ts tests late fonts.
	await page.evaluate(async () => {
		// `allSettled`, because a local fallback font that is not installed on this machine fails to load.
		await Promise.allSettled([...document.fonts].map((font) => font.load()));
	});
	await languageSwitch(page).click();
	await expectPage(page, "home", "ru");
	await waitForPaint(page);
	await expectNoShift(page, { isPressed: true });
	const carousel = page.locator("site-carousel");
	await carousel.scrollIntoViewIfNeeded();
	await expect(carousel).toHaveAttribute("data-state", "ready");
	const currentDot = carousel.locator("ol [aria-current=true]");
	const secondPage = (locale: Locale) =>
		new RegExp(words[locale].page.replace("{page}", "2").replace("{count}", "\\d"));
	await page.getByRole("button", { name: words.ru.nextPage }).click();
	await expect(currentDot).toHaveAccessibleName(secondPage("ru"));
	await languageSwitch(page).click();
	await expectPage(page, "home", "en-US");
	await expect(carousel).toHaveAttribute("data-state", "ready");
	await expect(currentDot).toHaveAccessibleName(secondPage("en-US"));
	await page.getByRole("button", { name: words["en-US"].previousPage }).click();
	await expect(page.getByRole("button", { name: words["en-US"].previousPage })).toBeDisabled();
});

test("a page of an earlier build navigates to the other language instead of changing in place", {
	tag: "@desktop",
}, async ({ page }) => {
	await page.route(russian, async (route) => {
		if (route.request().resourceType() !== "xhr") return route.continue();
		const response = await route.fetch();
		const body = (await response.text()).replace('data-entry="', 'data-entry="/before');
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
