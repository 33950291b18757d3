import { expect, test } from "vitest";
import type { Locale } from "../../content/locales.ts";
import { pathOf } from "../../content/routes.ts";
import { isDocumentMarked, markDocument } from "../tools/documentMark.ts";
import type { EnginePage } from "../tools/EnginePage.ts";
import {
	expectInPage,
	goTo,
	inEachEngine,
	inWebKit,
	isMenuOpen,
	press,
	scrollPage,
	traverseHistory,
	waitForScript,
} from "./engine.ts";

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
	if (element?.closest("#menu nav")) return "in the menu";
	return element?.id || element?.getAttribute("data-part") || element?.localName;
};

async function expectAboutPage(page: EnginePage, locale: Locale): Promise<void> {
	// Waits 1 s. Otherwise the test would miss a late change to the wrong language.
	await new Promise((resolve) => setTimeout(resolve, 1000));
	await expectInPage(page, lang).toBe(locale);
	const state = await page.evaluate(() => ({
		stored: localStorage.locale,
		path: location.pathname,
		isOn: document.getElementById("language-switch")?.ariaChecked,
		isPlaceholderHidden: document.querySelector<HTMLElement>("[data-part=placeholder]")?.hidden,
	}));
	expect(state).toEqual({
		stored: locale,
		path: pathOf("about", locale),
		isOn: String(locale === "ru"),
		isPlaceholderHidden: true,
	});
}

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
	test("a change of language keeps focus and position, updates URL and title, and is restored on other pages", async () => {
		const page = await open(`${pathOf("programmes", "en-US")}?from=letter`);
		await markDocument(page);
		await page.evaluate(() => scrollTo({ top: 500, behavior: "instant" }));
		const measureTop = () => Math.round(document.querySelector(".disclosure")?.getBoundingClientRect().top ?? 0);
		const top = await page.evaluate(measureTop);
		await press(page, "#language-switch");
		await expectInPage(page, address).toBe(`${pathOf("programmes", "ru")}?from=letter`);
		await expectInPage(page, lang).toBe("ru");
		await expectInPage(page, focused).toBe("language-switch");
		await expect.poll(async () => Math.abs((await page.evaluate(measureTop)) - top)).toBeLessThanOrEqual(1);
		expect(await isDocumentMarked(page), "no load").toBe(true);
		const fresh = await open(pathOf("programmes", "ru"));
		expect(await page.title()).toBe(await fresh.title());
		await goTo(page, pathOf("about", "en-US")).catch(ignoreReplacement);
		await expectInPage(page, address).toBe(pathOf("about", "ru"));
		await expectInPage(page, lang).toBe("ru");
		await expectInPage(page, isShown, "main").toBe(true);
	});

	test("the switch changes the language in place, and fast presses by keyboard all count", async () => {
		const page = await open(pathOf("about", "en-US"));
		await markDocument(page);
		await press(page, "#language-switch");
		await expectAboutPage(page, "ru");
		for (let presses = 0; presses < 7; presses++) await page.keyboard.press("Enter");
		await expectAboutPage(page, "en-US");
		expect(await isDocumentMarked(page), "no load").toBe(true);
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
		await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
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

	test("the progress bar is full at the end of the page, also after a change of the window's height", async () => {
		const page = await open(pathOf("home", "en-US"), { width: 375 });
		await expectInPage(page, progressPercent).toBe(0);
		await scrollPage(page, 1);
		await expectInPage(page, progressPercent).toBe(100);
		for (const height of [500, 1400]) {
			await page.setViewport({ width: 375, height });
			await expectInPage(page, () => innerHeight).toBe(height);
			await scrollPage(page, 0);
			await expectInPage(page, progressPercent).toBe(0);
			await scrollPage(page, 1);
			await expectInPage(page, progressPercent).toBe(100);
		}
	});

	test("the progress bar follows the growth of the page and a change of language", async () => {
		const page = await open(pathOf("programmes", "en-US"));
		await scrollPage(page, 1);
		await expectInPage(page, progressPercent).toBe(100);
		await page.evaluate(() => {
			document.body.style.paddingBottom = `${document.documentElement.scrollHeight}px`;
		});
		await expectInPage(page, progressPercent).toBeLessThan(50);
		await press(page, "#language-switch");
		await expectInPage(page, lang).toBe("ru");
		await scrollPage(page, 1);
		await expectInPage(page, progressPercent).toBe(100);
	});

	test("sections open and close by mouse and keyboard, and open by a fragment", async () => {
		const page = await open(pathOf("functionalTests", "ru"));
		const countOpen = () => document.querySelectorAll("main .disclosure[open]").length;
		const inside = "main .disclosure > :not(summary)";
		const arrow = () => {
			const icon = document.querySelector("main .disclosure summary .icon");
			return icon ? getComputedStyle(icon).rotate : "no icon";
		};
		await expectInPage(page, countOpen).toBe(0);
		await press(page, "main .disclosure summary");
		await expectInPage(page, isShown, inside).toBe(true);
		await expectInPage(page, arrow).toBe("180deg");
		const ids = () => [...document.querySelectorAll("main .disclosure > [id]")].map(({ id }) => id);
		const last = (await page.evaluate(ids)).at(-1) ?? "";
		expect(last).not.toBe("");
		await page.evaluate((id) => location.assign(`#${id}`), last);
		await expectInPage(page, isShown, `[id="${last}"]`).toBe(true);
		await expectInPage(page, isSeen, last).toBe(true);
		expect(await page.evaluate(countOpen), "one leaves the other open").toBe(2);
		await page.focus("main .disclosure summary");
		await page.keyboard.press(" ");
		await expectInPage(page, isShown, inside).toBe(false);
	});
});

// Only in WebKit, because puppeteer waits by scripts in the page. `npm test` covers Chromium.
inWebKit((open) => {
	test("without script the menu opens, its links lead to pages, and Back returns", async () => {
		const page = await open(pathOf("home", "en-US"), { width: 375, runsScripts: false });
		await press(page, "[data-part=open]");
		await expectInPage(page, isMenuOpen).toBe(true);
		await press(page, `#menu nav a[href="${pathOf("functionalTests", "en-US")}"]`);
		await expectInPage(page, address).toBe(pathOf("functionalTests", "en-US"));
		await press(page, "main summary");
		await expectInPage(page, () => document.querySelectorAll("main details[open]").length).toBe(1);
		await press(page, "#language-link");
		await expectInPage(page, lang).toBe("ru");
		await traverseHistory(page, "back");
		await expectInPage(page, lang).toBe("en-US");
	});

	test("without script the carousel begins with the first review, and scrolls", async () => {
		const page = await open(pathOf("home", "en-US"), { width: 375, runsScripts: false });
		const readPlace = () => {
			const list = document.querySelector(".swiper-wrapper");
			const slide = list?.querySelector(":scope > li");
			return slide && Math.round((list?.scrollLeft ?? 0) / slide.getBoundingClientRect().width);
		};
		expect(await page.evaluate(readPlace)).toBe(0);
		await page.evaluate(() => {
			const slide = document.querySelector(".swiper-wrapper > li:nth-child(2)");
			slide?.scrollIntoView({ behavior: "instant", inline: "start" });
		});
		await expectInPage(page, readPlace).toBe(1);
		expect(await page.evaluate(() => customElements.get("site-carousel") === undefined), "no script").toBe(true);
	});
});
