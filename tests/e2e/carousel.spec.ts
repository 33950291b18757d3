import type { Locator, Page } from "@playwright/test";
import { pathOf } from "../../content/routes.ts";
import { words } from "../../content/words.ts";
import { repeatEntries } from "../contents.ts";
import {
	expect,
	expectNoShift,
	holdRequests,
	showContent,
	snapshots,
	test,
	waitForPaint,
} from "./siteTest.ts";

const home = pathOf("home", "en-US");
const reviewCount = snapshots["en-US"].home.reviews.length;

const carousel = (page: Page): Locator => page.locator("site-carousel");
const list = (page: Page): Locator => carousel(page).locator(".swiper-wrapper");
const controls = (page: Page): Locator => carousel(page).locator("[data-part=controls]");
const next = (page: Page): Locator => controls(page).locator("[data-part=next]");
const marked = (page: Page): Locator => controls(page).locator("[aria-current=true]");

/**
 * Expects that the list rests at a page that its dot marks. Reads every 50 ms, because Playwright's default intervals of
 * up to 1 s are longer than most scrolls. tests/engines/carousel.test.ts tests the arrows.
 */
async function expectPage(page: Page, number: number, count = reviewCount): Promise<void> {
	const name = words["en-US"].page.replace("{page}", String(number));
	await expect(marked(page)).toHaveAccessibleName(name.replace("{count}", String(count)));
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
	await page.goto(home, { waitUntil: "networkidle" });
	const scripts: string[] = [];
	page.on(
		"request",
		(request) => request.resourceType() === "script" && scripts.push(request.url()),
	);
	const held = await holdRequests(page, /\.js$/);
	await scrollListTo(page, 2, "instant");
	const top = await carousel(page).evaluate(
		(element) => element.getBoundingClientRect().top - innerHeight,
	);
	// Leaves the carousel 380 pixels below the viewport, where its script must not load yet.
	if (top > 400) await page.evaluate((by) => scrollBy(0, by), top - 380);
	await waitForPaint(page);
	expect(scripts).toEqual([]);
	await page.evaluate((by) => scrollBy(0, by), 200);
	await expect(carousel(page)).toHaveAttribute("data-state", "loading");
	await expect(carousel(page)).not.toBeInViewport();
	await carousel(page).scrollIntoViewIfNeeded();
	await expect(controls(page)).toBeHidden();
	held.release();
	await expect(controls(page)).toBeVisible();
	await expectNoShift(page);
	await expectPage(page, 2);
});

test("keys, wheel, scrolling, arrows and dots turn the pages", { tag: "@desktop" }, async ({
	page,
}) => {
	await page.goto(home);
	await list(page).focus();
	await expectPage(page, 1);
	await next(page).focus();
	await page.keyboard.press("Enter");
	await expectPage(page, 2);
	await expect(next(page)).toBeFocused();
	await scrollListTo(page, 2.8, "smooth");
	await expectPage(page, 3);
	await list(page).hover();
	await page.mouse.wheel(700, 0);
	await expectPage(page, 4);
	await list(page).focus();
	await page.keyboard.press("ArrowLeft");
	await expectPage(page, 3);
	await controls(page).locator("ol button").first().focus();
	await page.keyboard.press("Space");
	await expectPage(page, 1);
	// A carousel that becomes higher meanwhile continues to turn.
	await next(page).evaluate((button: HTMLElement) => {
		button.click();
		button.style.marginBlockEnd = "9px";
	});
	await expectPage(page, 2);
	await page.emulateMedia({ reducedMotion: "reduce" });
	const hasJumped = next(page).evaluate((button: HTMLElement) => {
		const list = button.closest("site-carousel")?.querySelector(".swiper-wrapper");
		const before = list?.scrollLeft;
		button.click();
		return list?.scrollLeft !== before;
	});
	expect(await hasJumped).toBe(true);
});

test("in a narrow window the marked one of many dots is visible", { tag: "@phone" }, async ({
	page,
}) => {
	const count = 23;
	await page.emulateMedia({ reducedMotion: "reduce" });
	await showContent(page, { ...snapshots, "en-US": repeatEntries(snapshots["en-US"], count) });
	await page.setViewportSize({ width: 320, height: 812 });
	await page.goto(home);
	await carousel(page).scrollIntoViewIfNeeded();
	await expect(carousel(page)).toHaveAttribute("data-state", "ready");
	for (const number of [2, count, 12]) {
		// Scrolls the list instead of pressing a dot, because Playwright's click would itself scroll the dot into view.
		await scrollListTo(page, number, "instant");
		await expectPage(page, number, count);
		await expect(marked(page)).toBeInViewport({ ratio: 0.9 });
	}
});

test("with saved data a swipe loads the script, which moves nothing", { tag: "@phone" }, async ({
	page,
}) => {
	await page.addInitScript(() =>
		Object.defineProperty(navigator, "connection", { value: { saveData: true } }),
	);
	await page.goto(home);
	await carousel(page).scrollIntoViewIfNeeded();
	await waitForPaint(page);
	await expect(carousel(page)).not.toHaveAttribute("data-state");
	const scripts = await holdRequests(page, /\.js$/);
	const { x, y, width } = (await list(page).boundingBox()) ?? { x: 0, y: 0, width: 0 };
	const session = await page.context().newCDPSession(page);
	const touch = (type: "touchStart" | "touchMove" | "touchEnd", ...shares: number[]) => {
		const touchPoints = shares.map((share) => ({
			x: x + width * share,
			y: Math.min(y + 100, 700),
		}));
		return session.send("Input.dispatchTouchEvent", { type, touchPoints });
	};
	await touch("touchStart", 0.9);
	for (let share = 0.8; share > 0.2; share -= 0.1) await touch("touchMove", share);
	// Waits until the list has followed the finger's last move.
	await page.waitForTimeout(500);
	const held = await readPosition(page);
	expect(held).toBeGreaterThan(1.5);
	const script = page.waitForEvent(
		"requestfinished",
		(request) => request.resourceType() === "script",
	);
	scripts.release();
	await script;
	await page.waitForTimeout(500);
	expect(await readPosition(page)).toBe(held);
	await touch("touchEnd");
	await expectPage(page, 2);
});

test.describe("without script", () => {
	test.use({ javaScriptEnabled: false });

	test("the list snaps to pages and reacts to keys", { tag: "@desktop" }, async ({ page }) => {
		await page.goto(home);
		await expect(controls(page)).toBeHidden();
		const edge = await list(page).evaluate((element) => element.getBoundingClientRect().left);
		const expectAtEdge = (index: number) =>
			expect
				.poll(async () => (await list(page).locator("> li").nth(index).boundingBox())?.x)
				.toBeCloseTo(edge, -1);
		await scrollListTo(page, 1.8, "smooth");
		await expectAtEdge(1);
		await list(page).focus();
		await page.keyboard.press("ArrowRight");
		await expectAtEdge(2);
	});
});
