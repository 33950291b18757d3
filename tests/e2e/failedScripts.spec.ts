import { pathOf } from "../../content/routes.ts";
import { words } from "../../content/words.ts";
import { isDocumentMarked, markDocument } from "../tools/documentMark.ts";
import { expectPage, languageSwitch, storedLocale } from "./language.ts";
import { expect, holdRequests, test, waitForPaint } from "./siteTest.ts";

test.beforeEach(async ({ page, tolerate }) => {
	tolerate(/chunks|import|INTERNET_DISCONNECTED|Failed to fetch/);
	await page.goto(pathOf("home", "en-US"));
	await page.route(/\/assets\/chunks\/.*\.js$/, (route) => route.abort());
});

test("without its script the carousel stays a list", { tag: "@desktop" }, async ({ page }) => {
	const carousel = page.locator("site-carousel");
	const list = carousel.locator(".swiper-wrapper");
	const before = await list.innerHTML();
	const logged = page.waitForEvent("console", (line) => line.type() === "error");
	await carousel.scrollIntoViewIfNeeded();
	await logged;
	await expect(carousel).toHaveAttribute("data-state", "failed");
	await expect(carousel.locator("[data-part=controls]")).toBeHidden();
	expect(await list.innerHTML()).toBe(before);
});

test("without its script the language link navigates", { tag: "@desktop" }, async ({ page }) => {
	await markDocument(page);
	const countEntries = () => page.evaluate(() => history.length);
	const entries = await countEntries();
	await languageSwitch(page).click();
	await expectPage(page, "home", "ru");
	expect(await isDocumentMarked(page), "a load").toBe(false);
	expect(await countEntries()).toBe(entries);
	expect(await storedLocale(page)).toBe("ru");
});

test("a revoked change stays revoked when its script fails", { tag: "@desktop" }, async ({
	page,
}) => {
	const chunks = await holdRequests(page, /\/assets\/chunks\/.*\.js$/);
	await markDocument(page);
	await languageSwitch(page).click();
	await languageSwitch(page).click();
	const failed = page.waitForEvent("requestfailed");
	chunks.release((route) => route.abort());
	await failed;
	await waitForPaint(page);
	await expectPage(page, "home", "en-US");
	expect(await isDocumentMarked(page), "no load").toBe(true);
});

test("a failed prefetch is not used later", { tag: "@desktop" }, async ({ page, context }) => {
	await page.unrouteAll();
	await context.setOffline(true);
	const failed = page.waitForEvent("requestfailed");
	await languageSwitch(page).dispatchEvent("pointerdown", { button: 0 });
	await failed;
	await context.setOffline(false);
	await languageSwitch(page).press("Enter");
	await expectPage(page, "home", "ru");
});

test("without a network the form stays, and an alert follows", { tag: "@desktop" }, async ({
	page,
	context,
}) => {
	await page.locator("#newsletter-email").fill("ada@example.org");
	await context.setOffline(true);
	const alerted = page.waitForEvent("dialog");
	void page.locator("footer form").getByRole("button").click();
	const dialog = await alerted;
	expect(dialog.message()).toBe(words["en-US"].subscribeFailure);
	await dialog.accept();
	await expect(page.locator("footer form").getByRole("status")).toHaveText(
		words["en-US"].subscribeFailure,
	);
	await expect(page.locator("#newsletter-email")).toHaveValue("ada@example.org");
});
