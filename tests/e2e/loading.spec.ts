import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page, Request } from "@playwright/test";
import { localeCodes } from "../../content/locales.ts";
import { pathOf, type RouteName, routeNames } from "../../content/routes.ts";
import { type Budget, budgets, explainExcess, type Part, sumSizes } from "../tools/budgets.ts";
import { expect, expectNoShift, holdRequests, test, waitForPaint } from "./siteTest.ts";

test("the page's script is loaded when the page is parsed to its end, and not before", { tag: "@desktop" }, async ({
	page,
	baseURL,
}) => {
	// The proxy below sends the `<footer>` of a document only after the test resolves `foot`.
	const foot = Promise.withResolvers<void>();
	const server = createServer(async ({ url = "", headers }, response) => {
		const upstream = await fetch(baseURL + url);
		const body = Buffer.from(await upstream.arrayBuffer());
		// Does not copy Content-Length and Content-Encoding, because `fetch` has decompressed the body.
		for (const name of ["Content-Type", "Content-Security-Policy"]) {
			response.setHeader(name, upstream.headers.get(name) ?? "");
		}
		const middle = headers["sec-fetch-dest"] === "document" ? body.indexOf("<footer") : body.length;
		response.write(body.subarray(0, middle));
		if (middle < body.length) await foot.promise;
		response.end(body.subarray(middle));
	}).listen(0);
	await once(server, "listening");
	const scripts: string[] = [];
	page.on("request", (request) => request.resourceType() === "script" && scripts.push(request.url()));
	await page.goto(`http://localhost:${(server.address() as AddressInfo).port}`, { waitUntil: "commit" });
	const isPainted = () => performance.getEntriesByName("first-contentful-paint").length > 0;
	await page.waitForFunction(isPainted);
	await page.waitForTimeout(500);
	expect(scripts).toEqual([]);
	foot.resolve();
	await page.locator("site-carousel").scrollIntoViewIfNeeded();
	await expect(page.locator("site-carousel")).toHaveAttribute("data-state", "ready");
	await page.getByRole("switch").click();
	await expect(page.locator("html")).toHaveAttribute("lang", "ru");
	await expect(page.locator("footer")).toHaveCount(1);
	await page.close();
	server.close();
});

test("only a visitor who saves data has no speculation rules", { tag: "@desktop" }, async ({ page }) => {
	const rules = page.locator("script[type=speculationrules]");
	await page.goto(pathOf("about", "ru"));
	await expect(rules).toHaveCount(1);
	await page.addInitScript(() => Object.defineProperty(navigator, "connection", { value: { saveData: true } }));
	await page.reload();
	await expect(rules).toHaveCount(0);
});

const loadedFonts = (page: Page) =>
	page.evaluate(() =>
		[...document.fonts].filter(({ status }) => status === "loaded").map(({ family }) => family.replaceAll('"', "")),
	);

/** Counts the pictures in or above the viewport that have not loaded. */
const countPending = (page: Page): Promise<number> =>
	page.evaluate(() => {
		const isNear = (image: Element) => image.getBoundingClientRect().top < innerHeight && image.checkVisibility();
		return [...document.images].filter((image) => isNear(image) && !image.complete).length;
	});

async function expectOrder(page: Page): Promise<void> {
	const { early, late } = await page.evaluate(() => {
		const paint = performance.getEntriesByName("first-paint")[0]?.startTime ?? 0;
		const asked = performance.getEntriesByType("resource");
		const names = (isLate: boolean) =>
			asked.filter(({ startTime }) => startTime >= paint === isLate).map(({ name }) => new URL(name).pathname);
		return { early: names(false), late: names(true) };
	});
	// Early requests may include the web app manifest, because browsers request the manifest at any time.
	expect(early.filter((name) => !/\.woff2$|^\/media\/|\.webmanifest$/.test(name))).toEqual([]);
	expect(late.filter((name) => name.startsWith("/assets/entries/"))).toHaveLength(1);
	expect(late.filter((name) => name.endsWith(".css"))).toEqual([]);
}

/** Counts the pictures more than three screens below the top of the viewport, and how many of them are laid out. */
const countLatePictures = (page: Page): Promise<{ far: number; laidOut: number }> =>
	page.evaluate(() => {
		const pictures = [...document.querySelectorAll(":is(.cards > li, .commitments > ul > li, .newsletter) > picture")];
		const far = pictures.filter((picture) => picture.getBoundingClientRect().top > 3 * innerHeight);
		const isLaidOut = ({ lastElementChild }: Element) =>
			lastElementChild?.checkVisibility({ contentVisibilityAuto: true });
		return { far: far.length, laidOut: far.filter(isLaidOut).length };
	});

async function expectBudgets(isHome: boolean, transferred: Request[]): Promise<void> {
	// Counts only the bodies of responses, because HTTP/2 compresses the headers to a few dozen bytes.
	const parts = await Promise.all(
		transferred.map(async (request) => {
			const { responseBodySize: size } = await request.sizes();
			return { type: request.resourceType(), name: request.url(), size };
		}),
	);
	const within = (budget: Budget, spent: number, counted: Part[]) =>
		expect.soft(spent, explainExcess(budget, counted)).toBeLessThanOrEqual(budget.limit);
	const fonts = parts.filter(({ type }) => type === "font");
	const pictures = parts.filter(({ type }) => type === "image");
	within(isHome ? budgets.homeAtFirst : budgets.pageAtFirst, sumSizes(parts), parts);
	within(isHome ? budgets.homeFonts : budgets.fonts, sumSizes(fonts), fonts);
	within(budgets.phonePicture, Math.max(...pictures.map(({ size }) => size)), pictures);
	within(budgets.requestsAtFirst, parts.length, parts);
}

/**
 * Sets the font of all pages to Roboto, the font of Android. Removes the content security policy, because it would
 * block the added styles.
 */
async function useRoboto(page: Page): Promise<void> {
	const faces = ["latin", "cyrillic"].map(async (subset) => {
		const file = await readFile(`node_modules/@fontsource/roboto/files/roboto-${subset}-400-normal.woff2`, "base64");
		return `@font-face { font-family: "Roboto ${subset}"; src: url(data:font/woff2;base64,${file}); }`;
	});
	const style = `${(await Promise.all(faces)).join("\n")} html { font-family: "Roboto latin", "Roboto cyrillic"; }`;
	await page.route(/^/, async (route) => {
		if (route.request().resourceType() !== "document") return route.continue();
		const html = await (await route.fetch()).text();
		const body = html.replace("</head>", `<style>${style}</style></head>`);
		return route.fulfill({ contentType: "text/html; charset=utf-8", body });
	});
}

const isPictureLargest = (page: Page): Promise<boolean> =>
	page.evaluate(() => {
		const observer = new PerformanceObserver(() => {});
		observer.observe({ type: "largest-contentful-paint", buffered: true });
		const largest = observer.takeRecords().at(-1) as (PerformanceEntry & { element?: Element }) | undefined;
		return largest?.element?.matches("picture > img") ?? false;
	});

test("a picture that is the largest contentful paint of a phone is preloaded", { tag: "@phone" }, async ({ page }) => {
	await page.setViewportSize({ width: 412, height: 823 });
	await useRoboto(page);
	for (const locale of localeCodes) {
		for (const route of ["home", "about", "consultations"] as const) {
			await page.goto(pathOf(route, locale));
			await page.evaluate(() => document.fonts.ready);
			await expect.poll(() => countPending(page)).toBe(0);
			await waitForPaint(page);
			expect(await loadedFonts(page)).toContain("Roboto latin");
			const preloads = await page.locator("link[rel=preload][as=image]:not([media])").count();
			if (await isPictureLargest(page)) expect(preloads, pathOf(route, locale)).toBe(1);
		}
	}
});

/** Scrolls to the end of a page before its pictures have arrived. Expects no layout shift when they arrive. */
async function expectNoShiftAfterScrolling(page: Page): Promise<void> {
	const pictures = await holdRequests(page, /\/media\//);
	let isAtEnd = false;
	while (!isAtEnd) {
		isAtEnd = await page.evaluate(() => {
			scrollBy({ top: innerHeight * 0.8, behavior: "instant" });
			return scrollY + innerHeight >= document.documentElement.scrollHeight - 1;
		});
		await waitForPaint(page);
	}
	pictures.release();
	await expect.poll(() => countPending(page)).toBe(0);
	await waitForPaint(page);
	await expectNoShift(page);
}

/** Loads a page whose fonts and pictures arrive late. Expects no layout shift when they arrive. */
async function expectNoShiftFromLateFiles(page: Page, path: string, font: string): Promise<void> {
	const files = await holdRequests(page, /\.woff2$|\/media\//);
	await page.goto(path, { waitUntil: "domcontentloaded" });
	await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
	await waitForPaint(page);
	// As long as the font has not arrived, headings use a local fallback font.
	expect(await loadedFonts(page)).not.toContain(font);
	files.release();
	await expect.poll(() => countPending(page)).toBe(0);
	await expect.poll(() => loadedFonts(page)).toContain(font);
	await page.waitForLoadState("networkidle");
	await waitForPaint(page);
	await expectNoShift(page);
}

test.describe("fonts and pictures that load late cause no layout shift, and keep the budgets", () => {
	test.use({ deviceScaleFactor: 1.75 });

	const longRoutes: readonly RouteName[] = ["home", "functionalTests"];

	for (const route of routeNames) {
		test(pathOf(route, "ru"), { tag: "@phone" }, async ({ page }) => {
			await page.setViewportSize({ width: 412, height: 915 });
			const transferred: Request[] = [];
			page.on("requestfinished", (request) => transferred.push(request));
			await expectNoShiftFromLateFiles(page, pathOf(route, "ru"), "Literata Cyrillic");
			const { far, laidOut } = await countLatePictures(page);
			expect(laidOut, "pictures far below the viewport").toBe(0);
			if (longRoutes.includes(route)) expect(far).toBeGreaterThan(1);
			await expectOrder(page);
			await expectBudgets(route === "home", transferred);
			await expectNoShiftAfterScrolling(page);
		});
	}

	test(pathOf("home", "en-US"), { tag: "@desktop" }, async ({ page }) => {
		await expectNoShiftFromLateFiles(page, pathOf("home", "en-US"), "Literata");
		const { laidOut } = await countLatePictures(page);
		expect(laidOut, "pictures far below the viewport").toBe(0);
		await expectNoShiftAfterScrolling(page);
	});
});
