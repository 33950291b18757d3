import type { Page, Request } from "@playwright/test";
import { localeCodes } from "../../content/locales.ts";
import { pathOf, routeNames } from "../../content/routes.ts";
import { type Budget, budgets, explain, type Part, sum } from "../../scripts/measure/budgets.ts";
import { expect, expectNoShift, recordShifts, settle, test } from "./test.ts";

/**
 * Milliseconds for which fonts and pictures are held back after the page is painted; they are never there before.
 * `LATE=3000 npx playwright test loading` shows a network that slow.
 */
const late = Number(process.env.LATE ?? 0);

test("a page asks for its script when the browser reports no paint, as Firefox where a page begins scrolled", {
	tag: "@desktop",
}, async ({ page }) => {
	await page.addInitScript(() => {
		PerformanceObserver.prototype.observe = () => {};
	});
	await page.goto(pathOf("about", "en-US"));
	await expect.poll(() => page.evaluate(() => Boolean(customElements.get("site-carousel")))).toBe(true);
});

test("a page that is rendered in advance asks for its script when it is shown, and not before", {
	tag: "@desktop",
}, async ({ page }) => {
	await page.addInitScript(() => {
		Object.defineProperty(document, "prerendering", { value: true, configurable: true });
	});
	const scripts: string[] = [];
	page.on("request", (request) => request.resourceType() === "script" && scripts.push(request.url()));
	// Waits two seconds for it, in vain.
	await page.goto(pathOf("about", "en-US"));
	expect(scripts).toEqual([]);
	const asked = page.waitForRequest((request) => request.resourceType() === "script");
	await page.evaluate(() => {
		Object.defineProperty(document, "prerendering", { value: false });
		document.dispatchEvent(new Event("prerenderingchange"));
	});
	await asked;
});

/** Holds back all fonts and pictures that are asked for, until they are let go. */
async function holdBack(page: Page): Promise<() => void> {
	let held: (() => void)[] = [];
	await page.route(/\.woff2$|\/media\//, async (route) => {
		await new Promise<void>((resolve) => held.push(resolve));
		await route.continue();
	});
	return () => {
		for (const resolve of held) resolve();
		held = [];
	};
}

const loadedFonts = (page: Page) =>
	page.evaluate(() =>
		[...document.fonts].filter(({ status }) => status === "loaded").map(({ family }) => family.replaceAll('"', "")),
	);

/** How many pictures are still to come; those that are far away or in closed sections are not asked for. */
const countPending = (page: Page): Promise<number> =>
	page.evaluate(() => {
		const isNear = (image: Element) => image.getBoundingClientRect().top < innerHeight && image.checkVisibility();
		return [...document.images].filter((image) => isNear(image) && !image.complete).length;
	});

/** What a page asked for before its first paint, and after it. */
const listAsked = (page: Page): Promise<{ early: string[]; late: string[] }> =>
	page.evaluate(() => {
		const paint = performance.getEntriesByName("first-paint")[0]?.startTime ?? 0;
		const asked = performance.getEntriesByType("resource");
		const names = (isLate: boolean) =>
			asked.filter(({ startTime }) => startTime >= paint === isLate).map(({ name }) => new URL(name).pathname);
		return { early: names(false), late: names(true) };
	});

/** Expects that a page has asked for its style with its document alone, for fonts and pictures first, and for its script afterwards. */
async function expectOrder(page: Page, transferred: Request[]): Promise<void> {
	const { early, late } = await listAsked(page);
	// The home page's manifest is fetched when the browser likes.
	expect(early.filter((name) => !/\.woff2$|^\/media\/|\.webmanifest$/.test(name))).toEqual([]);
	expect(late.filter((name) => name.startsWith("/assets/entries/"))).toHaveLength(1);
	const asked = transferred.map((request) => `${request.resourceType()} ${new URL(request.url()).pathname}`);
	expect(asked.filter((line) => line.startsWith("stylesheet"))).toEqual([]);
	const preloads = await page
		.locator("link[rel=preload][as=font]")
		.evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
	// A preload that is not used in time is a warning of the browser, which fails the test; none is asked for twice.
	for (const href of preloads) expect(asked.filter((line) => line === `font ${href}`)).toHaveLength(1);
}

test.describe("what comes late moves nothing, and little comes at all", () => {
	test.beforeEach(async ({ page, isMobile }) => {
		if (isMobile) await page.setViewportSize({ width: 412, height: 915 });
	});
	test.use({ deviceScaleFactor: 1.75 });

	for (const locale of localeCodes) {
		for (const route of routeNames) {
			const path = pathOf(route, locale);
			const font = locale === "ru" ? "Literata Cyrillic" : "Literata";

			// Either alphabet at one width, and the home page, which has the most to load, in both on phones.
			const tag = locale === "ru" ? "@phone" : route === "home" ? [] : "@desktop";
			test(path, { tag }, async ({ page, isMobile }) => {
				await recordShifts(page);
				const transferred: Request[] = [];
				page.on("requestfinished", (request) => transferred.push(request));
				const release = await holdBack(page);
				await page.goto(path, { waitUntil: "domcontentloaded" });
				await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
				await settle(page);
				await page.evaluate((duration) => new Promise((resolve) => setTimeout(resolve, duration)), late);
				// Painted in a local font.
				expect(await loadedFonts(page)).not.toContain(font);
				const arrived = async () => {
					release();
					return (await countPending(page)) === 0 && (await loadedFonts(page)).includes(font);
				};
				await expect.poll(arrived).toBe(true);
				await page.waitForLoadState("networkidle");
				await settle(page);
				await expectNoShift(page);

				if (isMobile) {
					await expectOrder(page, transferred);
					// Without headers: of those HTTP/2, which hosts speak, leaves a few dozen bytes.
					const parts = await Promise.all(
						transferred.map(async (request) => {
							const { responseBodySize: size } = await request.sizes();
							return { type: request.resourceType(), name: request.url(), size };
						}),
					);
					const within = (budget: Budget, spent: number, counted: Part[]) =>
						expect.soft(spent, explain(budget, counted)).toBeLessThanOrEqual(budget.most);
					const isHome = route === "home";
					const fonts = parts.filter(({ type }) => type === "font");
					const pictures = parts.filter(({ type }) => type === "image");
					const requests = parts.map(({ name }) => ({ name, size: 1 }));
					within(isHome ? budgets.homeAtFirst : budgets.pageAtFirst, sum(parts), parts);
					within(isHome ? budgets.homeFonts : budgets.fonts, sum(fonts), fonts);
					within(budgets.phonePicture, Math.max(...pictures.map(({ size }) => size)), pictures);
					within(budgets.requestsAtFirst, sum(requests), requests);
				}

				// Scrolled past, pictures come when they are behind.
				let isAtEnd = false;
				while (!isAtEnd) {
					isAtEnd = await page.evaluate(() => {
						scrollBy({ top: innerHeight * 0.8, behavior: "instant" });
						return scrollY + innerHeight >= document.documentElement.scrollHeight - 1;
					});
					await settle(page);
				}
				await page.evaluate((duration) => new Promise((resolve) => setTimeout(resolve, duration)), late);
				await expect.poll(() => Promise.resolve(release()).then(() => countPending(page))).toBe(0);
				await settle(page);
				await expectNoShift(page);
			});
		}
	}
});
