import type { Locator, Page } from "@playwright/test";
import { repeatEntries, rewriteTexts } from "../contents.ts";
import {
	expect,
	expectNoShift,
	holdRequests,
	showContent,
	snapshots,
	test,
	waitForPaint,
} from "./siteTest.ts";

const carousel = (page: Page): Locator => page.locator("site-carousel");
const list = (page: Page): Locator => carousel(page).locator(".swiper-wrapper");
const controls = (page: Page): Locator => carousel(page).locator("[data-part=controls]");
const next = (page: Page): Locator => controls(page).locator("[data-part=next]");
const marked = (page: Page): Locator => controls(page).locator("[aria-current=true]");

/**
 * Expects that the list rests at a page that its dot marks. Reads every 50 ms, because Playwright's default intervals of
 * up to 1 s are longer than most scrolls.
 */
async function expectPage(page: Page, number: number): Promise<void> {
	await expect(marked(page)).toHaveAccessibleName(new RegExp(`^\\D+${number}\\D`));
	await expect.poll(() => readPosition(page), { intervals: [50] }).toBe(number);
}

/** Returns the number of the page at the left edge of the list. While the list scrolls, the number is a fraction. */
const readPosition = (page: Page): Promise<number> =>
	list(page).evaluate(
		({ scrollLeft, clientWidth }) => Math.round((scrollLeft / clientWidth) * 50) / 50 + 1,
	);

const scrollListTo = (page: Page, number: number, behavior: ScrollBehavior): Promise<void> =>
	list(page).evaluate(
		(element, { left, behavior }) =>
			element.scrollTo({ left: element.clientWidth * left, behavior }),
		{ left: number - 1, behavior },
	);

test("the script loads near the viewport and keeps the page", { tag: "@phone" }, async ({
	page,
}) => {
	await page.goto("/", { waitUntil: "networkidle" });
	const held = await holdRequests(page, /\.js$/);
	await scrollListTo(page, 2, "instant");
	// Leaves the carousel 380 pixels below the viewport, where its script must not load yet.
	await carousel(page).evaluate((element) =>
		scrollBy(0, element.getBoundingClientRect().top - innerHeight - 380),
	);
	await waitForPaint(page);
	await expect(carousel(page)).not.toHaveAttribute("data-state");
	await page.evaluate(() => scrollBy(0, 200));
	await expect(carousel(page)).toHaveAttribute("data-state", "loading");
	await expect(carousel(page)).not.toBeInViewport();
	await carousel(page).scrollIntoViewIfNeeded();
	await expect(controls(page)).toBeHidden();
	held.release();
	await expect(controls(page)).toBeVisible();
	await expectNoShift(page);
	await expectPage(page, 2);
});

test("keys, wheel, scrolling, arrows and dots turn the pages", async ({ page }) => {
	await page.goto("/");
	await list(page).focus();
	await expectPage(page, 1);
	await next(page).press("Enter");
	await expectPage(page, 2);
	await expect(next(page)).toBeFocused();
	await scrollListTo(page, 2.8, "smooth");
	await expectPage(page, 3);
	await list(page).hover();
	await page.mouse.wheel(700, 0);
	await expectPage(page, 4);
	// Chromium ends a wheel's scroll 500 ms after its last event and snaps then, which would undo the key.
	await page.waitForTimeout(700);
	await list(page).press("ArrowLeft");
	await expectPage(page, 3);
	await controls(page).locator("ol button").first().press("Space");
	await expectPage(page, 1);
	// A carousel that becomes higher meanwhile continues to turn.
	await next(page).evaluate((button: HTMLElement) => {
		button.click();
		button.style.marginBlockEnd = "9px";
	});
	await expectPage(page, 2);
	await page.emulateMedia({ reducedMotion: "reduce" });
	await next(page).evaluate((button: HTMLElement) => button.click());
	expect(await readPosition(page), "the list jumps").toBe(3);
});

test("a scroll without an end does not delay the controls", async ({ page }) => {
	await page.clock.install();
	await page.goto("/");
	await page.clock.pauseAt(Date.now() + 60_000);
	// Firefox restores the list's position after a reload without the event `scrollend`.
	await list(page).evaluate((element) => element.dispatchEvent(new Event("scroll")));
	await carousel(page).scrollIntoViewIfNeeded();
	await expectPage(page, 1);
	await expect(controls(page)).toBeVisible();
});

for (const reducedMotion of ["no-preference", "reduce"] as const) {
	test(`a longer review shifts nothing, motion: ${reducedMotion}`, { tag: "@phone" }, async ({
		page,
	}) => {
		await page.emulateMedia({ reducedMotion });
		let count = 0;
		const content = rewriteTexts(snapshots["en-US"], (text) => text);
		for (const review of content.home.reviews) {
			count += 1;
			review.review = rewriteTexts(review.review as never, (text) => text.repeat(count)) as never;
		}
		await showContent(page, { ...snapshots, "en-US": content });
		await page.goto("/");
		await list(page).evaluate((element) => element.scrollIntoView({ block: "center" }));
		await expect(carousel(page)).toHaveAttribute("data-state", "ready");
		await waitForPaint(page);
		for (const number of [2, 3, 2, 1]) {
			await scrollListTo(page, number, "smooth");
			await expectPage(page, number);
		}
		await expectNoShift(page);
	});
}

test("in a narrow window the marked one of many dots is visible", { tag: "@phone" }, async ({
	page,
}) => {
	await page.emulateMedia({ reducedMotion: "reduce" });
	await showContent(page, { ...snapshots, "en-US": repeatEntries(snapshots["en-US"], 23) });
	await page.setViewportSize({ width: 320, height: 812 });
	await page.goto("/");
	await carousel(page).scrollIntoViewIfNeeded();
	await expect(carousel(page)).toHaveAttribute("data-state", "ready");
	// The start changes the width, after which the carousel returns to its page.
	await waitForPaint(page);
	for (const number of [2, 23, 12]) {
		// Scrolls the list instead of pressing a dot, because Playwright's click would itself scroll the dot into view.
		await scrollListTo(page, number, "instant");
		await expectPage(page, number);
		await expect(marked(page)).toBeInViewport({ ratio: 0.9 });
	}
});

test("with saved data a swipe loads the script, which moves nothing", { tag: "@phone" }, async ({
	page,
}) => {
	await page.addInitScript(() =>
		Object.defineProperty(navigator, "connection", { value: { saveData: true } }),
	);
	await page.goto("/");
	await carousel(page).scrollIntoViewIfNeeded();
	await waitForPaint(page);
	await expect(carousel(page)).not.toHaveAttribute("data-state");
	const script = await holdRequests(page, /\.js$/);
	const { y = 0, width = 0 } = (await list(page).boundingBox()) ?? {};
	const session = await page.context().newCDPSession(page);
	const touch = (type: "touchStart" | "touchMove" | "touchEnd", ...shares: number[]) => {
		const touchPoints = shares.map((share) => ({ x: width * share, y: Math.min(y + 100, 700) }));
		return session.send("Input.dispatchTouchEvent", { type, touchPoints });
	};
	await touch("touchStart", 0.9);
	for (let share = 0.8; share > 0.2; share -= 0.1) await touch("touchMove", share);
	// Waits until the list has followed the finger's last move.
	await page.waitForTimeout(500);
	const held = await readPosition(page);
	expect(held).toBeGreaterThan(1.5);
	const loaded = page.waitForEvent("requestfinished");
	script.release();
	await loaded;
	await page.waitForTimeout(500);
	expect(await readPosition(page)).toBe(held);
	await touch("touchEnd");
	await expectPage(page, 2);
});

test.describe("without script", () => {
	test.use({ javaScriptEnabled: false });

	test("the list snaps to pages and reacts to keys", async ({ page }) => {
		await page.goto("/");
		await expect(controls(page)).toBeHidden();
		const edge = (await list(page).boundingBox())?.x ?? 0;
		const slides = list(page).locator("> li");
		const readX = async (index: number) => (await slides.nth(index).boundingBox())?.x;
		await scrollListTo(page, 1.8, "smooth");
		await expect.poll(() => readX(1)).toBeCloseTo(edge, -1);
		await list(page).press("ArrowRight");
		await expect.poll(() => readX(2)).toBeCloseTo(edge, -1);
	});
});
