import { pathOf } from "../../content/routes.ts";
import { expect, test } from "./siteTest.ts";

test.use({ javaScriptEnabled: false });

test("without popovers the menu is a row that scrolls with the page", { tag: "@phone" }, async ({
	page,
}) => {
	// Changes the page to what it is for a browser without popovers. Its policy would block the changed styles.
	await page.route(pathOf("about", "ru"), async (route) => {
		const response = await route.fetch();
		const html = (await response.text())
			.replaceAll(' popover="auto"', "")
			.replaceAll("@supports selector(:popover-open)", "@supports selector(:unknown)")
			.replaceAll("@supports not selector(:popover-open)", "@supports not selector(:unknown)");
		await route.fulfill({ contentType: "text/html", body: html });
	});
	await page.goto(pathOf("about", "ru"));
	const measured = await page.evaluate(() => {
		const boxOf = (selector: string) =>
			document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();
		const { clientWidth, scrollWidth } = document.documentElement;
		const isBelow =
			boxOf("#menu").top >= boxOf(".logo").bottom &&
			boxOf("#menu").top >= boxOf(".bar .button").bottom;
		scrollTo({ top: boxOf(".bar").bottom, behavior: "instant" });
		return {
			isBelow,
			excess: scrollWidth - clientWidth,
			covered: Math.max(0, boxOf(".bar").bottom),
		};
	});
	expect(measured).toEqual({ isBelow: true, excess: 0, covered: 0 });
	await expect(page.locator(".bar nav a")).toHaveCount(7);
	await expect(page.locator("[data-part=open]")).toBeHidden();
});
