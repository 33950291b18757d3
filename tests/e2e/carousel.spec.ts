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

const reviewCount = snapshots["en-US"].home.reviews.length;

const carousel = (page: Page): Locator => page.locator("site-carousel");
const list = (page: Page): Locator => carousel(page).locator(".swiper-wrapper");
const controls = (page: Page): Locator => carousel(page).locator("[data-part=controls]");
const previous = (page: Page): Locator => controls(page).locator("[data-part=previous]");
const next = (page: Page): Locator => controls(page).locator("[data-part=next]");
const dots = (page: Page): Locator => controls(page).locator("ol button");
const marked = (page: Page): Locator => controls(page).locator("[aria-current=true]");
const pageName = (page: number, count: number): string =>
	words["en-US"].page.replace("{page}", String(page)).replace("{count}", String(count));

async function openCarousel(page: Page): Promise<void> {
	await page.goto(pathOf("home", "en-US"));
	await carousel(page).scrollIntoViewIfNeeded();
	await expect(carousel(page)).toHaveAttribute("data-state", "ready");
	await expect(list(page)).toHaveCSS("scroll-snap-type", "x mandatory");
}

/** Expects that a page is marked by dots and arrows, and that its review is at the edge of the list. */
async function expectPage(page: Page, pageNumber: number, count: number): Promise<void> {
	await expect(dots(page)).toHaveCount(count);
	await expect(marked(page)).toHaveAccessibleName(pageName(pageNumber, count));
	await expectPosition(page).toBe(pageNumber);
	await expect(previous(page)).toBeEnabled({ enabled: pageNumber > 1 });
	await expect(next(page)).toBeEnabled({ enabled: pageNumber < count });
}

/** Returns the number of the page at the left edge of the list. While the list scrolls, the number is a fraction. */
const readPosition = (page: Page): Promise<number> =>
	list(page).evaluate(
		({ scrollLeft, clientWidth }) => Math.round((scrollLeft / clientWidth) * 50) / 50 + 1,
	);

/** Reads the position every 50 ms, because Playwright's default intervals of up to 1 s are longer than most scrolls. */
const expectPosition = (page: Page) => expect.poll(() => readPosition(page), { intervals: [50] });

const scrollBySmoothly = (page: Page, pages: number): Promise<void> =>
	list(page).evaluate(
		(element, by) => element.scrollBy({ left: element.clientWidth * by, behavior: "smooth" }),
		pages,
	);

test("the script loads near the viewport and keeps the page", {
	tag: "@phone",
}, async ({ page }) => {
	await page.goto(pathOf("home", "en-US"), { waitUntil: "networkidle" });
	await expect(carousel(page)).not.toHaveAttribute("data-state");
	const scripts: string[] = [];
	page.on(
		"request",
		(request) => request.resourceType() === "script" && scripts.push(request.url()),
	);
	const held = await holdRequests(page, /\.js$/);
	await list(page).evaluate((element) => element.scrollTo(element.clientWidth, 0));
	const top = await carousel(page).evaluate(
		(element) => element.getBoundingClientRect().top - innerHeight,
	);
	await page.mouse.move(100, 300);
	// Leaves the carousel 380 pixels below the viewport, where its script must not load yet.
	if (top > 400) await page.evaluate((by) => scrollBy(0, by), top - 380);
	await waitForPaint(page);
	expect(scripts).toEqual([]);
	await page.evaluate((by) => scrollBy(0, by), 200);
	await expect(carousel(page)).toHaveAttribute("data-state", "loading");
	await expect(carousel(page)).not.toBeInViewport();
	await carousel(page).scrollIntoViewIfNeeded();
	await expect(controls(page)).toHaveCSS("opacity", "0");
	held.release();
	await expect(carousel(page)).toHaveAttribute("data-state", "ready");
	expect(scripts.length, "each script once").toBe(new Set(scripts).size);
	await expect(controls(page)).toHaveCSS("opacity", "1");
	await expectNoShift(page);
	await expectPage(page, 2, reviewCount);
});

test("keys, wheel, scrolling, arrows and dots turn the pages", {
	tag: "@desktop",
}, async ({ page }) => {
	const at = (number: number) => expectPage(page, number, reviewCount);
	await page.goto(pathOf("home", "en-US"));
	const scripts = await holdRequests(page, /\.js$/);
	await next(page).focus();
	await expect(controls(page)).toHaveCSS("opacity", "1");
	await page.keyboard.press("Enter");
	scripts.release();
	await at(2);
	await expect(next(page)).toBeFocused();
	await scrollBySmoothly(page, 0.8);
	await at(3);
	await list(page).hover();
	await page.mouse.wheel(700, 0);
	await at(4);
	await list(page).focus();
	await page.keyboard.press("ArrowLeft");
	await at(3);
	await dots(page).nth(1).focus();
	await page.keyboard.press("Enter");
	await at(2);
	await previous(page).focus();
	for (const key of ["Space", "Enter"]) {
		await page.keyboard.press(key);
		await at(1);
		await expect(previous(page)).toBeFocused();
	}
	const doesNextJump = () =>
		next(page).evaluate((button: HTMLElement) => {
			const list = button.closest("site-carousel")?.querySelector(".swiper-wrapper");
			const before = list?.scrollLeft;
			button.click();
			return list?.scrollLeft !== before;
		});
	expect(await doesNextJump()).toBe(false);
	await at(2);
	// A carousel that becomes higher meanwhile continues to turn.
	await next(page).evaluate((button: HTMLElement) => {
		button.click();
		button.style.marginBlockEnd = "9px";
	});
	await at(3);
	await previous(page).click();
	await at(2);
	await page.emulateMedia({ reducedMotion: "reduce" });
	expect(await doesNextJump()).toBe(true);
	await at(3);
});

test("in a narrow window the marked one of many dots is visible", { tag: "@phone" }, async ({
	page,
}) => {
	const count = 23;
	await page.emulateMedia({ reducedMotion: "reduce" });
	await showContent(page, { ...snapshots, "en-US": repeatEntries(snapshots["en-US"], count) });
	await page.setViewportSize({ width: 320, height: 812 });
	await openCarousel(page);
	const bar = (await controls(page).boundingBox()) ?? { x: 0, width: 0 };
	expect(bar.x + bar.width).toBeLessThanOrEqual(320);
	for (const number of [2, count, 12]) {
		// Scrolls the list instead of pressing a dot, because Playwright's click would itself scroll the dot into view.
		await list(page).evaluate(
			(element, to) => element.scrollTo(element.clientWidth * to, 0),
			number - 1,
		);
		await expectPage(page, number, count);
		await expect(marked(page)).toBeInViewport({ ratio: 0.9 });
		// WCAG 2.5.8 requires targets of at least 24 pixels.
		expect((await marked(page).boundingBox())?.width).toBeGreaterThanOrEqual(24);
	}
});

/** Swipes the list to the left. Calls `beforeEnd` before it lifts the finger. */
async function swipe(page: Page, beforeEnd: () => Promise<void>): Promise<void> {
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
	await beforeEnd();
	await touch("touchEnd");
}

test("with saved data a swipe loads the script, which moves nothing", {
	tag: "@phone",
}, async ({ page }) => {
	await page.addInitScript(() =>
		Object.defineProperty(navigator, "connection", { value: { saveData: true } }),
	);
	await page.goto(pathOf("home", "en-US"));
	await carousel(page).scrollIntoViewIfNeeded();
	await waitForPaint(page);
	await expect(carousel(page)).not.toHaveAttribute("data-state");
	const scripts = await holdRequests(page, /\.js$/);
	await swipe(page, async () => {
		const place = () => list(page).evaluate(({ scrollLeft }) => scrollLeft);
		await expectPosition(page).toBeGreaterThan(1.5);
		// Waits until the list has followed the finger's last move.
		await page.waitForTimeout(500);
		const before = await place();
		const script = page.waitForEvent(
			"requestfinished",
			(request) => request.resourceType() === "script",
		);
		scripts.release();
		await script;
		await page.waitForTimeout(500);
		expect(await place()).toBe(before);
	});
	await expect(carousel(page)).toHaveAttribute("data-state", "ready");
	await expectPage(page, 2, reviewCount);
});

test.describe("without script", () => {
	test.use({ javaScriptEnabled: false });

	test("the list snaps to pages and reacts to keys", { tag: "@desktop" }, async ({ page }) => {
		await page.goto(pathOf("home", "ru"));
		await expect(controls(page)).toBeHidden();
		expect(
			await controls(page).evaluate((element) => element.clientHeight),
			"space for controls",
		).toBeGreaterThan(40);
		const readLeft = (locator: Locator) =>
			locator.evaluate((element) => element.getBoundingClientRect().left);
		const edge = await readLeft(list(page));
		const expectAtEdge = (index: number) =>
			expect.poll(() => readLeft(list(page).locator("> li").nth(index))).toBeCloseTo(edge, -1);
		await scrollBySmoothly(page, 0.8);
		await expectAtEdge(1);
		await list(page).focus();
		await page.keyboard.press("ArrowRight");
		await expectAtEdge(2);
	});
});
