import type { Page } from "puppeteer-core";
import { expect, test } from "vitest";
import type { Locale } from "../../content/locales.ts";
import { pathOf } from "../../content/routes.ts";
import { words } from "../../content/words.ts";
import { isDocumentMarked, markDocument } from "../tools/documentMark.ts";
import { inEachEngine, look, press, scrollPage, untilAlive } from "./engine.ts";

const address = () => location.pathname + location.search;
const lang = () => document.documentElement.lang;
const isShown = (selector: string) =>
	document.querySelector(selector)?.checkVisibility({ contentVisibilityAuto: true });
const isSeen = (id: string) => {
	const top = document.getElementById(id)?.getBoundingClientRect().top ?? -1;
	return top > 0 && top < innerHeight;
};
const focused = () => {
	const { activeElement: element } = document;
	return element?.id || (element?.closest("#menu nav") ? "in the menu" : element?.localName);
};

/** The about page in a language, with no change under way. */
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

const isMenuOpen = () => document.querySelector("#menu:popover-open") !== null;

async function openMenu(page: Page): Promise<void> {
	await press(page, "#menu-button");
	await look(page, isMenuOpen).toBe(true);
}

/** Returns the filled share of the progress bar, in per cent. */
const progress = () => {
	const { width = 0 } = document.querySelector(".progress")?.getBoundingClientRect() ?? {};
	return Math.round((width / document.documentElement.clientWidth) * 100);
};

inEachEngine((open) => {
	test("the page changes in place: address, language, title, focus and position; the choice is restored on other pages", async () => {
		const page = await open(`${pathOf("programmes", "en-US")}?from=letter`);
		await markDocument(page);
		await page.evaluate(() => scrollTo({ top: 500, behavior: "instant" }));
		await press(page, "#language-switch");
		await look(page, address).toBe(`${pathOf("programmes", "ru")}?from=letter`);
		await look(page, lang).toBe("ru");
		await look(page, focused).toBe("language-switch");
		await look(page, () => Math.round(scrollY)).toBe(500);
		expect(await isDocumentMarked(page), "no load").toBe(true);
		const fresh = await open(pathOf("programmes", "ru"));
		expect(await page.title()).toBe(await fresh.title());
		await page.goto(new URL(pathOf("about", "en-US"), page.url()).href).catch(ignoreReplacement);
		await look(page, address).toBe(pathOf("about", "ru"));
		await look(page, lang).toBe("ru");
		await look(page, isShown, "main").toBe(true);
	});

	test("presses without a pause all count, by mouse and by keyboard", async () => {
		const page = await open(pathOf("about", "en-US"));
		await markDocument(page);
		await press(page, "#language-switch", { count: 7 });
		await expectRest(page, "ru");
		for (let presses = 0; presses < 7; presses++) await page.keyboard.press("Enter");
		await expectRest(page, "en-US");
		expect(await isDocumentMarked(page), "no load").toBe(true);
	});

	test("the menu of a narrow window takes the focus and gives it back, stays open while the language changes, leads on, and closes when the page is left and when the window grows", async () => {
		const page = await open(pathOf("home", "ru"), { width: 375 });
		await look(page, isMenuOpen).toBe(false);
		for (const close of [
			() => page.keyboard.press("Escape"),
			// Beside it.
			() => page.mouse.click(15, 500),
			() => press(page, ".menu-close"),
		]) {
			await openMenu(page);
			await look(page, focused).toBe("in the menu");
			await close();
			await look(page, isMenuOpen).toBe(false);
			await look(page, focused).toBe("menu-button");
		}
		await openMenu(page);
		await press(page, "#language-menu");
		await press(page, '.language-menu a[data-locale="en-US"]');
		await look(page, lang).toBe("en-US");
		await look(page, isMenuOpen).toBe(true);
		await look(page, focused).toBe("language-menu");
		await press(page, `#menu nav a[href="${pathOf("approach", "en-US")}"]`);
		await look(page, address).toBe(pathOf("approach", "en-US"));
		await untilAlive(page);
		await look(page, isMenuOpen).toBe(false);
		await openMenu(page);
		// As it will be found by those who come back.
		await page.evaluate(() => dispatchEvent(new Event("pagehide")));
		await look(page, isMenuOpen).toBe(false);
		await openMenu(page);
		await page.setViewport({ width: 769, height: 800 });
		await look(page, isMenuOpen).toBe(false);
		await look(page, isShown, "#menu nav a").toBe(true);
		await look(page, isShown, "#menu-button").toBe(false);
		await page.setViewport({ width: 768, height: 800 });
		await look(page, isShown, "#menu nav a").toBe(false);
		await look(page, isShown, "#menu-button").toBe(true);
	});

	test("the progress bar is full at the end of the page, also after the window's height alone has changed", async () => {
		const page = await open(pathOf("home", "en-US"), { width: 375 });
		await look(page, progress).toBe(0);
		await scrollPage(page, 1);
		await look(page, progress).toBe(100);
		for (const height of [500, 1400]) {
			await page.setViewport({ width: 375, height });
			await look(page, () => innerHeight).toBe(height);
			await scrollPage(page, 0);
			await look(page, progress).toBe(0);
			await scrollPage(page, 1);
			await look(page, progress).toBe(100);
		}
	});

	test("the progress bar follows the page as it grows, and through a change of language", async () => {
		const page = await open(pathOf("programmes", "en-US"));
		await scrollPage(page, 1);
		await look(page, progress).toBe(100);
		await page.evaluate(() => {
			document.body.style.paddingBottom = `${document.documentElement.scrollHeight}px`;
		});
		await look(page, progress).toBeLessThan(50);
		await press(page, "#language-switch");
		await look(page, lang).toBe("ru");
		await scrollPage(page, 1);
		await look(page, progress).toBe(100);
	});

	test("sections open and close by mouse and keyboard, and by an address", async () => {
		const page = await open(pathOf("functionalTests", "ru"));
		const countOpen = () => document.querySelectorAll("main details[open]").length;
		const inside = "main details > :not(summary)";
		const arrow = () => getComputedStyle(document.querySelector("main summary .icon") as Element).rotate;
		await look(page, countOpen).toBe(0);
		await press(page, "main summary");
		await look(page, isShown, inside).toBe(true);
		await look(page, arrow).toBe("180deg");
		const ids = () => [...document.querySelectorAll("main details > [id]")].map(({ id }) => id);
		const last = (await page.evaluate(ids)).at(-1) ?? "";
		expect(last).not.toBe("");
		await page.evaluate((id) => location.assign(`#${id}`), last);
		await look(page, isShown, `[id="${last}"]`).toBe(true);
		await look(page, isSeen, last).toBe(true);
		expect(await page.evaluate(countOpen), "one leaves the other open").toBe(2);
		await page.focus("main summary");
		await page.keyboard.press(" ");
		await look(page, isShown, inside).toBe(false);
	});

	test("a subscription is answered by an alert and in the page, and the form cleared", async () => {
		const page = await open(pathOf("about", "en-US"));
		await press(page, "#newsletter-name");
		await page.keyboard.type("Ада");
		await press(page, "#newsletter-email");
		await page.keyboard.type("ada@example.org");
		const alert = new Promise<string>((resolve) => {
			page.once("dialog", async (dialog) => {
				await dialog.accept();
				resolve(dialog.message());
			});
		});
		await press(page, "footer form button");
		expect(await alert).toBe(words["en-US"].subscribeSaved);
		await look(page, () => document.querySelector("footer form [role=status]")?.textContent).toBe(
			words["en-US"].subscribeSaved,
		);
		const typed = () => [...document.querySelectorAll<HTMLInputElement>("footer input[id]")].map(({ value }) => value);
		await look(page, typed).toEqual(["", ""]);
		expect(await page.evaluate(address)).toBe(pathOf("about", "en-US"));
	});
});
