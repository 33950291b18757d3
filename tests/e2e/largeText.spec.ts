import { listPaths } from "../../content/routes.ts";
import { listLayoutFaults } from "./layoutChecks.ts";
import { expect, snapshots, test } from "./siteTest.ts";

test.use({ javaScriptEnabled: false });

test("nothing overflows a phone with text twice as large", { tag: "@phone" }, async ({
	page,
	context,
}) => {
	// The visitor's default is 32 instead of 16 pixels.
	const session = await context.newCDPSession(page);
	await session.send("Page.setFontSizes", { fontSizes: { standard: 32 } });
	await page.setViewportSize({ width: 360, height: 812 });
	for (const path of listPaths(snapshots.ru)) {
		await page.goto(path);
		await expect(page.locator("html")).toHaveCSS("font-size", "34px");
		expect.soft(await listLayoutFaults(page), path).toEqual([]);
	}
});
