import type { Locator, Page } from "@playwright/test";
import { pathOf, routeNames } from "../../content/routes.ts";
import { words } from "../../content/words.ts";
import { expect, hold, snapshots, test } from "./test.ts";

const menu = (page: Page): Locator => page.locator("#menu");
const menuButton = (page: Page): Locator => page.locator("#menu-button");
const isOpen = (page: Page): Promise<boolean> => menu(page).evaluate((element) => element.matches(":popover-open"));
/** Beside the open menu. */
const tapOutside = (page: Page): Promise<void> => page.touchscreen.tap(15, 500);

async function openMenu(page: Page): Promise<void> {
	await menuButton(page).tap();
	await expect(menu(page)).toBeVisible();
}

test.describe("without script", () => {
	test.use({ javaScriptEnabled: false });
	const locale = "ru";

	test("opens by its button, closes by a tap outside and by Escape, and leads to every page and to the other language", async ({
		page,
	}) => {
		await page.goto(pathOf("home", locale));
		await expect(menu(page)).toBeHidden();
		await expect(menuButton(page)).toHaveAccessibleName(words[locale].menu);
		for (const close of [() => tapOutside(page), () => page.keyboard.press("Escape")]) {
			await openMenu(page);
			await close();
			await expect(menu(page)).toBeHidden();
		}
		await openMenu(page);
		const links = menu(page).getByRole("navigation", { name: words[locale].mainNavigation }).getByRole("link");
		await expect(links).toHaveText(routeNames.map((name) => snapshots[locale].navigation[name].value));
		for (const link of await links.all()) await expect(link).toBeInViewport({ ratio: 1 });
		await links.nth(routeNames.indexOf("approach")).tap();
		await expect(page).toHaveURL(pathOf("approach", locale));
		await openMenu(page);
		await page.locator("#language-menu").tap();
		await menu(page).getByRole("link", { name: "EN – English" }).tap();
		await expect(page).toHaveURL(pathOf("approach", "en-US"));
	});
});

test("takes the focus and gives it back; closes when the page is left, and when the window grows", async ({ page }) => {
	await page.goto(pathOf("about", "en-US"));
	const closeButton = menu(page).getByRole("button", { name: words["en-US"].closeMenu });
	for (const close of [() => page.keyboard.press("Escape"), () => tapOutside(page), () => closeButton.tap()]) {
		await openMenu(page);
		await expect(menu(page).getByRole("link").first()).toBeFocused();
		await close();
		await expect(menu(page)).toBeHidden();
		await expect(menuButton(page)).toBeFocused();
	}

	await openMenu(page);
	// As it will be found by those who come back.
	await page.evaluate(() => dispatchEvent(new Event("pagehide")));
	await expect(menu(page)).toBeHidden();

	// Where its links are always there.
	await openMenu(page);
	await page.setViewportSize({ width: 769, height: 800 });
	await expect(menuButton(page)).toBeHidden();
	// The script learns of it a frame later than the styles.
	await expect.poll(() => isOpen(page)).toBe(false);
	for (const link of await menu(page).getByRole("navigation").getByRole("link").all()) await expect(link).toBeVisible();
	await page.setViewportSize({ width: 768, height: 800 });
	await expect(menuButton(page)).toBeVisible();
	await expect(menu(page)).toBeHidden();
});

test("closes when the window has grown before the script came", async ({ page }) => {
	const scripts = await hold(page, "**/*.js");
	await page.goto(pathOf("about", "ru"), { waitUntil: "commit" });
	await openMenu(page);
	await page.setViewportSize({ width: 769, height: 800 });
	expect(await isOpen(page)).toBe(true);
	scripts.release();
	await expect.poll(() => isOpen(page)).toBe(false);
});
