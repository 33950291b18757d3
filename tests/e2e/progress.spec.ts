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

async function expectToFollow(page: Page): Promise<void> {
	for (const part of [0, 0.5, 1, 0.25]) {
		await scrollTo(page, part);
		await expect.poll(() => share(page), `scrolled ${part} of the way`).toBeCloseTo(part, 1);
	}
}

test("the bar follows the scroll, by style alone", async ({ page }) => {
	await page.goto(pathOf("home", "en-US"));
	await expectToFollow(page);
	const style = await page.locator(".progress").evaluate((bar) => bar.getAttribute("style"));
	expect(style).toBeNull();
});

test.describe("where styles cannot follow the scroll", () => {
	// Styles that are changed on their way no longer have the hash that the policy names.
	test.use({ bypassCSP: true });
	test.beforeEach(async ({ page }) => {
		await page.addInitScript(() => {
			const supports = CSS.supports.bind(CSS) as (...args: string[]) => boolean;
			CSS.supports = (...args: string[]) => !args.join().includes("animation-timeline") && supports(...args);
		});
		// The bar without its animation, as such a browser has it.
		await page.route("/**", async (route) => {
			if (!["document", "xhr"].includes(route.request().resourceType())) return route.fallback();
			const response = await route.fetch();
			const body = (await response.text()).replaceAll("animation-timeline", "animation-unknown");
			await route.fulfill({ response, body });
		});
	});

	test("a few lines of script move the bar, whatever changes", { tag: "@desktop" }, async ({ page }) => {
		await page.goto(pathOf("programmes", "en-US"));
		await expectToFollow(page);
		for (const height of [1100, 600]) {
			await page.setViewportSize({ width: 1280, height });
			await scrollTo(page, 1);
			await expect.poll(() => share(page), `${height} pixels`).toBeGreaterThan(0.99);
		}
		await page.evaluate(() => {
			document.body.style.paddingBottom = `${document.documentElement.scrollHeight}px`;
		});
		await expect.poll(() => share(page)).toBeLessThan(0.5);
		await page.getByRole("switch").click();
		await expect(page.locator("html")).toHaveAttribute("lang", "ru");
		await expect.poll(() => share(page)).toBeGreaterThan(0.05);
	});
});
