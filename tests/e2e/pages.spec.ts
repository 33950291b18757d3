import { otherLocale } from "../../content/locales.ts";
import { localisePath, pathOf } from "../../content/routes.ts";
import { words } from "../../content/words.ts";
import { expectPage } from "./language.ts";
import { expect, snapshots, test } from "./test.ts";

test.use({ javaScriptEnabled: false });

// That all links lead where they should is tests/site/document.test.ts's matter. On phones menu.spec.ts has the way through the menu.
const locale = "ru";
test("without script: a visit by links", { tag: "@desktop" }, async ({ page, tolerate }) => {
	tolerate(/404/);
	const { mainNavigation, russianVersion, skipLink, notFoundTitle } = words[locale];
	const navigation = page.getByRole("navigation", { name: mainNavigation });
	const response = await page.goto(localisePath("/no-such-page", locale));
	expect(response?.status()).toBe(404);
	await expect(page.getByRole("heading", { level: 1 })).toHaveText(notFoundTitle);
	for (const route of ["home", "programmes"] as const) {
		const { value } = snapshots[locale].navigation[route];
		await navigation.getByRole("link", { name: value, exact: true }).click();
		await expectPage(page, route, locale);
		await expect(navigation.locator("[aria-current=page]")).toHaveText(value);
	}
	await page.getByRole("banner").getByRole("link").first().click();
	await expectPage(page, "home", locale);
	await page.getByRole("switch", { name: russianVersion }).click();
	await expectPage(page, "home", otherLocale(locale));

	await page.goto(pathOf("about", locale));
	const link = page.getByRole("link", { name: skipLink });
	await expect(link).not.toBeInViewport();
	await page.keyboard.press("Tab");
	await expect(link).toBeFocused();
	await expect(link).toBeInViewport();
	await page.keyboard.press("Enter");
	await expect(page.getByRole("main")).toBeFocused();
});
