import type { Locator, Page } from "@playwright/test";
import { type Locale, localeCodes } from "../../content/locales.ts";
import { pathOf } from "../../content/routes.ts";
import type { Snapshot } from "../../content/snapshot.ts";
import { words } from "../../content/words.ts";
import { repeatReviews } from "../repeatReviews.ts";
import { expect, expectNoShift, holdRequests, showContent, snapshots, test, waitForPaint } from "./siteTest.ts";

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

async function expectPage(page: Page, pageNumber: number, reviewsPerPage: number, reviewCount: number): Promise<void> {
	const count = Math.ceil(reviewCount / reviewsPerPage);
	await expect(dots(page)).toHaveCount(count);
	await expect(marked(page)).toHaveAccessibleName(pageName(pageNumber, count));
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

const scrollBySmoothly = (page: Page, pages: number): Promise<void> =>
	list(page).evaluate((element, by) => element.scrollBy({ left: element.clientWidth * by, behavior: "smooth" }), pages);

test("the script is loaded near the viewport, and not before; its start causes no layout shift and keeps the page that was scrolled to", {
	tag: "@phone",
}, async ({ page }) => {
	await page.goto(pathOf("home", "en-US"), { waitUntil: "networkidle" });
	await expect(carousel(page)).not.toHaveAttribute("data-state");
	const scripts: string[] = [];
	page.on("request", (request) => request.resourceType() === "script" && scripts.push(request.url()));
	const held = await holdRequests(page, /\.js$/);
	await list(page).evaluate((element) => element.scrollTo(element.clientWidth, 0));
	const top = await carousel(page).evaluate((element) => element.getBoundingClientRect().top - innerHeight);
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
	expect(scripts).toHaveLength(1);
	await expect(controls(page)).toHaveCSS("opacity", "1");
	await expectNoShift(page);
	await expectPage(page, 2, 1, await list(page).locator("> li").count());
});

test("keys, wheel and scrolling turn pages, a key press before the start is replayed, and only reduced motion turns without animation", {
	tag: "@desktop",
}, async ({ page }) => {
	const at = (number: number) => expectPage(page, number, 2, 7);
	await showContent(page, repeatReviews(snapshots, 7));
	await page.goto(pathOf("home", "en-US"));
	const scripts = await holdRequests(page, /\.js$/);
	await previous(page).focus();
	await expect(controls(page)).toHaveCSS("opacity", "1");
	await page.keyboard.press("Tab");
	await expect(next(page)).toBeFocused();
	await page.keyboard.press("Enter");
	scripts.release();
	await at(2);
	await expect(next(page)).toBeFocused();

	const { reviews, previousPage, nextPage } = words["en-US"];
	await expect(page.getByRole("region", { name: reviews }).getByRole("list", { name: reviews })).toHaveCount(1);
	await expect(previous(page)).toHaveAccessibleName(previousPage);
	await expect(next(page)).toHaveAccessibleName(nextPage);
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
	await test.step("a carousel that becomes higher, for example by a late font, continues to turn", async () => {
		await next(page).evaluate((button: HTMLElement) => {
			button.click();
			button.style.marginBlockEnd = "9px";
		});
		await at(3);
		await previous(page).click();
		await at(2);
	});
	await page.emulateMedia({ reducedMotion: "reduce" });
	expect(await doesNextJump()).toBe(true);
	await at(3);
});

test("the carousel follows the window's width and the number of reviews", {
	tag: "@desktop",
}, async ({ page }) => {
	const count = 23;
	// Turns pages without animation, because this test does not depend on it.
	await page.emulateMedia({ reducedMotion: "reduce" });
	await showContent(page, repeatReviews(snapshots, count));
	await openCarousel(page);
	await test.step("an incomplete last page has a dot", async () => {
		// At odd widths, the list cannot scroll exactly to its last snap position.
		for (const width of [1025, 1027]) {
			await page.setViewportSize({ width, height: 800 });
			await dots(page).last().click();
			await expect(marked(page)).toHaveAccessibleName(pageName(12, 12));
			await expect(next(page)).toBeDisabled();
			await previous(page).click();
			await expect(marked(page)).toHaveAccessibleName(pageName(11, 12));
		}
	});
	await test.step("in a narrow window dots keep their size, and the marked one is in view", async () => {
		await page.setViewportSize({ width: 320, height: 812 });
		await controls(page).scrollIntoViewIfNeeded();
		await expect(dots(page)).toHaveCount(count);
		const isDotOfVisibleReviewMarked = async () =>
			pageName((await firstIndex(page)) + 1, count) === (await marked(page).getAttribute("aria-label"));
		await expect.poll(isDotOfVisibleReviewMarked).toBe(true);
		const bar = (await controls(page).boundingBox()) ?? { x: 0, width: 0 };
		expect(bar.x + bar.width).toBeLessThanOrEqual(320);
		for (const number of [1, count, 12]) {
			// Scrolls the list instead of pressing a dot, because Playwright's click would itself scroll the dot into view.
			await list(page).evaluate((element, to) => element.scrollTo(element.clientWidth * to, 0), number - 1);
			await expect(marked(page)).toHaveAccessibleName(pageName(number, count));
			await expect(marked(page)).toBeInViewport({ ratio: 0.9 });
			// WCAG 2.5.8 requires targets of at least 24 pixels.
			expect((await marked(page).boundingBox())?.width).toBeGreaterThanOrEqual(24);
		}
	});
	await test.step("a single page has no controls", async () => {
		await page.setViewportSize({ width: 1280, height: 800 });
		await list(page).evaluate((element) => element.replaceChildren(...[...element.children].slice(0, 2)));
		await expect(dots(page)).toHaveCount(1);
		await expect(controls(page)).toBeHidden();
		await page.setViewportSize({ width: 375, height: 812 });
		await expect(dots(page)).toHaveCount(2);
		await expect(next(page)).toBeVisible();
	});
});

/** Swipes the list to the left. Calls `beforeEnd` before it lifts the finger. */
async function swipe(page: Page, beforeEnd: () => Promise<void>): Promise<void> {
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

test("for a visitor who saves data, a swipe loads the script, which does not move the list under the finger", {
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
		await expectFirstIndex(page).toBeGreaterThan(0.5);
		// Waits until the list has followed the finger's last move.
		let before = 0;
		await expect(async () => {
			before = await place();
			await page.waitForTimeout(100);
			expect(await place()).toBe(before);
		}).toPass();
		expect(await firstIndex(page)).toBeLessThan(1);
		const script = page.waitForEvent("requestfinished", (request) => request.resourceType() === "script");
		scripts.release();
		await script;
		await page.waitForTimeout(500);
		expect(await place()).toBe(before);
	});
	await expect(carousel(page)).toHaveAttribute("data-state", "ready");
	await expectPage(page, 2, 1, await list(page).locator("> li").count());
});

const sentences = {
	"en-US": "Slowly and without fuss I got better. ",
	ru: "Понемногу и без суеты мне стало лучше. ",
};

/** Returns a copy of a snapshot whose home page has reviews of the given lengths, in characters. */
function withReviews(snapshot: Snapshot, lengths: number[]): Snapshot {
	const sentence = sentences[snapshot.locale];
	const reviews = lengths.map((length, index) => {
		const value = sentence.repeat(Math.ceil(length / sentence.length)).slice(0, length);
		const review = { blocks: [{ type: "paragraph" as const, content: [{ type: "text" as const, value }] }] };
		return { id: `review-${index}`, updatedAt: "2026-01-01T00:00:00.000Z", name: { value: `Client ${index}` }, review };
	});
	return { ...snapshot, home: { ...snapshot.home, reviews } };
}

test.describe("without script", () => {
	test.use({ javaScriptEnabled: false });

	async function openReviews(page: Page, lengths: number[], locale: Locale): Promise<void> {
		const [english, russian] = localeCodes.map((code) => withReviews(snapshots[code], lengths));
		await showContent(page, { "en-US": english as Snapshot, ru: russian as Snapshot });
		await page.goto(pathOf("home", locale));
		await page.locator(".reviews").scrollIntoViewIfNeeded();
	}

	test("the list snaps to pages and reacts to keys, and no page has a hole under a short review", {
		tag: "@desktop",
	}, async ({ page }) => {
		const lengths = [310, 8, 900, 18, 180, 2200, 121, 60, 240, 120, 90];
		await openReviews(page, lengths, "ru");
		await expect(controls(page)).toBeHidden();
		expect(await controls(page).evaluate((element) => element.clientHeight), "space for controls").toBeGreaterThan(40);
		await scrollBySmoothly(page, 0.8);
		await expectFirstIndex(page).toBe(2);
		await list(page).focus();
		await page.keyboard.press("ArrowRight");
		await expectFirstIndex(page).toBe(4);
		await list(page).locator("> li").last().scrollIntoViewIfNeeded();
		await expectFirstIndex(page).toBe(7);
		await list(page).evaluate((element) => element.scrollTo({ left: 0, behavior: "instant" }));
		for (const width of [375, 768, 900, 1280, 1920]) {
			await page.setViewportSize({ width, height: 844 });
			const measured = await page.locator(".swiper-slide > .review").evaluateAll((reviews) =>
				reviews.map((review) => {
					const [quote, name] = ["blockquote", ".reviewer"].map((part) => review.querySelector(part));
					if (!quote || !name) throw new Error("The review has no text or no name.");
					const { paddingTop, height } = getComputedStyle(review);
					const text = document.createRange();
					text.selectNodeContents(quote);
					const shown = Math.min(text.getBoundingClientRect().height, quote.clientHeight);
					const used = shown + name.clientHeight + Number.parseFloat(getComputedStyle(name).marginTop);
					return {
						id: review.id,
						used,
						empty: Number.parseFloat(height) - 2 * Number.parseFloat(paddingTop) - used,
						left: review.getBoundingClientRect().left,
						slide: review.parentElement?.getBoundingClientRect().toJSON(),
					};
				}),
			);
			expect(measured).toHaveLength(lengths.length);
			expect(measured[1]?.left, `${width} px: the second review begins in the window`).toBeLessThan(width - 16);
			for (const { id, used, empty, slide } of measured) {
				const place = `${width} px, ${lengths[Number(id.replace("review-", ""))]} characters`;
				expect([slide.top, slide.height], place).toEqual([measured[0]?.slide.top, measured[0]?.slide.height]);
				expect(empty, `${place}: empty part of the card`).toBeLessThanOrEqual(Math.max(used, 96));
			}
		}
	});

	test("a long review is cut within two viewport heights until it is opened, and each of a hundred reviews can be reached", {
		tag: "@phone",
	}, async ({ page }) => {
		const lengths = [2000, ...Array(99).fill(40)];
		await openReviews(page, lengths, "en-US");
		expect((await page.locator(".reviews").boundingBox())?.height).toBeLessThan(2 * 812);
		const quote = page.locator(".reviews blockquote").first();
		const isWhole = () => quote.evaluate(({ scrollHeight, clientHeight }) => scrollHeight <= clientHeight);
		expect(await isWhole()).toBe(false);
		const button = page.locator(".reviews .read-on summary");
		await expect(button).toHaveCount(1);
		await expect(button).toHaveText(/^Read on\s*: Client 0$/, { useInnerText: true });
		await button.tap();
		expect(await isWhole()).toBe(true);
		await expect(button).toHaveText(/^Show less\s*: Client 0$/, { useInnerText: true });
		await button.tap();
		expect(await isWhole()).toBe(false);
		const last = page.getByText("Client 99", { exact: true });
		await expect(last).toBeHidden();
		await page.getByText(words["en-US"].moreReviews.split(" (")[0] ?? "").tap();
		await last.scrollIntoViewIfNeeded();
		await expect(last).toBeInViewport();
		await page.goto("about:blank");
		await page.goto(`${pathOf("home", "en-US")}#review-98`);
		await expect(page.getByText("Client 98", { exact: true })).toBeInViewport();
	});
});
