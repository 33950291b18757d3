import { localeCodes } from "../../content/locales.ts";
import { localisePath, pathOf, routeNames } from "../../content/routes.ts";
import { hostileEmail } from "../attack/attackSpace.ts";
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

const paths = localeCodes.flatMap((locale) => [
	...routeNames.map((route) => pathOf(route, locale)),
	localisePath("/nowhere", locale),
]);

for (const isGuarded of [false, true]) {
	test.describe(isGuarded ? "with the security policy" : "without the security policy", { tag: "@desktop" }, () => {
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
			const drawings = new Set<string>();
			for (const path of paths) {
				await page.goto(site.url + path);
				expect(await page.evaluate(findIntruders), path).toEqual([]);
				expect(await page.title()).not.toBe("");
				const [mail] = await page.evaluate(() =>
					[...document.querySelectorAll<HTMLAnchorElement>("header a[href^='mailto:']")].map(({ href }) => href),
				);
				expect(decodeURIComponent(new URL(mail ?? "").pathname)).toBe(hostileEmail);
				expect(new URL(mail ?? "").search + new URL(mail ?? "").hash).toBe("");
				for (const image of await page.locator("img").all()) {
					const source = (await image.getAttribute("src")) ?? "";
					if (source.endsWith(".svg")) drawings.add(source);
				}
			}

			// What React draws, and what comes by the language switch.
			await page.goto(site.url + pathOf("home", "en-US"));
			await page.locator("site-island[data-name=ReviewsCarousel]").scrollIntoViewIfNeeded();
			await expect(page.locator("site-island[data-state=hydrated]")).toHaveCount(1);
			await page.locator("#newsletter-email").focus();
			await expect(page.locator("site-island[data-state=hydrated]")).toHaveCount(2);
			expect(await page.evaluate(findIntruders)).toEqual([]);
			await page.evaluate(() => scrollTo(0, 0));
			await page.getByRole("switch").click();
			await expect(page.locator("html")).toHaveAttribute("lang", "ru");
			expect(await page.evaluate(findIntruders)).toEqual([]);

			// As documents of their own, where drawings can do more than as pictures; the policy leaves them not even their style.
			expect(drawings.size).toBeGreaterThan(3);
			for (const drawing of isGuarded ? [] : drawings) {
				await page.goto(site.url + drawing);
				await page.locator("svg").first().dispatchEvent("click");
				const found = await page.evaluate(() =>
					[...document.querySelectorAll("*")].flatMap((element) => [
						...(/script|foreignobject|handler|^a$|animate|set$/i.test(element.localName) ? [element.localName] : []),
						...element.getAttributeNames().filter((name) => /^on/.test(name)),
					]),
				);
				expect(found, drawing).toEqual([]);
			}
			expect(executed).toEqual([]);
		});
	});
}
