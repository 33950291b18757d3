import { readdir } from "node:fs/promises";
import { otherLocale } from "../../content/locales.ts";
import { localisePath, pathOf, routeNames } from "../../content/routes.ts";
import { hostileEmail } from "../attack/attackSpace.ts";
import { hostileDrawings } from "../attack/corpus.ts";
import { findIntruders } from "../attack/findIntruders.ts";
import { type AttackedSite, startAttackedSite } from "../attack/startAttackedSite.ts";
import { expect, test } from "./test.ts";

test.describe.configure({ mode: "serial" });

// A site of its own, in which every field of the content is an attack.
let site: AttackedSite;
test.beforeAll(async () => {
	test.setTimeout(180_000);
	site = await startAttackedSite();
});
test.afterAll(() => site.close());

for (const [isGuarded, locale] of [
	[false, "en-US"],
	[true, "ru"],
] as const) {
	const paths = [...routeNames.map((route) => pathOf(route, locale)), localisePath("/nowhere", locale)];

	test.describe(`${isGuarded ? "with" : "without"} the security policy, ${locale}`, { tag: "@desktop" }, () => {
		// By escaping alone first. Then the browser complains of all that the policy would have had to stop.
		test.use({ bypassCSP: !isGuarded });

		test("nothing that editors enter is executed or breaks a page", async ({ page, tolerate }) => {
			test.setTimeout(120_000);
			tolerate(/answer 404: .*\/nowhere$|status of 404 .*\/nowhere$/);
			const executed: string[] = [];
			await page.exposeFunction("attack", () => executed.push(page.url()));
			page.on("dialog", async (dialog) => {
				executed.push(dialog.message());
				await dialog.dismiss();
			});
			const foreign: string[] = [];
			page.on("request", (request) => {
				if (!request.url().startsWith(site.url) && !request.url().startsWith("data:")) foreign.push(request.url());
			});
			let drawings = 0;
			for (const path of paths) {
				await page.goto(site.url + path);
				expect(await page.evaluate(findIntruders), path).toEqual([]);
				expect(await page.title()).not.toBe("");
				const mail = new URL((await page.locator("header a[href^='mailto:']").first().getAttribute("href")) ?? "");
				expect([decodeURIComponent(mail.pathname), mail.search, mail.hash]).toEqual([hostileEmail, "", ""]);
				drawings += await page.locator("img:is([src$='.svg'], [src^='data:'])").count();
			}
			expect(drawings).toBeGreaterThan(paths.length);

			// What the carousel draws, and what comes by the language switch.
			await page.goto(site.url + pathOf("home", locale));
			await page.locator("site-carousel").scrollIntoViewIfNeeded();
			await expect(page.locator("site-carousel[data-state=ready]")).toHaveCount(1);
			expect(await page.evaluate(findIntruders)).toEqual([]);
			// Labels of any length make the bar higher than the window.
			await page.getByRole("switch").dispatchEvent("click");
			await expect(page.locator("html")).toHaveAttribute("lang", otherLocale(locale));
			expect(await page.evaluate(findIntruders)).toEqual([]);

			expect(executed).toEqual([]);
			expect(foreign).toEqual([]);
		});
	});
}

test("drawings run and load nothing as documents of their own, either", { tag: "@desktop" }, async ({
	page,
	tolerate,
}) => {
	// The browser tells what their policy has stopped.
	tolerate(/\/media\/drawings\/|^request failed: csp /);
	const executed: string[] = [];
	const context = page.context();
	await context.exposeFunction("attack", () => executed.push(page.url()));
	const loaded: string[] = [];
	context.on("requestfinished", (request) => loaded.push(request.url()));
	const drawings = (await readdir(`${site.folder}/dist/client/media/drawings`)).map(
		(name) => `${site.url}/media/drawings/${name}`,
	);
	expect(drawings.length).toBe(hostileDrawings.length);
	const tab = await context.newPage();
	for (const drawing of drawings) {
		await tab.goto(drawing);
		await tab.mouse.click(200, 200);
		await tab.keyboard.press("Tab");
	}
	expect(executed).toEqual([]);
	expect(loaded).toEqual(drawings);
});
