import type { Page } from "puppeteer-core";
import { expect, test } from "vitest";
import type { EnginePage } from "../tools/EnginePage.ts";
import {
	expectInPage,
	focused,
	inEachEngine,
	isMenuOpen,
	openMenu,
	press,
	scrollPage,
	traverseHistory,
	waitForScript,
} from "./engine.ts";

const path = () => location.pathname;
const isShown = (selector: string) => document.querySelector(selector)?.checkVisibility();

/** Returns the width of the progress bar as a percentage of the width of the window. */
const progressPercent = () => {
	const { width = 0 } = document.querySelector(".progress")?.getBoundingClientRect() ?? {};
	return Math.round((width / document.documentElement.clientWidth) * 100);
};

const payment = "/about?payment";

/** Presses a payment link, which leads to a page of the site, because tests reach no other site. */
async function pressPaymentLink(page: EnginePage): Promise<void> {
	await page.evaluate((address) => {
		for (const link of document.querySelectorAll<HTMLAnchorElement>("main .purchase a"))
			link.href = address;
	}, payment);
	await press(page, "main .purchase a");
}

const address = () => location.pathname + location.search;

inEachEngine((open, name) => {
	// The test window of WebKit opens no others, as the views of some apps.
	test.skipIf(name === "WebKit")("a payment link opens one new tab", async () => {
		const page = (await open("/consultations")) as Page;
		await pressPaymentLink(page);
		const listTabs = () => page.browserContext().pages();
		await expect.poll(async () => (await listTabs()).length).toBe(2);
		const [tab] = (await listTabs()).filter((other) => other !== page);
		if (!tab) throw new Error("There is no new tab.");
		await expectInPage(tab, address).toBe(payment);
		expect(await tab.evaluate(() => window.opener)).toBe(null);
		// Longer than the delay after which the script would follow the link in the first tab.
		await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 1000)));
		expect(await page.evaluate(address)).toBe("/consultations");
	});

	test.each([
		["returns no window", null],
		["closes the window", { closed: true }],
	])("a payment link opens where a view %s", async (_, opened) => {
		const page = await open("/consultations");
		await page.evaluate((opened) => void Object.assign(window, { open: () => opened }), opened);
		await pressPaymentLink(page);
		await expectInPage(page, address).toBe(payment);
	});

	test.runIf(name === "WebKit")("a payment link opens in a view without windows", async () => {
		const page = await open("/consultations");
		await pressPaymentLink(page);
		await expectInPage(page, address).toBe(payment);
	});

	test("thanks for a payment are not repeated", async () => {
		const page = await open("/consultations?utm_source=mail&paid#paid");
		await expectInPage(page, isShown, "#paid").toBe(true);
		await expectInPage(page, () => location.search + location.hash).toBe("");
		await press(page, ".bar a");
		await expectInPage(page, path).toBe("/");
		await traverseHistory(page, "back");
		await expectInPage(page, path).toBe("/consultations");
		await waitForScript(page);
		await expectInPage(page, isShown, "#paid").not.toBe(true);
	});

	test("a title is copied without soft hyphens", async () => {
		const page = await open("/ru/privacy");
		const copy = () => {
			const title = document.querySelector("h1") ?? document.body;
			getSelection()?.selectAllChildren(title);
			const clipboardData = new DataTransfer();
			const copied = new ClipboardEvent("copy", { clipboardData, bubbles: true });
			title.dispatchEvent(copied);
			return [title.textContent, copied.clipboardData?.getData("text/plain")];
		};
		await expectInPage(page, copy).toEqual([
			expect.stringContaining("\u00ad"),
			"Политика конфиденциальности",
		]);
	});

	test("the menu of a narrow window moves and returns the focus", async () => {
		const page = await open("/ru", { width: 375 });
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
		const page = await open("/", { width: 375 });
		await openMenu(page);
		await press(page, `#menu nav a[href="/approach"]`);
		await expectInPage(page, path).toBe("/approach");
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
		const page = await open("/programmes", { width: 375 });
		await expectInPage(page, progressPercent).toBe(0);
		await scrollPage(page, 1);
		await expectInPage(page, progressPercent).toBe(100);
		await page.evaluate(() => {
			document.body.style.paddingBottom = `${document.documentElement.scrollHeight}px`;
		});
		await expectInPage(page, progressPercent).toBeLessThan(60);
	});
});
