import { listAllRoutes, pathOf } from "../../content/routes.ts";
import { browserArguments } from "../tools/browser.ts";
import { listLayoutFaults } from "./layoutChecks.ts";
import { expect, snapshots, test } from "./siteTest.ts";

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
	for (const path of listAllRoutes(snapshots.ru).map((route) => pathOf(route, "ru"))) {
		await page.goto(path);
		expect.soft(await listLayoutFaults(page), path).toEqual([]);
	}
});
