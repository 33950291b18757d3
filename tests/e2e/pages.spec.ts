import type { Locator, Page } from "@playwright/test";
import { type Locale, localeCodes, otherLocale } from "../../content/locales.ts";
import { localisePath, pathOf, type RouteName, routeNames } from "../../content/routes.ts";
import { loadSnapshots } from "../../content/snapshotFiles.server.ts";
import { words } from "../../content/words.ts";
import { headingOf } from "../site/headingOf.ts";
import { expect, test } from "./test.ts";

const snapshots = await loadSnapshots("content/generated");

test.use({ javaScriptEnabled: false });

/** The page of a route in a language: its heading, and its place in the navigation. */
async function expectPage(page: Page, route: RouteName, locale: Locale): Promise<void> {
	const content = snapshots[locale];
	await expect(page).toHaveURL(pathOf(route, locale));
	await expect(page.locator("html")).toHaveAttribute("lang", locale);
	await expect(page.getByRole("heading", { level: 1 })).toHaveText(headingOf(route, content));
	const current = navigation(page, locale).locator("[aria-current]");
	await expect(current).toHaveCount(1);
	await expect(current).toHaveText(content.navigation[route].value);
	await expect(current).toHaveAttribute("aria-current", "page");
}

function navigation(page: Page, locale: Locale): Locator {
	return page.getByRole("navigation", { name: words[locale].mainNavigation });
}

/** How far the document is wider than the window. */
async function overflowOf(page: Page): Promise<number> {
	return page.locator("html").evaluate((root) => root.scrollWidth - root.clientWidth);
}

for (const locale of localeCodes) {
	const content = snapshots[locale];
	const word = words[locale];

	// On phones menu.spec.ts has the way through the menu.
	test.describe(`${locale}, without script`, { tag: "@desktop" }, () => {
		test("all seven pages can be reached by the navigation", async ({ page }) => {
			await page.goto(pathOf("home", locale));
			await expectPage(page, "home", locale);
			for (const route of [...routeNames.slice(1), "home" as const]) {
				await navigation(page, locale)
					.getByRole("link", { name: content.navigation[route].value, exact: true })
					.click();
				await expectPage(page, route, locale);
			}
		});

		test("every page leads to its counterpart in the other language", async ({ page }) => {
			for (const route of routeNames) {
				await page.goto(pathOf(route, locale));
				await page.getByRole("switch", { name: words[locale].russianVersion }).click();
				await expectPage(page, route, otherLocale(locale));
			}
		});

		test("the logo leads home", async ({ page }) => {
			await page.goto(pathOf("about", locale));
			await page.getByRole("banner").getByRole("link").first().click();
			await expectPage(page, "home", locale);
		});

		test("the first press of Tab offers to skip to the content", async ({ page }) => {
			await page.goto(pathOf("about", locale));
			const link = page.getByRole("link", { name: word.skipLink });
			await expect(link).not.toBeInViewport();
			await page.keyboard.press("Tab");
			await expect(link).toBeFocused();
			await expect(link).toBeInViewport();
			await page.keyboard.press("Enter");
			await expect(page.getByRole("main")).toBeFocused();
			await expect(page).toHaveURL(`${pathOf("about", locale)}${await link.getAttribute("href")}`);
		});

		test("an address that does not exist says so and leads home", async ({ page, tolerate }) => {
			tolerate(/404/);
			const response = await page.goto(localisePath("/no-such-page", locale));
			expect(response?.status()).toBe(404);
			await expect(page.locator("html")).toHaveAttribute("lang", locale);
			await expect(page.getByRole("heading", { level: 1 })).toHaveText(word.notFoundTitle);
			await expect(navigation(page, locale).getByRole("link")).toHaveCount(routeNames.length);
			await expect(navigation(page, locale).locator("[aria-current]")).toHaveCount(0);
			await page.getByRole("link", { name: word.backHome }).click();
			await expectPage(page, "home", locale);
		});
	});
}

// Russian words are the longer ones; any longer are longWords.spec.ts's matter.
test("no page is wider than the window", { tag: "@desktop" }, async ({ page, tolerate }) => {
	tolerate(/404/);
	for (const path of [...routeNames.map((route) => pathOf(route, "ru")), localisePath("/404", "ru")]) {
		await page.goto(path);
		// What opens may be wider than what is closed.
		for (const open of [false, true]) {
			if (open) for (const summary of await page.locator("main summary").all()) await summary.click();
			for (const width of [320, 375, 768, 1280]) {
				await page.setViewportSize({ width, height: 800 });
				expect(await overflowOf(page), `${path} at ${width} pixels, sections open: ${open}`).toBeLessThanOrEqual(0);
			}
		}
	}
});
