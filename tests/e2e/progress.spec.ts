import type { Page } from "@playwright/test";
import { pathOf } from "../../content/routes.ts";
import { expect, test } from "./test.ts";

/** How much of the bar is filled, from 0 to 1. */
const share = (page: Page): Promise<number> =>
	page.locator(".progress").evaluate((bar) => bar.getBoundingClientRect().width / document.documentElement.clientWidth);

/** Scrolls to a share of the way. */
const scrollTo = (page: Page, part: number): Promise<void> =>
	page.evaluate((to) => {
		const { scrollHeight } = document.documentElement;
		window.scrollTo(0, (scrollHeight - innerHeight) * to);
	}, part);

// Where styles cannot follow the scroll, as in Firefox, a script does: tests/engines.
test("the bar follows the scroll, by style alone", { tag: "@desktop" }, async ({ page }) => {
	await page.goto(pathOf("home", "en-US"));
	for (const part of [0, 0.5, 1, 0.25]) {
		await scrollTo(page, part);
		await expect.poll(() => share(page), `scrolled ${part} of the way`).toBeCloseTo(part, 1);
	}
	expect(await page.locator(".progress").getAttribute("style")).toBeNull();
});
