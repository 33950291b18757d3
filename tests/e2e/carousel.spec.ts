import type { Locator, Page } from "@playwright/test";
import type { Locale } from "../../content/locales.ts";
import { pathOf } from "../../content/routes.ts";
import { words } from "../../content/words.ts";
import { repeatReviews } from "../repeatReviews.ts";
import { expect, expectNoShift, holdRequests, showContent, snapshots, test, waitForPaint } from "./siteTest.ts";

const { length: total } = snapshots["en-US"].home.reviews;

const carousel = (page: Page): Locator => page.locator("site-carousel");
const list = (page: Page): Locator => carousel(page).locator(".swiper-wrapper");
const controls = (page: Page): Locator => carousel(page).locator("[data-part=controls]");
const previous = (page: Page): Locator => controls(page).locator("[data-part=previous]");
const next = (page: Page): Locator => controls(page).locator("[data-part=next]");
const dots = (page: Page): Locator => controls(page).locator("ol button");
const marked = (page: Page): Locator => controls(page).locator("[aria-current=true]");
const pageName = (page: number, count: number, locale: Locale = "en-US"): string =>
	words[locale].page.replace("{page}", String(page)).replace("{count}", String(count));

async function openCarousel(page: Page, locale: Locale = "en-US"): Promise<void> {
	await page.goto(pathOf("home", locale));
	await carousel(page).scrollIntoViewIfNeeded();
	await expect(carousel(page)).toHaveAttribute("data-state", "ready");
	// Waits three frames, until Swiper has measured the list and turned on scroll snapping.
	await list(page).evaluate(async () => {
		for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
	});
	await expect(list(page)).toHaveCSS("scroll-snap-type", "x mandatory");
}

async function expectPage(
	page: Page,
	pageNumber: number,
	reviewsPerPage: number,
	locale: Locale = "en-US",
	reviewCount = total,
): Promise<void> {
	const count = Math.ceil(reviewCount / reviewsPerPage);
	await expect(dots(page)).toHaveCount(count);
	await expect(marked(page)).toHaveAccessibleName(pageName(pageNumber, count, locale));
	// The last page is full, so an odd number of reviews repeats one of the page before.
	const first = Math.min((pageNumber - 1) * reviewsPerPage, reviewCount - reviewsPerPage);
	await expectFirstIndex(page).toBe(first);
	await expect(previous(page)).toBeEnabled({ enabled: pageNumber > 1 });
	await expect(next(page)).toBeEnabled({ enabled: pageNumber < count });
}

/** Returns the index of the review at the left edge of the list. While the list scrolls, the index is a fraction. */
const firstIndex = (page: Page): Promise<number> =>
	list(page).evaluate(
		({ scrollLeft, firstElementChild }) =>
			Math.round((scrollLeft / (firstElementChild?.getBoundingClientRect().width ?? 1)) * 50) / 50,
	);

/** Reads the index every 50 ms, because Playwright's default intervals of up to 1 s are longer than most scrolls. */
const expectFirstIndex = (page: Page) => expect.poll(() => firstIndex(page), { intervals: [50] });

test("the script of the carousel is loaded when the carousel is near the viewport, and not before", {
	tag: "@phone",
}, async ({ page }) => {
	await page.goto(pathOf("home", "en-US"), { waitUntil: "networkidle" });
	await expect(carousel(page)).not.toHaveAttribute("data-state");
	const scripts: string[] = [];
	page.on("request", (request) => request.resourceType() === "script" && scripts.push(request.url()));
	const top = await carousel(page).evaluate((element) => element.getBoundingClientRect().top - innerHeight);
	await page.mouse.move(100, 300);
	// Leaves the carousel 380 pixels below the viewport, where its script must not load yet.
	if (top > 400) await page.evaluate((by) => scrollBy(0, by), top - 380);
	await waitForPaint(page);
	expect(scripts).toEqual([]);
	await page.evaluate((by) => scrollBy(0, by), 200);
	await expect(carousel(page)).toHaveAttribute("data-state", "ready");
	expect(scripts).toHaveLength(1);
	await expect(carousel(page)).not.toBeInViewport();
});

test("scrolling snaps to pages and moves the marked dot, and keys turn pages", async ({ page, isMobile }) => {
	const locale = isMobile ? "ru" : "en-US";
	const at = (number: number) => expectPage(page, number, isMobile ? 1 : 2, locale, 7);
	await showContent(page, repeatReviews(snapshots, 7));
	await openCarousel(page, locale);
	const region = page.getByRole("region", { name: words[locale].reviews });
	await expect(region.getByRole("list", { name: words[locale].reviews })).toHaveCount(1);
	await expect(previous(page)).toHaveAccessibleName(words[locale].previousPage);
	await expect(next(page)).toHaveAccessibleName(words[locale].nextPage);
	await at(1);
	await list(page).evaluate((element) => element.scrollBy({ left: element.clientWidth * 0.8, behavior: "smooth" }));
	await at(2);
	if (isMobile) {
		await swipe(page);
		return at(3);
	}
	await list(page).hover();
	await page.mouse.wheel(700, 0);
	await at(3);
	await list(page).focus();
	await page.keyboard.press("ArrowRight");
	await at(4);
	await dots(page).nth(1).focus();
	await page.keyboard.press("Enter");
	await at(2);
	await previous(page).focus();
	for (const key of ["Space", "Enter"]) {
		await page.keyboard.press(key);
		await at(1);
		await expect(previous(page)).toBeFocused();
	}
});

/** Swipes the list to the left. Waits before it lifts the finger, because a fast swipe can skip groups of reviews. */
async function swipe(page: Page, beforeEnd = () => page.waitForTimeout(300)): Promise<void> {
	const { x, y, width } = (await list(page).boundingBox()) ?? { x: 0, y: 0, width: 0 };
	const session = await page.context().newCDPSession(page);
	const touch = (type: "touchStart" | "touchMove" | "touchEnd", ...shares: number[]) => {
		const touchPoints = shares.map((share) => ({ x: x + width * share, y: Math.min(y + 100, 700) }));
		return session.send("Input.dispatchTouchEvent", { type, touchPoints });
	};
	await touch("touchStart", 0.9);
	for (let share = 0.8; share > 0.2; share -= 0.1) await touch("touchMove", share);
	await beforeEnd();
	await touch("touchEnd");
}

test("an incomplete last page has a dot, a single page has no controls, and the number of dots follows the width", {
	tag: "@desktop",
}, async ({ page }) => {
	// Turns pages without animation, because this test does not depend on it.
	await page.emulateMedia({ reducedMotion: "reduce" });
	await showContent(page, repeatReviews(snapshots, 5));
	await openCarousel(page);
	// At odd widths, the list cannot scroll exactly to its last snap position.
	for (const width of [1025, 1027]) {
		await page.setViewportSize({ width, height: 800 });
		await dots(page).last().click();
		await expect(marked(page)).toHaveAccessibleName(pageName(3, 3));
		await expect(next(page)).toBeDisabled();
		await previous(page).click();
		await expect(marked(page)).toHaveAccessibleName(pageName(2, 3));
	}
	await page.setViewportSize({ width: 375, height: 812 });
	await expect(dots(page)).toHaveCount(5);
	const isDotOfVisibleReviewMarked = async () =>
		pageName((await firstIndex(page)) + 1, 5) === (await marked(page).getAttribute("aria-label"));
	await expect.poll(isDotOfVisibleReviewMarked).toBe(true);

	await showContent(page, repeatReviews(snapshots, 2));
	await page.setViewportSize({ width: 1280, height: 800 });
	await openCarousel(page);
	await expect(dots(page)).toHaveCount(1);
	await expect(controls(page)).toBeHidden();
	await page.setViewportSize({ width: 375, height: 812 });
	await expect(dots(page)).toHaveCount(2);
	await expect(next(page)).toBeVisible();
});

test("a key press on an arrow before the script has loaded is replayed", { tag: "@desktop" }, async ({ page }) => {
	await page.goto(pathOf("home", "en-US"));
	const scripts = await holdRequests(page, /\.js$/);
	await previous(page).focus();
	await expect(controls(page)).toHaveCSS("opacity", "1");
	await page.keyboard.press("Tab");
	await expect(next(page)).toBeFocused();
	await page.keyboard.press("Enter");
	scripts.release();
	await expectPage(page, 2, 2);
	await expect(next(page)).toBeFocused();
});

test("on a phone the dots of many reviews keep their size, and the marked one is in view", { tag: "@phone" }, async ({
	page,
}) => {
	await page.setViewportSize({ width: 320, height: 812 });
	const count = 24;
	await showContent(page, repeatReviews(snapshots, count));
	await openCarousel(page);
	await expect(dots(page)).toHaveCount(count);
	const bar = (await controls(page).boundingBox()) ?? { x: 0, width: 0 };
	expect(bar.x + bar.width).toBeLessThanOrEqual(320);
	for (const number of [1, count, count / 2]) {
		// Scrolls the list instead of tapping a dot, because Playwright's tap would itself scroll the dot into view.
		await list(page).evaluate((element, to) => element.scrollTo(element.clientWidth * to, 0), number - 1);
		await expect(marked(page)).toHaveAccessibleName(pageName(number, count));
		await expect(marked(page)).toBeInViewport({ ratio: 0.9 });
		// WCAG 2.5.8 requires targets of at least 24 pixels.
		expect((await marked(page).boundingBox())?.width).toBeGreaterThanOrEqual(24);
	}
});

test("the start of the carousel causes no layout shift and keeps the page that was scrolled to", {
	tag: "@phone",
}, async ({ page }) => {
	await page.goto(pathOf("home", "en-US"), { waitUntil: "networkidle" });
	const scripts = await holdRequests(page, /\.js$/);
	await list(page).evaluate((element) => element.scrollTo(element.clientWidth, 0));
	await carousel(page).scrollIntoViewIfNeeded();
	await expect(carousel(page)).toHaveAttribute("data-state", "loading");
	await expect(controls(page)).toHaveCSS("opacity", "0");
	scripts.release();
	await expect(carousel(page)).toHaveAttribute("data-state", "ready");
	await expect(controls(page)).toHaveCSS("opacity", "1");
	await expectNoShift(page);
	await expectPage(page, 2, 1);
});

test("for a visitor who saves data a touch loads the carousel's script, which does not move the list under the finger", {
	tag: "@phone",
}, async ({ page }) => {
	await page.addInitScript(() => Object.defineProperty(navigator, "connection", { value: { saveData: true } }));
	await page.goto(pathOf("home", "en-US"));
	await carousel(page).scrollIntoViewIfNeeded();
	await waitForPaint(page);
	await expect(carousel(page)).not.toHaveAttribute("data-state");
	const scripts = await holdRequests(page, /\.js$/);
	await swipe(page, async () => {
		const place = () => list(page).evaluate(({ scrollLeft }) => scrollLeft);
		// Polls, because the list follows the finger one frame later.
		await expectFirstIndex(page).toBeGreaterThan(0.5);
		const before = await place();
		expect(await firstIndex(page)).toBeLessThan(1);
		const script = page.waitForEvent("requestfinished", (request) => request.resourceType() === "script");
		scripts.release();
		await script;
		await page.waitForTimeout(500);
		expect(await place()).toBe(before);
	});
	await expect(carousel(page)).toHaveAttribute("data-state", "ready");
	await expectPage(page, 2, 1);
});

test("a carousel that is moved by moveBefore stays on its page, and one that is inserted again starts again", {
	tag: "@desktop",
}, async ({ page }) => {
	await page.emulateMedia({ reducedMotion: "reduce" });
	await openCarousel(page);
	await next(page).click();
	await expectPage(page, 2, 2);
	// A restart removes `data-state` only briefly, so the test reads `data-state` one microtask after `moveBefore`.
	const state = await carousel(page).evaluate(async (element: HTMLElement) => {
		element.parentElement?.moveBefore(element, null);
		await Promise.resolve();
		return element.dataset.state;
	});
	expect(state).toBe("ready");
	await next(page).click();
	await expectPage(page, 3, 2);
	await carousel(page).evaluate((element) => element.parentElement?.append(element));
	await expect(carousel(page)).toHaveAttribute("data-state", "ready");
	await expectPage(page, 1, 2);
	await next(page).click();
	await expectPage(page, 2, 2);
});

test("arrows scroll the list smoothly, and without animation with reduced motion", { tag: "@desktop" }, async ({
	page,
}) => {
	await openCarousel(page);
	const doesNextJump = () =>
		next(page).evaluate((button: HTMLElement) => {
			const list = button.closest("site-carousel")?.querySelector(".swiper-wrapper");
			const before = list?.scrollLeft;
			button.click();
			return list?.scrollLeft !== before;
		});
	expect(await doesNextJump()).toBe(false);
	await expectPage(page, 2, 2);
	await page.emulateMedia({ reducedMotion: "reduce" });
	expect(await doesNextJump()).toBe(true);
	await expectPage(page, 3, 2);
});

test("a carousel script that cannot be loaded is logged, and the list stays unchanged", { tag: "@desktop" }, async ({
	page,
	tolerate,
}) => {
	tolerate(/\.js|import/);
	await page.goto(pathOf("home", "en-US"));
	const before = await list(page).innerHTML();
	await page.route(/\.js$/, (route) => route.abort());
	const logged = page.waitForEvent("console", (line) => line.type() === "error");
	await carousel(page).scrollIntoViewIfNeeded();
	await logged;
	await expect(carousel(page)).toHaveAttribute("data-state", "failed");
	await expect(controls(page)).toBeHidden();
	expect(await list(page).innerHTML()).toBe(before);
});

test.describe("without script", () => {
	test.use({ javaScriptEnabled: false });

	test("the list snaps to pages and reacts to keys, and the hidden controls keep their space", {
		tag: "@desktop",
	}, async ({ page }) => {
		await showContent(page, repeatReviews(snapshots, 7));
		await page.goto(pathOf("home", "ru"));
		await list(page).scrollIntoViewIfNeeded();
		await expect(controls(page)).toBeHidden();
		expect(await controls(page).evaluate((element) => element.clientHeight)).toBeGreaterThan(40);
		await list(page).evaluate((element) => element.scrollBy({ left: element.clientWidth * 0.8, behavior: "smooth" }));
		await expectFirstIndex(page).toBe(2);
		await list(page).focus();
		await page.keyboard.press("ArrowRight");
		await expectFirstIndex(page).toBe(4);
		await list(page).getByRole("listitem").last().scrollIntoViewIfNeeded();
		await expectFirstIndex(page).toBe(5);
	});
});
