import { localeCodes } from "../../content/locales.ts";
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
	for (const locale of localeCodes) {
		for (const route of routeNames) {
			await page.goto(pathOf(route, locale));
			for (const width of [360, 375]) {
				await page.setViewportSize({ width, height: 812 });
				const excess = await page.evaluate(() => {
					const { scrollWidth, clientWidth } = document.documentElement;
					return scrollWidth - clientWidth;
				});
				expect.soft(excess, `${pathOf(route, locale)}, ${width} pixels`).toBeLessThanOrEqual(0);
			}
		}
	}
});
