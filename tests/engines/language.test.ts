import type { Page } from "puppeteer-core";
import { expect, test } from "vitest";
import { type Locale, localeCodes, otherLocale } from "../../content/locales.ts";
import { pathOf } from "../../content/routes.ts";
import { inEachEngine, isMarked, look, mark, press } from "./engine.ts";

const address = () => location.pathname + location.search;
const lang = () => document.documentElement.lang;

inEachEngine((open) => {
	for (const locale of localeCodes) {
		const other = otherLocale(locale);

		test(`from ${locale} the page changes in place: address, language, title, focus and position`, async () => {
			const page = await open(`${pathOf("programmes", locale)}?from=letter`);
			await mark(page);
			await page.evaluate(() => scrollTo({ top: 500, behavior: "instant" }));
			await press(page, "#language-switch");
			await look(page, address).toBe(`${pathOf("programmes", other)}?from=letter`);
			await look(page, lang).toBe(other);
			await look(page, () => document.activeElement?.id).toBe("language-switch");
			await look(page, () => Math.round(scrollY)).toBe(500);
			expect(await page.evaluate(() => localStorage.locale)).toBe(other);
			const fresh = await open(pathOf("programmes", other));
			expect(await page.title()).toBe(await fresh.title());
			const heading = () => document.querySelector("main h1")?.textContent;
			expect(await page.evaluate(heading)).toBe(await fresh.evaluate(heading));
			expect(await isMarked(page), "no load").toBe(true);
		});

		test(`the choice of ${locale} is restored on other pages`, async () => {
			const page = await open(pathOf("about", other));
			await press(page, "#language-switch");
			await look(page, lang).toBe(locale);
			await page.goto(new URL(pathOf("programmes", other), page.url()).href).catch(ignoreReplacement);
			await look(page, address).toBe(pathOf("programmes", locale));
			await look(page, lang).toBe(locale);
			await look(page, () => document.querySelector("main")?.checkVisibility()).toBe(true);
		});
	}

	for (const count of [8, 3]) {
		test(`${count} presses without a pause all count, by mouse and by keyboard`, async () => {
			const page = await open(pathOf("about", "en-US"));
			await mark(page);
			await press(page, "#language-switch", { count });
			await expectRest(page, count % 2 ? "ru" : "en-US");
			for (let presses = 0; presses < count; presses++) await page.keyboard.press("Enter");
			await expectRest(page, "en-US");
			expect(await isMarked(page), "no load").toBe(true);
		});
	}
});

/** The about page in a language, with nothing under way. */
async function expectRest(page: Page, locale: Locale): Promise<void> {
	await new Promise((resolve) => setTimeout(resolve, 1000));
	await look(page, lang).toBe(locale);
	const state = await page.evaluate(() => ({
		stored: localStorage.locale,
		path: location.pathname,
		isOn: document.getElementById("language-switch")?.ariaChecked,
		isPlaceholderHidden: document.getElementById("rendering")?.hidden,
	}));
	expect(state).toEqual({
		stored: locale,
		path: pathOf("about", locale),
		isOn: String(locale === "ru"),
		isPlaceholderHidden: true,
	});
}

/** The page for which the browser was asked gives way to its counterpart, which some call an error. */
function ignoreReplacement(error: Error): void {
	if (!/abort|interrupt|navigation/i.test(error.message)) throw error;
}
