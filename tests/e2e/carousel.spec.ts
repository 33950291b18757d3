import type { Locator, Page } from "@playwright/test";
import type { Locale } from "../../content/locales.ts";
import { pathOf } from "../../content/routes.ts";
import { loadSnapshots } from "../../content/snapshotFiles.server.ts";
import { words } from "../../content/words.ts";
import { renderSite } from "../../scripts/render/renderSite.ts";
import { repeatReviews } from "../repeatReviews.ts";
import { expect, expectNoShift, hold, recordShifts, settle, test } from "./test.ts";

const snapshots = await loadSnapshots("content/generated");
const { length: total } = snapshots["en-US"].home.reviews;

const carousel = (page: Page): Locator => page.locator("site-carousel");
const list = (page: Page): Locator => carousel(page).locator(".swiper-wrapper");
const previous = (page: Page, locale: Locale = "en-US") =>
	carousel(page).getByRole("button", { name: words[locale].previousPage });
const next = (page: Page, locale: Locale = "en-US") =>
	carousel(page).getByRole("button", { name: words[locale].nextPage });
const dots = (page: Page): Locator => carousel(page).locator("ol button");
const pageName = (page: number, count: number, locale: Locale = "en-US"): string =>
	words[locale].page.replace("{page}", String(page)).replace("{count}", String(count));

/** The home page with the carousel in view and alive. */
async function open(page: Page, locale: Locale = "en-US"): Promise<void> {
	await page.goto(pathOf("home", locale));
	await carousel(page).scrollIntoViewIfNeeded();
	await expect(carousel(page)).toHaveAttribute("data-state", "ready");
	// Swiper takes its first measure in the frames after it is mounted, and does not snap meanwhile (its onResize).
	await list(page).evaluate(async () => {
		for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
	});
	await expect(list(page)).toHaveCSS("scroll-snap-type", "x mandatory");
}

/** The page of reviews that the list shows and the dots mark, counted from 1. */
async function expectPage(page: Page, number: number, perPage: number): Promise<void> {
	const count = Math.ceil(total / perPage);
	await expect(dots(page)).toHaveCount(count);
	await expect(carousel(page).locator("[aria-current=true]")).toHaveAccessibleName(pageName(number, count));
	// The last page may be short: then the list stands at its end.
	const first = number < count ? (number - 1) * perPage : total - perPage;
	await expect.poll(() => restingAt(page)).toBe(first);
	if (number === 1) await expect(previous(page)).toBeDisabled();
	else await expect(previous(page)).toBeEnabled();
	if (number === count) await expect(next(page)).toBeDisabled();
	else await expect(next(page)).toBeEnabled();
}

/** The index of the review that stands at the left edge of the list, or a fraction while it moves. */
const restingAt = (page: Page): Promise<number> =>
	list(page).evaluate(
		({ scrollLeft, firstElementChild }) =>
			Math.round((scrollLeft / (firstElementChild?.getBoundingClientRect().width ?? 1)) * 50) / 50,
	);

/** Puts a home page with so many reviews in the place of the built one. */
async function serve(page: Page, count: number): Promise<void> {
	const site = { url: "http://localhost", indexable: false };
	const documents = await renderSite("dist", repeatReviews(snapshots, count), site);
	await page.route(
		({ pathname }) => pathname === "/",
		async (route) => route.fulfill({ response: await route.fetch(), body: documents.get("index.html") ?? "" }),
	);
}

const perPageOf = (isMobile: boolean): number => (isMobile ? 1 : 2);

test("its script is asked for when the carousel comes near, not before", { tag: "@phone" }, async ({ page }) => {
	await page.goto(pathOf("home", "en-US"), { waitUntil: "networkidle" });
	await expect(carousel(page)).not.toHaveAttribute("data-state");
	const scripts: string[] = [];
	page.on("request", (request) => request.resourceType() === "script" && scripts.push(request.url()));
	const top = await carousel(page).evaluate((element) => element.getBoundingClientRect().top - innerHeight);
	await page.mouse.move(100, 300);
	// Still more than its margin away.
	if (top > 400) await page.evaluate((by) => scrollBy(0, by), top - 380);
	await settle(page);
	expect(scripts).toEqual([]);
	await page.evaluate((by) => scrollBy(0, by), 200);
	await expect(carousel(page)).toHaveAttribute("data-state", "ready");
	expect(scripts).toHaveLength(1);
	await expect(carousel(page)).not.toBeInViewport();
});

test("the list and its controls have names", async ({ page, isMobile }) => {
	const locale = isMobile ? "ru" : "en-US";
	await open(page, locale);
	const region = page.getByRole("region", { name: words[locale].reviews });
	await expect(region.getByRole("list", { name: words[locale].reviews })).toHaveCount(1);
	await expect(previous(page, locale)).toBeVisible();
	await expect(next(page, locale)).toBeVisible();
	const count = Math.ceil(total / perPageOf(isMobile));
	await expect(dots(page)).toHaveCount(count);
	for (const [index, dot] of (await dots(page).all()).entries()) {
		await expect(dot).toHaveAccessibleName(pageName(index + 1, count, locale));
	}
	const names = snapshots[locale].home.reviews.map(({ name }) => name.value);
	await expect(list(page).locator("> li cite")).toHaveText(names);
});

test("arrows and dots turn the pages and end at the first and the last, the mark follows the scroll, pages snap", async ({
	page,
	isMobile,
}) => {
	await open(page);
	const perPage = perPageOf(isMobile);
	const count = Math.ceil(total / perPage);
	await expectPage(page, 1, perPage);
	await next(page).click();
	await expectPage(page, 2, perPage);
	await previous(page).click();
	await expectPage(page, 1, perPage);
	await list(page).evaluate((element) => element.scrollBy({ left: element.clientWidth * 0.8, behavior: "smooth" }));
	await expectPage(page, 2, perPage);
	await dots(page).last().click();
	await expectPage(page, count, perPage);
	await dots(page).first().click();
	await expectPage(page, 1, perPage);
	if (isMobile) {
		await swipe(page);
		await expectPage(page, 2, 1);
		return;
	}
	await list(page).hover();
	await page.mouse.wheel(700, 0);
	await expectPage(page, 2, 2);
	await list(page).focus();
	await page.keyboard.press("ArrowRight");
	await expectPage(page, 3, 2);
	await next(page).focus();
	await page.keyboard.press("Space");
	await expectPage(page, 4, 2);
	await dots(page).nth(1).focus();
	await page.keyboard.press("Enter");
	await expectPage(page, 2, 2);
	// At its end an arrow keeps the focus.
	await previous(page).focus();
	for (let presses = 0; presses < 2; presses++) {
		await page.keyboard.press("Enter");
		await expectPage(page, 1, 2);
		await expect(previous(page)).toBeFocused();
	}
});

/** Draws the list to the left with a finger. */
async function swipe(page: Page): Promise<void> {
	const box = (await list(page).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
	const session = await page.context().newCDPSession(page);
	const y = Math.min(box.y + box.height / 2, 700);
	const touch = (type: "touchStart" | "touchMove" | "touchEnd", share = 0) =>
		session.send("Input.dispatchTouchEvent", {
			type,
			touchPoints: type === "touchEnd" ? [] : [{ x: box.x + box.width * share, y }],
		});
	await touch("touchStart", 0.9);
	for (let share = 0.85; share > 0.2; share -= 0.05) await touch("touchMove", share);
	await touch("touchEnd");
}

test("a last page that is short counts as a page of its own", { tag: "@desktop" }, async ({ page }) => {
	await serve(page, 5);
	// At an odd width the list ends a fraction of a pixel before the middle of the last page.
	for (const width of [1025, 1027]) {
		await page.setViewportSize({ width, height: 800 });
		await open(page);
		await dots(page).last().click();
		await expect(carousel(page).locator("[aria-current=true]")).toHaveAccessibleName(pageName(3, 3));
		await expect(next(page)).toBeDisabled();
		await previous(page).click();
		await expect(carousel(page).locator("[aria-current=true]")).toHaveAccessibleName(pageName(2, 3));
	}
});

test("what fits on one page has no controls, until the window is narrow", { tag: "@desktop" }, async ({ page }) => {
	await serve(page, 2);
	await open(page);
	await expect(dots(page)).toHaveCount(1);
	await expect(carousel(page).locator(".carousel-controls")).toBeHidden();
	await page.setViewportSize({ width: 375, height: 812 });
	await expect(dots(page)).toHaveCount(2);
	await expect(next(page)).toBeVisible();
});

test("who is faster than the script finds the arrows by keyboard, and their press counts", { tag: "@desktop" }, async ({
	page,
}) => {
	await page.goto(pathOf("home", "en-US"), { waitUntil: "networkidle" });
	const scripts = await hold(page, "**/*.js");
	await list(page).focus();
	await page.keyboard.press("Tab");
	await expect(previous(page)).toBeFocused();
	await expect(carousel(page).locator(".carousel-controls")).toHaveCSS("opacity", "1");
	await page.keyboard.press("Tab");
	await expect(next(page)).toBeFocused();
	await page.keyboard.press("Enter");
	scripts.release();
	await expectPage(page, 2, 2);
	await expect(next(page)).toBeFocused();
});

test("a page has one or two reviews by width, and the marked one is found again", { tag: "@desktop" }, async ({
	page,
}) => {
	await page.setViewportSize({ width: 375, height: 812 });
	await open(page);
	await dots(page).nth(4).click();
	await expectPage(page, 5, 1);
	await page.setViewportSize({ width: 800, height: 812 });
	await expect(dots(page)).toHaveCount(Math.ceil(total / 2));
	// Whichever review the browser keeps, the mark agrees with what is seen.
	const seen = async () => {
		const shown = Math.floor((await restingAt(page)) / 2) + 1;
		const marked = await carousel(page).locator("[aria-current=true]").getAttribute("aria-label");
		return marked === pageName(shown, Math.ceil(total / 2));
	};
	await expect.poll(seen).toBe(true);
	await dots(page).first().click();
	await expectPage(page, 1, 2);
	await next(page).click();
	await expectPage(page, 2, 2);
	await page.setViewportSize({ width: 375, height: 812 });
	await expect(dots(page)).toHaveCount(total);
});

test("on a phone the dots of many reviews keep their size, and the marked one is seen", { tag: "@phone" }, async ({
	page,
}) => {
	await page.setViewportSize({ width: 320, height: 812 });
	const count = 24;
	await serve(page, count);
	await open(page);
	await expect(dots(page)).toHaveCount(count);
	const bar = (await carousel(page).locator(".carousel-controls").boundingBox()) ?? { x: 0, width: 0 };
	expect(bar.x + bar.width).toBeLessThanOrEqual(320);
	for (const number of [1, count, Math.ceil(count / 2)]) {
		// Not by their dots, which Playwright would bring into view.
		await list(page).evaluate((element, to) => element.scrollTo(element.clientWidth * to, 0), number - 1);
		const marked = carousel(page).locator("[aria-current=true]");
		await expect(marked).toHaveAccessibleName(pageName(number, count));
		await expect(marked).toBeInViewport({ ratio: 0.9 });
		expect((await marked.boundingBox())?.width).toBeGreaterThanOrEqual(24);
	}
});

test("nothing moves when it comes alive, and what was scrolled to before stays", async ({ page, isMobile }) => {
	await recordShifts(page);
	await page.goto(pathOf("home", "en-US"), { waitUntil: "networkidle" });
	const scripts = await hold(page, "**/*.js");
	const boxes = () =>
		carousel(page).evaluate((element) =>
			[element, ...element.querySelectorAll(".carousel, ul, ul > li, .carousel-controls, .carousel-controls > *")]
				.filter((part) => !part.matches("ol"))
				.map((part) => {
					const { left, top, width, height } = part.getBoundingClientRect();
					// Arrows make room for the dots between them.
					return part.matches("button") ? [top, width, height] : [left, top, width, height];
				}),
		);
	await list(page).evaluate((element) => element.scrollTo(element.clientWidth, 0));
	await carousel(page).scrollIntoViewIfNeeded();
	await expect(carousel(page)).toHaveAttribute("data-state", "loading");
	await expect(carousel(page).locator(".carousel-controls")).toHaveCSS("opacity", "0");
	const before = await boxes();
	scripts.release();
	await expect(carousel(page)).toHaveAttribute("data-state", "ready");
	await expect(carousel(page).locator(".carousel-controls")).toHaveCSS("opacity", "1");
	expect(await boxes()).toEqual(before);
	// Large enough for a finger: WCAG 2.5.8.
	for (const dot of await dots(page).all()) expect((await dot.boundingBox())?.width).toBeGreaterThanOrEqual(24);
	await expectNoShift(page);
	// What was scrolled to before.
	await expectPage(page, 2, perPageOf(isMobile));
});

test("arrows scroll smoothly, and not where motion is unwanted", { tag: "@desktop" }, async ({ page }) => {
	await page.addInitScript(() => {
		const behaviours: unknown[] = [];
		Object.assign(window, { behaviours });
		const scroll = Element.prototype.scrollTo;
		Element.prototype.scrollTo = function (this: Element, ...args: unknown[]) {
			if (this.matches(".swiper-wrapper")) behaviours.push((args[0] as ScrollToOptions).behavior ?? "auto");
			return (scroll as (...args: unknown[]) => void).apply(this, args);
		};
	});
	for (const [reducedMotion, expected] of [
		["no-preference", true],
		["reduce", false],
	] as const) {
		await page.emulateMedia({ reducedMotion });
		await open(page);
		await next(page).click();
		await expectPage(page, 2, 2);
		const behaviours = await page.evaluate(() => (window as unknown as { behaviours: unknown[] }).behaviours);
		expect(behaviours.includes("smooth"), reducedMotion).toBe(expected);
	}
});

for (const fault of ["does not come", "throws"]) {
	test(`when its script ${fault} it is logged, and the list stays as it was`, { tag: "@desktop" }, async ({
		page,
		tolerate,
	}) => {
		tolerate(/\.js|import|Error/);
		await page.goto(pathOf("home", "en-US"), { waitUntil: "networkidle" });
		const before = await list(page).innerHTML();
		// Swiper does not start without it.
		if (fault === "throws") await page.evaluate(() => Object.assign(window, { getComputedStyle: undefined }));
		else await page.route("**/*.js", (route) => route.abort());
		const logged = page.waitForEvent("console", (line) => line.type() === "error");
		await carousel(page).scrollIntoViewIfNeeded();
		await logged;
		await expect(carousel(page)).toHaveAttribute("data-state", "failed");
		await expect(carousel(page).locator(".carousel-controls")).toBeHidden();
		expect(await list(page).innerHTML()).toBe(before);
	});
}

test.describe("without script", () => {
	test.use({ javaScriptEnabled: false });

	test("the list scrolls from the first to the last and snaps, and the controls keep their room unseen", async ({
		page,
		isMobile,
	}) => {
		await page.goto(pathOf("home", "ru"));
		const reviews = list(page).getByRole("listitem");
		await expect(reviews).toHaveCount(total);
		await list(page).scrollIntoViewIfNeeded();
		await expect(reviews.first().locator("cite")).toBeInViewport();
		await expect(reviews.last()).not.toBeInViewport();
		const controls = carousel(page).locator(".carousel-controls");
		await expect(controls).toBeHidden();
		expect(await controls.evaluate((element) => element.getBoundingClientRect().height)).toBeGreaterThan(40);
		await expect(carousel(page).getByRole("button")).toHaveCount(0);
		const perPage = perPageOf(isMobile);
		await list(page).evaluate((element) => element.scrollBy({ left: element.clientWidth * 0.8, behavior: "smooth" }));
		await expect.poll(() => restingAt(page)).toBe(perPage);
		await list(page).focus();
		await page.keyboard.press("ArrowRight");
		await expect.poll(async () => [perPage * 2, perPage + 1].includes(await restingAt(page))).toBe(true);
		await reviews.last().scrollIntoViewIfNeeded();
		await expect(reviews.last().locator("cite")).toBeInViewport();
		await expect(reviews.first()).not.toBeInViewport();
	});
});
