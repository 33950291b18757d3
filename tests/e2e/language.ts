import type { Locator, Page } from "@playwright/test";
import type { Locale } from "../../content/locales.ts";
import { pathOf, type RouteName } from "../../content/routes.ts";
import { words } from "../../content/words.ts";
import { headingOf } from "../contents.ts";
import { expect, snapshots } from "./siteTest.ts";

export const languageSwitch = (page: Page): Locator => page.getByRole("switch");
export const placeholder = (page: Page, locale: Locale): Locator =>
	page.getByText(words[locale].loading, { exact: true });
export const storedLocale = (page: Page): Promise<string | null> =>
	page.evaluate(() => localStorage.getItem("locale"));
export const clearStorage = (page: Page): Promise<void> =>
	page.evaluate(() => localStorage.clear());
export const countEntries = (page: Page): Promise<number> => page.evaluate(() => history.length);

export async function expectPage(
	page: Page,
	route: RouteName,
	locale: Locale,
	suffix = "",
): Promise<void> {
	await expect(page.locator("html")).toHaveAttribute("lang", locale);
	await expect(page).toHaveURL(pathOf(route, locale) + suffix);
	await expect(page.locator("main h1")).toHaveText(headingOf(route, snapshots[locale]));
	await expect(page.getByRole("main")).toBeVisible();
	await expect(placeholder(page, locale)).toBeHidden();
}
