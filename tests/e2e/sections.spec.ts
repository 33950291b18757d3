import type { Locator, Page } from "@playwright/test";
import type { Locale } from "../../content/locales.ts";
import { pathOf, type RouteName } from "../../content/routes.ts";
import { loadSnapshots } from "../../content/snapshotFiles.server.ts";
import { expect, test } from "./test.ts";

const snapshots = await loadSnapshots("content/generated");

/** Sections of a page: the id of what opens, and the title to press. */
const sections = (route: RouteName, locale: Locale): { id: string; title: string }[] => {
	const { programmes, functionalTests } = snapshots[locale];
	return route === "programmes"
		? programmes.programmes.map(({ id, title }) => ({ id, title: title.value }))
		: functionalTests.faqOptions.map(({ id, question }) => ({ id, title: question.value }));
};

const bodyOf = (page: Page, id: string): Locator => page.locator(`[id="${id}"]`);
const detailsOf = (page: Page, id: string): Locator => page.locator(`details:has(> [id="${id}"])`);
const arrowOf = (page: Page, id: string): Promise<string> =>
	detailsOf(page, id)
		.locator("> summary .icon")
		.evaluate((icon) => getComputedStyle(icon).rotate);

const press = (page: Page, id: string, isMobile: boolean): Promise<void> => {
	const summary = detailsOf(page, id).locator("summary");
	return isMobile ? summary.tap() : summary.click();
};

// The same HTML everywhere, and without script: each page once is enough.
for (const [route, locale, javaScriptEnabled] of [
	["programmes", "en-US", true],
	["functionalTests", "ru", false],
] as const) {
	test.describe(`${route}, ${locale}, ${javaScriptEnabled ? "with" : "without"} script`, () => {
		test.use({ javaScriptEnabled });

		test("are closed at first, open one by one, and close again; an address opens one, below the bar", {
			tag: javaScriptEnabled ? "@phone" : "@desktop",
		}, async ({ page, isMobile }) => {
			const all = sections(route, locale);
			await page.goto(pathOf(route, locale));
			expect(all.length).toBeGreaterThan(1);
			await expect(page.locator("main details")).toHaveCount(all.length);
			await expect(page.locator("main details[open]")).toHaveCount(0);
			const some = [all[0], all.at(-1)].filter((section) => section !== undefined);
			for (const { id, title } of some) {
				await expect(bodyOf(page, id)).toBeHidden();
				await expect(detailsOf(page, id).locator("summary")).toContainText(title);
				await press(page, id, isMobile);
				await expect(bodyOf(page, id)).toBeVisible();
				await expect.poll(() => arrowOf(page, id)).toBe("180deg");
			}
			await expect(page.locator("main details[open]")).toHaveCount(some.length);
			for (const { id } of some) {
				await detailsOf(page, id).locator("summary").press("Enter");
				await expect(bodyOf(page, id)).toBeHidden();
			}

			const { id: last = "" } = all.at(-1) ?? {};
			await page.goto("about:blank");
			await page.goto(`${pathOf(route, locale)}#${last}`);
			await expect(page.locator("main details[open]")).toHaveCount(1);
			await expect(bodyOf(page, last)).toBeInViewport();
			const bar = (await page.getByRole("banner").boundingBox()) ?? { y: 0, height: 0 };
			const top = async () => (await bodyOf(page, last).boundingBox())?.y;
			await expect.poll(top).toBeGreaterThanOrEqual(bar.y + bar.height);
		});
	});
}

test("are printed open", { tag: "@desktop" }, async ({ page }) => {
	for (const route of ["programmes", "functionalTests"] as const) {
		await page.emulateMedia({ media: "screen" });
		await page.goto(pathOf(route, "en-US"));
		const [{ id } = { id: "" }] = sections(route, "en-US");
		const height = () => detailsOf(page, id).evaluate((element) => element.getBoundingClientRect().height);
		const shut = await height();
		await page.emulateMedia({ media: "print" });
		for (const section of sections(route, "en-US")) {
			await expect(detailsOf(page, section.id)).not.toHaveAttribute("open");
			const isShown = () => bodyOf(page, section.id).evaluate((element) => element.checkVisibility());
			await expect.poll(isShown, section.id).toBe(true);
		}
		await expect.poll(height).toBeGreaterThan(shut + 20);
	}
});
