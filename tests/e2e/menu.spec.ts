import type { Page } from "@playwright/test";
import { pathOf } from "../../content/routes.ts";
import { words } from "../../content/words.ts";
import { expect, holdRequests, test } from "./siteTest.ts";

const locale = "en-US";

const tapOutsideOfMenu = (page: Page): Promise<void> => page.touchscreen.tap(15, 500);

/**
 * Fires the `pageshow` event of a page that returns from the back/forward cache. tests/engines/loading.test.ts tests a
 * real return.
 */
const returnToPage = (page: Page): Promise<boolean> =>
	page.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));

test("the menu takes the focus and returns it on a touch screen, and is closed when the page returns from the back/forward cache", {
	tag: "@phone",
}, async ({ page }) => {
	const menu = page.locator("#menu");
	const menuButton = page.locator("[data-part=open]");
	const closeButton = menu.getByRole("button", { name: words[locale].closeMenu });
	await page.goto(pathOf("about", locale));
	for (const close of [() => page.keyboard.press("Escape"), () => tapOutsideOfMenu(page), () => closeButton.tap()]) {
		await menuButton.tap();
		await expect(menu.getByRole("link").first()).toBeFocused();
		await close();
		await expect(menu).toBeHidden();
		await expect(menuButton).toBeFocused();
	}
	await menuButton.tap();
	await expect(menu).toBeVisible();
	await returnToPage(page);
	await expect(menu).toBeHidden();
});

test("a menu that was opened before the script started is closed when the page returns from the back/forward cache", {
	tag: "@phone",
}, async ({ page }) => {
	await holdRequests(page, /\.js$/);
	await page.goto(pathOf("about", locale), { waitUntil: "commit" });
	await page.locator("[data-part=open]").tap();
	await expect(page.locator("#menu")).toBeVisible();
	await returnToPage(page);
	await expect(page.locator("#menu")).toBeHidden();
});

test("a press on a control outside of the open menu closes the menu and focuses the control", {
	tag: "@phone",
}, async ({ page }) => {
	await page.goto(pathOf("about", locale));
	const field = page.locator("#newsletter-email");
	await field.scrollIntoViewIfNeeded();
	await page.locator("[data-part=open]").tap();
	const { x, y, height } = (await field.boundingBox()) ?? { x: 0, y: 0, height: 0 };
	await page.touchscreen.tap(x + 5, y + height / 2);
	await expect(page.locator("#menu")).toBeHidden();
	await expect(field).toBeFocused();
});
