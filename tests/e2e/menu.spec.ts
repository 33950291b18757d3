import { pathOf } from "../../content/routes.ts";
import { expect, showContent, snapshots, test } from "./siteTest.ts";

const locale = "en-US";

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

test("a menu of long Russian links has one row in wide windows", { tag: "@desktop" }, async ({ page }) => {
	const { navigation } = snapshots.ru;
	const longer = { approach: "Наш подход", packages: "Пакеты услуг", functionalTests: "Все тесты" };
	const titles = Object.fromEntries(Object.entries(longer).map(([name, value]) => [name, { value }]));
	await showContent(page, { ...snapshots, ru: { ...snapshots.ru, navigation: { ...navigation, ...titles } } });
	await page.goto(pathOf("about", "ru"));
	const bar = page.locator("header.bar");
	const rule = "components/Header/chooseHeaderClass.ts chooses the classes by the number and length of the labels";
	await expect(bar, rule).toHaveClass("bar crowded packed");
	for (const width of [1400, 1440, 1920]) {
		await page.setViewportSize({ width, height: 800 });
		expect(await bar.evaluate((element) => element.clientHeight), `${width} pixels`).toBeLessThan(80);
	}
});

test("a link's target is below the header where the header has two rows", { tag: "@desktop" }, async ({ page }) => {
	await page.setViewportSize({ width: 1024, height: 800 });
	await page.goto(`${pathOf("consultations", "ru")}#consultation-short-call`);
	const { height = 0 } = (await page.locator("header.bar").boundingBox()) ?? {};
	expect(height).toBeGreaterThan(100);
	const top = async () => (await page.locator("#consultation-short-call").boundingBox())?.y;
	await expect.poll(top).toBeLessThan(400);
	expect(await top()).toBeGreaterThanOrEqual(height);
});
