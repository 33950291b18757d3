import { sellsOnline } from "../../content/listServices.ts";
import type { Locale } from "../../content/locales.ts";
import { pathOf, routeNames } from "../../content/routes.ts";
import { expect, snapshots, test } from "./siteTest.ts";

const notice = "#paid";

const thanksIn = (locale: Locale): string => snapshots[locale].appShell.paidNotice?.value.slice(0, 8) ?? "";

// components/Notice/Notice.client.test.ts tests at which addresses a notice is shown.
test("the notice of a payment stays visible, in the other language, when a visitor changes the language", {
	tag: "@desktop",
}, async ({ page }) => {
	await page.goto(`${pathOf("packages", "en-US")}?paid#paid`);
	await expect(page.locator(notice)).toContainText(thanksIn("en-US"));
	await page.getByRole("switch").click();
	await expect(page.locator("html")).toHaveAttribute("lang", "ru");
	await expect(page.locator(notice)).toContainText(thanksIn("ru"));
	await expect(page.locator(notice)).toBeInViewport();
});

test.describe("without script", () => {
	test.use({ javaScriptEnabled: false });

	test("the fragment of the URL shows the notice of a payment on each page that sells", { tag: "@phone" }, async ({
		page,
	}) => {
		const routes = routeNames.filter((route) => sellsOnline(snapshots.ru, route));
		expect(routes).toContain("packages");
		for (const route of routes) {
			await page.goto(`${pathOf(route, "ru")}?paid`);
			await expect(page.locator(notice)).toBeHidden();
			await page.goto(`${pathOf(route, "ru")}?paid#paid`);
			await expect(page.locator(notice)).toBeInViewport();
			await expect(page.locator(notice)).toContainText(thanksIn("ru"));
		}
	});
});
