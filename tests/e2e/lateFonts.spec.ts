import { pathOf, routeNames } from "../../content/routes.ts";
import { lengthenContent, repeatEntries } from "../contents.ts";
import { browserArguments } from "../tools/browser.ts";
import { fontSetNames, writeFontConfig } from "../tools/fonts.ts";
import {
	expect,
	expectNoShift,
	holdRequests,
	showContent,
	snapshots,
	test,
	waitForPaint,
} from "./siteTest.ts";

const contents = {
	demo: snapshots,
	long: { ...snapshots, ru: lengthenContent(repeatEntries(snapshots.ru, 7), 3) },
};

for (const name of fontSetNames) {
	test(`late web fonts move nothing with ${name} fonts`, { tag: "@long" }, async ({
		playwright,
		baseURL,
	}) => {
		test.slow();
		const browser = await playwright.chromium.launch({
			executablePath: String(process.env.TESTED_BROWSER),
			args: browserArguments,
			env: { ...process.env, FONTCONFIG_FILE: writeFontConfig(name) },
		});
		const viewport = { width: 375, height: 812 };
		const page = await browser.newPage({ baseURL: String(baseURL), viewport });
		for (const [kind, content] of Object.entries(contents)) {
			for (const route of routeNames) {
				await showContent(page, content);
				const fonts = await holdRequests(page, /\.woff2$/);
				await page.goto(pathOf(route, "ru"), { waitUntil: "domcontentloaded" });
				await waitForPaint(page);
				fonts.release();
				const countLoaded = () =>
					page.evaluate(
						() => [...document.fonts].filter(({ status }) => status === "loaded").length,
					);
				await expect.poll(countLoaded, `${kind}, ${route}: fonts have arrived`).toBeGreaterThan(0);
				await page.waitForLoadState("networkidle");
				await waitForPaint(page);
				await test.step(`${kind}, ${route}`, () => expectNoShift(page));
				await page.unrouteAll();
			}
		}
		await browser.close();
	});
}
