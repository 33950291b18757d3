import { test } from "vitest";
import { pathOf } from "../../content/routes.ts";
import {
	expectInPage,
	focused,
	inEachEngine,
	isMenuOpen,
	openMenu,
	press,
	scrollPage,
	waitForScript,
} from "./engine.ts";

const path = () => location.pathname;
const isShown = (selector: string) => document.querySelector(selector)?.checkVisibility();

/** Returns the width of the progress bar as a percentage of the width of the window. */
const progressPercent = () => {
	const { width = 0 } = document.querySelector(".progress")?.getBoundingClientRect() ?? {};
	return Math.round((width / document.documentElement.clientWidth) * 100);
};

inEachEngine((open) => {
	test("the menu of a narrow window moves and returns the focus", async () => {
		const page = await open(pathOf("home", "ru"), { width: 375 });
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
	});

	test("the menu closes when its page is left or becomes wide", async () => {
		const page = await open(pathOf("home", "en-US"), { width: 375 });
		await openMenu(page);
		await press(page, `#menu nav a[href="${pathOf("approach", "en-US")}"]`);
		await expectInPage(page, path).toBe(pathOf("approach", "en-US"));
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
	});

	test("the progress bar is full at the end of a page", async () => {
		const page = await open(pathOf("programmes", "en-US"), { width: 375 });
		await expectInPage(page, progressPercent).toBe(0);
		await scrollPage(page, 1);
		await expectInPage(page, progressPercent).toBe(100);
		await page.evaluate(() => {
			document.body.style.paddingBottom = `${document.documentElement.scrollHeight}px`;
		});
		await expectInPage(page, progressPercent).toBeLessThan(60);
	});
});
