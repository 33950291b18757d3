import { otherLocale } from "../../content/locales.ts";
import { pages } from "../../content/pages.ts";
import { localisePath, pathOf, routeNames } from "../../content/routes.ts";
import { words } from "../../content/words.ts";
import { expectPage } from "./language.ts";
import { createSenderHeaders, expect, snapshots, test } from "./siteTest.ts";

test.use({ javaScriptEnabled: false });

const locale = "ru";
test("a visitor on a wide screen reaches each page by its links", { tag: "@desktop" }, async ({
	page,
	tolerate,
}) => {
	tolerate(/404/);
	const { mainNavigation, russianVersion, skipLink, notFoundTitle } = words[locale];
	const navigation = page.getByRole("navigation", { name: mainNavigation });
	const response = await page.goto(localisePath("/no-such-page", locale));
	expect(response?.status()).toBe(404);
	await expect(page.getByRole("heading", { level: 1 })).toHaveText(notFoundTitle);
	await test.step("the footer of a short page ends at the lower edge of the window", async () => {
		await page.setViewportSize({ width: 1280, height: 2400 });
		const { y = 0, height = 0 } = (await page.locator("footer").boundingBox()) ?? {};
		expect(y + height).toBeCloseTo(2400, 0);
		await page.setViewportSize({ width: 1280, height: 800 });
	});
	const link = page.getByRole("link", { name: skipLink });
	await expect(link).not.toBeInViewport();
	await page.keyboard.press("Tab");
	await expect(link).toBeFocused();
	await expect(link).toBeInViewport();
	await page.keyboard.press("Enter");
	await expect(page.getByRole("main")).toBeFocused();
	for (const route of ["home", "programmes"] as const) {
		const { value } = pages[route].label(snapshots[locale]);
		await navigation.getByRole("link", { name: value, exact: true }).click();
		await expectPage(page, route, locale);
		await expect(navigation.locator("[aria-current=page]")).toHaveText(value);
	}
	await page.getByRole("banner").getByRole("link").first().click();
	await expectPage(page, "home", locale);
	await page.getByRole("switch", { name: russianVersion }).click();
	await expectPage(page, "home", otherLocale(locale), "#en-US");
});

test("a visitor on a phone reaches each page by the menu", { tag: "@phone" }, async ({ page }) => {
	const menu = page.locator("#menu");
	const menuButton = page.locator("[data-part=open]");
	await page.goto(pathOf("home", locale));
	await expect(menu).toBeHidden();
	await expect(menuButton).toHaveAccessibleName(words[locale].menu);
	await menuButton.tap();
	const links = menu
		.getByRole("navigation", { name: words[locale].mainNavigation })
		.getByRole("link");
	await expect(links).toHaveText(
		routeNames.map((name) => pages[name].label(snapshots[locale]).value),
	);
	for (const link of await links.all()) await expect(link).toBeInViewport({ ratio: 1 });
	await links.nth(routeNames.indexOf("approach")).tap();
	await expectPage(page, "approach", locale);
	await menuButton.tap();
	await page.locator("#language-menu").tap();
	await menu.getByRole("link", { name: "EN – English" }).tap();
	await expectPage(page, "approach", "en-US", "#en-US");
});

test("the fragment of the URL shows the notice of a payment", { tag: "@phone" }, async ({
	page,
}) => {
	const notice = page.locator("#paid");
	await page.goto(`${pathOf("packages", locale)}?paid`);
	await expect(notice).toBeHidden();
	await page.goto(`${pathOf("packages", locale)}?paid#paid`);
	await expect(notice).toBeInViewport();
	await expect(notice).toContainText(
		snapshots[locale].appShell.paidNotice?.value.slice(0, 8) ?? "",
	);
});

test("without script, the newsletter form is answered by a page", {
	tag: "@phone",
}, async ({ page, context, tolerate }) => {
	tolerate(/400/);
	await context.setExtraHTTPHeaders(createSenderHeaders());
	await page.goto(pathOf("about", locale));
	for (const [typed, message] of [
		["", words.ru.emailMissing],
		["ada@example.org", words.ru.subscribeSaved],
	] as const) {
		await page.locator("#newsletter-email").fill(typed);
		await page.locator("footer form").getByRole("button").tap();
		await expect(page.locator("html")).toHaveAttribute("lang", locale);
		await expect(page.getByRole("status")).toHaveText(message);
		await page.getByRole("link", { name: words.ru.backHome }).tap();
		await expect(page).toHaveURL(pathOf("home", locale));
	}
});
