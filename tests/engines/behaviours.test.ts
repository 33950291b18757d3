import { expect, test } from "vitest";
import { pathOf } from "../../content/routes.ts";
import { isDocumentMarked, markDocument } from "../tools/documentMark.ts";
import type { EnginePage } from "../tools/EnginePage.ts";
import {
	expectInPage,
	goTo,
	inEachEngine,
	isMenuOpen,
	press,
	scrollPage,
	serveExcept,
	traverseHistory,
	waitForScript,
} from "./engine.ts";

const address = () => location.pathname + location.search;
const lang = () => document.documentElement.lang;
const isShown = (selector: string) =>
	document.querySelector(selector)?.checkVisibility({ contentVisibilityAuto: true });
const focused = () => {
	const { activeElement: element } = document;
	if (element?.closest("#menu nav")) return "in the menu";
	return element?.id || element?.getAttribute("data-part") || element?.localName;
};

const readState = () => ({
	lang: document.documentElement.lang,
	stored: localStorage.locale,
	path: location.pathname,
	isOn: document.getElementById("language-switch")?.ariaChecked,
	isPlaceholderHidden: document.querySelector<HTMLElement>("[data-part=placeholder]")?.hidden,
});

/** Ignores the error of a navigation that the page's `location.replace` interrupts. */
function ignoreReplacement(error: Error): void {
	if (!/abort|interrupt|navigation/i.test(error.message)) throw error;
}

async function openMenu(page: EnginePage): Promise<void> {
	await press(page, "[data-part=open]");
	await expectInPage(page, isMenuOpen).toBe(true);
}

/** Returns the width of the progress bar as a percentage of the width of the window. */
const progressPercent = () => {
	const { width = 0 } = document.querySelector("site-progress")?.getBoundingClientRect() ?? {};
	return Math.round((width / document.documentElement.clientWidth) * 100);
};

inEachEngine((open) => {
	test("a change of language keeps focus and position, counts fast presses by keyboard, and is restored on other pages", async () => {
		const page = await open(`${pathOf("programmes", "en-US")}?from=letter`);
		await markDocument(page);
		const title = await page.title();
		// Measured from the header, whose height depends on the language.
		const measureTop = () => {
			const { top = 0 } = document.querySelector(".disclosure")?.getBoundingClientRect() ?? {};
			const { bottom = 0 } = document.querySelector("header")?.getBoundingClientRect() ?? {};
			return Math.round(top - bottom);
		};
		const distance = await page.evaluate(measureTop);
		await page.evaluate((top: number) => scrollTo({ top, behavior: "instant" }), distance - 2);
		const top = await page.evaluate(measureTop);
		await press(page, "#language-switch");
		await expectInPage(page, address).toBe(`${pathOf("programmes", "ru")}?from=letter`);
		await expectInPage(page, lang).toBe("ru");
		await expectInPage(page, focused).toBe("language-switch");
		await expect
			.poll(async () => Math.abs((await page.evaluate(measureTop)) - top))
			.toBeLessThanOrEqual(1);
		expect(await page.title()).not.toBe(title);

		for (let presses = 0; presses < 8; presses++) await page.keyboard.press("Enter");
		// Waits 1 s. Otherwise the test would miss a late change to the wrong language.
		await new Promise((resolve) => setTimeout(resolve, 1000));
		await expectInPage(page, readState).toEqual({
			lang: "ru",
			stored: "ru",
			path: pathOf("programmes", "ru"),
			isOn: "true",
			isPlaceholderHidden: true,
		});
		expect(await isDocumentMarked(page), "no load").toBe(true);
		await goTo(page, pathOf("about", "en-US")).catch(ignoreReplacement);
		await expectInPage(page, address).toBe(pathOf("about", "ru"));
		await expectInPage(page, lang).toBe("ru");
		await expectInPage(page, isShown, "main").toBe(true);
	});

	test("the menu of a narrow window moves and returns the focus, stays open during a change of language, and closes when the page is left or the window becomes wide", async () => {
		const page = await open(pathOf("home", "ru"), { width: 375 });
		await expectInPage(page, isMenuOpen).toBe(false);
		for (const close of [
			() => page.keyboard.press("Escape"),
			// Clicks outside of the menu.
			() => page.mouse.click(15, 500),
			() => press(page, "#menu > button"),
		]) {
			await openMenu(page);
			await expectInPage(page, focused).toBe("in the menu");
			await close();
			await expectInPage(page, isMenuOpen).toBe(false);
			await expectInPage(page, focused).toBe("open");
		}
		await openMenu(page);
		for (let count = 0; count < 15; count++) await page.keyboard.press("Tab");
		await expectInPage(page, isMenuOpen).toBe(false);
		await openMenu(page);
		await press(page, "#language-menu");
		await press(page, '#menu details a[data-locale="en-US"]');
		await expectInPage(page, lang).toBe("en-US");
		await expectInPage(page, isMenuOpen).toBe(true);
		await expectInPage(page, focused).toBe("language-menu");
		await press(page, `#menu nav a[href="${pathOf("approach", "en-US")}"]`);
		await expectInPage(page, address).toBe(pathOf("approach", "en-US"));
		await waitForScript(page);
		await expectInPage(page, isMenuOpen).toBe(false);
		await openMenu(page);
		// Fires the `pageshow` event of a page that returns from the back/forward cache.
		await page.evaluate(() =>
			dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })),
		);
		await expectInPage(page, isMenuOpen).toBe(false);
		await openMenu(page);
		await page.setViewport({ width: 769, height: 800 });
		await expectInPage(page, isMenuOpen).toBe(false);
		await expectInPage(page, isShown, "#menu nav a").toBe(true);
		await expectInPage(page, isShown, "[data-part=open]").toBe(false);
		await page.setViewport({ width: 768, height: 800 });
		await expectInPage(page, isShown, "#menu nav a").toBe(false);
		await expectInPage(page, isShown, "[data-part=open]").toBe(true);
	});

	test("the progress bar is full at the end of the page, also of a page that has grown, and in a window of another height", async () => {
		const page = await open(pathOf("programmes", "en-US"), { width: 375 });
		await expectInPage(page, progressPercent).toBe(0);
		await scrollPage(page, 1);
		await expectInPage(page, progressPercent).toBe(100);
		await page.evaluate(() => {
			document.body.style.paddingBottom = `${document.documentElement.scrollHeight}px`;
		});
		await expectInPage(page, progressPercent).toBeLessThan(60);
		await page.setViewport({ width: 375, height: 500 });
		await expectInPage(page, () => innerHeight).toBe(500);
		await scrollPage(page, 1);
		await expectInPage(page, progressPercent).toBe(100);
	});

	test("sections open and close by mouse and keyboard", async () => {
		const page = await open(pathOf("functionalTests", "ru"));
		const inside = "main .disclosure > :not(summary)";
		await expectInPage(page, isShown, inside).toBe(false);
		await press(page, "main .disclosure summary");
		await expectInPage(page, isShown, inside).toBe(true);
		await page.focus("main .disclosure summary");
		await page.keyboard.press(" ");
		await expectInPage(page, isShown, inside).toBe(false);
	});

	test("without its scripts, a page's menu, sections and language link work, and the menu is closed after Back", async () => {
		const url = await serveExcept((path, response) => {
			const isScript = path.endsWith(".js");
			if (isScript) response.setHeader("Content-Type", "text/javascript").end();
			return isScript;
		});
		const page = await open(url + pathOf("about", "en-US"), { width: 375, hasScript: false });
		await press(page, "[data-part=open]");
		await expectInPage(page, isMenuOpen).toBe(true);
		await press(page, `#menu nav a[href="${pathOf("functionalTests", "en-US")}"]`);
		await expectInPage(page, address).toBe(pathOf("functionalTests", "en-US"));
		await press(page, "main .disclosure summary");
		await expectInPage(page, isShown, "main .disclosure > :not(summary)").toBe(true);
		await press(page, "#language-link");
		await expectInPage(page, address).toBe(pathOf("functionalTests", "ru"));
		await goTo(page, pathOf("about", "ru"));
		await press(page, "[data-part=open]");
		await press(page, `#menu nav a[href="${pathOf("approach", "ru")}"]`);
		await expectInPage(page, address).toBe(pathOf("approach", "ru"));
		await traverseHistory(page, "back");
		await expectInPage(page, address).toBe(pathOf("about", "ru"));
		await expectInPage(page, isMenuOpen).toBe(false);
	});
});
