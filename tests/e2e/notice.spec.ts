import { type Locale, localeCodes } from "../../content/locales.ts";
import { pathOf } from "../../content/routes.ts";
import { expect, snapshots, test } from "./siteTest.ts";

const routes = ["consultations", "packages", "programmes"] as const;
const notice = "#paid";

function thanksIn(locale: Locale): string {
	return snapshots[locale].appShell.paidNotice?.value.slice(0, 8) ?? "";
}

for (const locale of localeCodes) {
	test(`a visitor who returns from a payment is thanked on each page that sells: ${locale}`, async ({ page }) => {
		for (const route of routes) {
			await page.goto(pathOf(route, locale));
			await expect(page.locator(notice)).toBeHidden();
			await page.goto(`${pathOf(route, locale)}?paid#paid`);
			await expect(page.locator(notice)).toBeInViewport();
			await expect(page.locator(notice)).toContainText(thanksIn(locale));
		}
	});
}

test("the notice of a payment stays visible, in the other language, when a visitor changes the language", {
	tag: "@desktop",
}, async ({ page }) => {
	await page.goto(`${pathOf("packages", "en-US")}?paid`);
	await page.getByRole("switch").click();
	await expect(page.locator("html")).toHaveAttribute("lang", "ru");
	await expect(page.locator(notice)).toContainText(thanksIn("ru"));
	await expect(page.locator(notice)).toBeInViewport();
});

test.describe("without script", () => {
	test.use({ javaScriptEnabled: false });

	for (const locale of localeCodes) {
		test(`the fragment of the URL shows the notice of a payment: ${locale}`, async ({ page }) => {
			for (const route of routes) {
				await page.goto(`${pathOf(route, locale)}?paid`);
				await expect(page.locator(notice)).toBeHidden();
				await page.goto(`${pathOf(route, locale)}?paid#paid`);
				await expect(page.locator(notice)).toBeInViewport();
				await expect(page.locator(notice)).toContainText(thanksIn(locale));
			}
		});
	}
});
