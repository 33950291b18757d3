import { isDocumentMarked, markDocument } from "../tools/documentMark.ts";
import {
	expect,
	expectPage,
	holdRequests,
	languageSwitch,
	storedLocale,
	test,
	waitForPaint,
} from "./siteTest.ts";

const chunks = /\/assets\/chunks\/.*\.js$/;

test.beforeEach(async ({ page, tolerate }) => {
	tolerate(/chunks|import|INTERNET_DISCONNECTED|Failed to fetch/);
	await page.goto("/");
	await page.route(chunks, (route) => route.abort());
});

test("without its script the carousel stays a list with a scrollbar", async ({ page }) => {
	const carousel = page.locator("site-carousel");
	await carousel.scrollIntoViewIfNeeded();
	await expect(carousel).toHaveAttribute("data-state", "failed");
	await expect(carousel.locator("[data-part=controls]")).toBeHidden();
	await expect(carousel.locator(".swiper-wrapper")).toHaveCSS("scrollbar-width", "thin");
});

test("without its script the language link navigates", async ({ page }) => {
	await languageSwitch(page).click();
	await expectPage(page, "home", "ru");
	expect(await storedLocale(page)).toBe("ru");
});

test("a revoked change stays revoked when its script fails", async ({ page }) => {
	const held = await holdRequests(page, chunks);
	await markDocument(page);
	await languageSwitch(page).click();
	await languageSwitch(page).click();
	const failed = page.waitForEvent("requestfailed");
	held.release((route) => route.abort());
	await failed;
	await waitForPaint(page);
	await expectPage(page, "home", "en-US");
	expect(await isDocumentMarked(page), "no load").toBe(true);
});

test("a failed prefetch is not used later", async ({ page, context }) => {
	await page.unrouteAll();
	await context.setOffline(true);
	const failed = page.waitForEvent("requestfailed");
	await languageSwitch(page).dispatchEvent("pointerdown", { button: 0 });
	await failed;
	await context.setOffline(false);
	await languageSwitch(page).press("Enter");
	await expectPage(page, "home", "ru");
});
