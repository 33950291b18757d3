import { pathOf, routeNames } from "../../content/routes.ts";
import { browserArguments } from "../tools/browser.ts";
import { listLayoutFaults } from "./layoutChecks.ts";
import { expect, test } from "./siteTest.ts";

test.use({
	javaScriptEnabled: false,
	launchOptions: {
		executablePath: String(process.env.TESTED_BROWSER),
		// The visitor's default is 32 instead of 16 pixels.
		args: [...browserArguments, "--blink-settings=defaultFontSize=32"],
	},
});

test("nothing overflows a phone with text twice as large", { tag: "@phone" }, async ({ page }) => {
	await page.setViewportSize({ width: 360, height: 812 });
	for (const route of routeNames) {
		await page.goto(pathOf(route, "ru"));
		expect.soft(await listLayoutFaults(page), route).toEqual([]);
	}
});
