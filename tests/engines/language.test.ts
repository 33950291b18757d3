import type { Page } from "puppeteer-core";
import { expect, test } from "vitest";
import type { Locale } from "../../content/locales.ts";
import { pathOf } from "../../content/routes.ts";
import { inEachEngine, isMarked, look, mark, press } from "./engine.ts";

const address = () => location.pathname + location.search;
const lang = () => document.documentElement.lang;

inEachEngine((open) => {
	test("the page changes in place: address, language, title, focus and position; the choice is restored on other pages", async () => {
		const page = await open(`${pathOf("programmes", "en-US")}?from=letter`);
		await mark(page);
		await page.evaluate(() => scrollTo({ top: 500, behavior: "instant" }));
		await press(page, "#language-switch");
		await look(page, address).toBe(`${pathOf("programmes", "ru")}?from=letter`);
		await look(page, lang).toBe("ru");
		await look(page, () => document.activeElement?.id).toBe("language-switch");
		await look(page, () => Math.round(scrollY)).toBe(500);
		expect(await isMarked(page), "no load").toBe(true);
		const fresh = await open(pathOf("programmes", "ru"));
		expect(await page.title()).toBe(await fresh.title());
		await page.goto(new URL(pathOf("about", "en-US"), page.url()).href).catch(ignoreReplacement);
		await look(page, address).toBe(pathOf("about", "ru"));
		await look(page, lang).toBe("ru");
		await look(page, () => document.querySelector("main")?.checkVisibility()).toBe(true);
	});

	test("presses without a pause all count, by mouse and by keyboard", async () => {
		const page = await open(pathOf("about", "en-US"));
		await mark(page);
		await press(page, "#language-switch", { count: 7 });
		await expectRest(page, "ru");
		for (let presses = 0; presses < 7; presses++) await page.keyboard.press("Enter");
		await expectRest(page, "en-US");
		expect(await isMarked(page), "no load").toBe(true);
	});
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
