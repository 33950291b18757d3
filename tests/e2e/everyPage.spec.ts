import type { Page } from "@playwright/test";
import { listPaths, localisePath, pathOf } from "../../content/routes.ts";
import { words } from "../../content/words.ts";
import { announce } from "../contents.ts";
import {
	expectNoViolation,
	listFocusFaults,
	listInvisible,
	listMotions,
	listWrongSizes,
	loadAxe,
} from "./accessibilityChecks.ts";
import {
	expect,
	expectNoShift,
	holdRequests,
	openSections,
	showContent,
	snapshots,
	test,
} from "./siteTest.ts";

const narrow = { width: 375, height: 812 };
const wide = { width: 1280, height: 800 };

/** Opens a page with reduced motion, so that nothing is checked during an animation, and opens its sections. */
async function openPage(page: Page, path: string): Promise<void> {
	await page.emulateMedia({ reducedMotion: "reduce", colorScheme: "light" });
	await page.setViewportSize(narrow);
	await page.goto(path);
	await loadAxe(page);
	await openSections(page);
}

/** Expects no faults that any page can have. */
async function expectFaultless(page: Page, path: string): Promise<void> {
	await expectNoViolation(page, `${path}, sections open`);
	expect.soft(await listFocusFaults(page), `${path}: focus by keyboard`).toEqual([]);
	expect.soft(await listMotions(page), `${path}: reduced motion`).toEqual([]);
	for (const width of [768, wide.width, narrow.width]) {
		await page.setViewportSize({ ...wide, width });
		const remedy = "change the picture's sizes (components/Picture/sizes.ts), or its width";
		await expect
			.poll(() => listWrongSizes(page), `${path}, ${width} pixels: ${remedy}`)
			.toEqual([]);
	}
	await page.emulateMedia({ forcedColors: "active" });
	expect.soft(await listInvisible(page), `${path}: forced colours`).toEqual([]);
	await page.emulateMedia({ forcedColors: "none" });
}

// Only the Russian pages are checked. They have the same elements as the English pages, and longer words.
test.describe("WCAG 2.2 and pictures", () => {
	test("the home page, with its carousel and its menu", async ({ page }) => {
		test.slow();
		await openPage(page, "/ru");
		const carousel = page.locator("site-carousel");
		await carousel.scrollIntoViewIfNeeded();
		await expect(carousel).toHaveAttribute("data-state", "ready");
		await expectFaultless(page, "/ru");
		// Header and menu are the same on all pages, so they are checked on the home page only.
		await page.locator("[data-part=open]").press("Enter");
		await expectNoViolation(page, "menu open", "#menu");
		await page.locator("#language-menu").press("Enter");
		await expectNoViolation(page, "languages open", "#menu");
		expect.soft(await listFocusFaults(page, "#menu"), "focus in the menu").toEqual([]);
		await page.keyboard.press("Escape");
		await page.setViewportSize(wide);
		// Scrolls to the top, because axe ignores the part of a control that the sticky header covers.
		await page.evaluate(() => scrollTo(0, 0));
		await expectNoViolation(page, "wide");
		expect.soft(await listFocusFaults(page), "focus in a wide window").toEqual([]);
		// Hides the skip link again. In some fonts it would cover all but the edge of the logo.
		await page.locator(":focus").blur();
		await page.emulateMedia({ forcedColors: "active" });
		expect.soft(await listInvisible(page), "forced colours in a wide window").toEqual([]);
		await expectNoViolation(page, "forced colours", "header");
	});

	test("the other pages", async ({ page, tolerate }) => {
		test.slow();
		tolerate(/404/);
		const [, ...paths] = listPaths(snapshots.ru);
		for (const path of [...paths, localisePath("/no-such-page", "ru")]) {
			await openPage(page, path);
			await expectFaultless(page, path);
		}
	});

	test("an announcement", async ({ page }) => {
		await showContent(page, { ...snapshots, ru: announce(snapshots.ru, "2999-12-31") });
		const about = pathOf("about", "ru");
		await openPage(page, about);
		await expect(page.locator("aside.notice")).toBeVisible();
		await expectNoShift(page);
		await expectFaultless(page, about);
		await page.emulateMedia({ colorScheme: "dark" });
		await expectNoViolation(page, "dark", "aside");
	});

	test("a form and a page that wait", async ({ page, tolerate }) => {
		tolerate(/about/);
		await page.route(/newsletter\/subscribe/, () => {});
		const counterpart = await holdRequests(page, "/ru/about");
		await openPage(page, "/about");
		await page.locator("#newsletter-email").fill("ada@example.org");
		await page.locator("#newsletter-email").press("Enter");
		await expect(page.locator("footer form")).toHaveAttribute("aria-busy", "true");
		await expectNoViolation(page, "form busy", "footer");
		await page.setViewportSize(wide);
		await page.getByRole("switch").click();
		await expect(page.locator("[data-part=placeholder]")).toBeVisible();
		await expectNoViolation(page, "placeholder");
		counterpart.release((route) => route.abort());
		await expect(page.getByText(words["en-US"].readInstead)).toBeVisible();
		await expectNoViolation(page, "placeholder after a failure");
	});
});
