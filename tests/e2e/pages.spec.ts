import { routeNames } from "../../content/routes.ts";
import { words } from "../../content/words.ts";
import { expect, expectPage, languageSwitch, snapshots, test } from "./siteTest.ts";

test.use({ javaScriptEnabled: false });

const { ru } = words;

test("a visitor on a wide screen reaches each page by its links", async ({ page, tolerate }) => {
	tolerate(/404/);
	const navigation = page.getByRole("navigation", { name: ru.mainNavigation });
	const response = await page.goto("/ru/no-such-page");
	expect(response?.status()).toBe(404);
	await expect(page.getByRole("heading", { level: 1 })).toHaveText(ru.notFoundTitle);
	const link = page.getByRole("link", { name: ru.skipLink });
	await expect(link).not.toBeInViewport();
	await page.keyboard.press("Tab");
	await expect(link).toBeFocused();
	await expect(link).toBeInViewport();
	await page.keyboard.press("Enter");
	await expect(page.getByRole("main")).toBeFocused();
	const { value } = snapshots.ru.navigation.programmes;
	await navigation.getByRole("link", { name: value, exact: true }).click();
	await expectPage(page, "programmes", "ru");
	await expect(navigation.locator("[aria-current=page]")).toHaveText(value);
	await page.getByRole("banner").getByRole("link").first().click();
	await expectPage(page, "home", "ru");
	await languageSwitch(page).click();
	await expectPage(page, "home", "en-US", "#en-US");
});

test("a visitor on a phone reaches each page by the menu", { tag: "@phone" }, async ({ page }) => {
	const menu = page.locator("#menu");
	const menuButton = page.locator("[data-part=open]");
	await page.goto("/ru");
	await expect(menu).toBeHidden();
	await expect(menuButton).toHaveAccessibleName(ru.menu);
	await menuButton.tap();
	const links = menu.getByRole("navigation", { name: ru.mainNavigation }).getByRole("link");
	await expect(links).toHaveCount(routeNames.length);
	for (const link of await links.all()) await expect(link).toBeInViewport({ ratio: 1 });
	await links.nth(routeNames.indexOf("approach")).tap();
	await expectPage(page, "approach", "ru");
	await menuButton.tap();
	await page.locator("#language-menu").tap();
	await menu.getByRole("link", { name: "EN – English" }).tap();
	await expectPage(page, "approach", "en-US", "#en-US");
});

test("the fragment of the URL shows the notice of a payment", { tag: "@phone" }, async ({
	page,
}) => {
	const notice = page.locator("#paid");
	await page.goto("/ru/packages?paid");
	await expect(notice).toBeHidden();
	await page.goto("/ru/packages?paid#paid");
	await expect(notice).toBeInViewport();
});
