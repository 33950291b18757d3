import { pathOf, routeNames } from "../../content/routes.ts";
import { browserArguments } from "../tools/browser.ts";
import { expect, test } from "./siteTest.ts";

test.use({
	javaScriptEnabled: false,
	launchOptions: {
		...(process.env.TESTED_BROWSER ? { executablePath: process.env.TESTED_BROWSER } : {}),
		// The visitor's default is 32 instead of 16 pixels.
		args: [...browserArguments, "--blink-settings=defaultFontSize=32"],
	},
});

test("with text twice as large, no page is wider than a phone", { tag: "@phone" }, async ({
	page,
}) => {
	await page.setViewportSize({ width: 360, height: 812 });
	for (const route of routeNames) {
		await page.goto(pathOf(route, "ru"));
		const excess = await page.evaluate(() => {
			const { scrollWidth, clientWidth } = document.documentElement;
			return scrollWidth - clientWidth;
		});
		expect.soft(excess, route).toBeLessThanOrEqual(0);
	}
});
