import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout } from "node:timers/promises";
import type { Page, Request } from "@playwright/test";
import { isSellingPage } from "../../content/chooseReviews.ts";
import { pathOf, routeNames } from "../../content/routes.ts";
import { type Budget, budgets, explainExcess, type Part, sumSizes } from "../tools/budgets.ts";
import { expect, expectNoShift, holdRequests, test, waitForPaint } from "./siteTest.ts";

/** Starts a proxy that sends each document in pieces, and waits before each piece but the first. */
async function serveInPieces(
	upstreamUrl: string | undefined,
	findEnds: (document: Buffer) => number[],
	wait: () => Promise<unknown>,
) {
	const server = createServer(async ({ url = "", headers }, response) => {
		const upstream = await fetch(upstreamUrl + url);
		const body = Buffer.from(await upstream.arrayBuffer());
		// Does not copy Content-Length and Content-Encoding, because `fetch` has decompressed the body.
		for (const name of ["Content-Type", "Content-Security-Policy"]) {
			response.setHeader(name, upstream.headers.get(name) ?? "");
		}
		let sent = 0;
		const ends = headers["sec-fetch-dest"] === "document" ? findEnds(body) : [];
		for (const end of ends) {
			response.write(body.subarray(sent, end));
			sent = end;
			await wait();
		}
		response.end(body.subarray(sent));
	}).listen(0);
	await once(server, "listening");
	return {
		url: `http://localhost:${(server.address() as AddressInfo).port}`,
		close(): void {
			server.close();
			server.closeAllConnections();
		},
	};
}

test("a page that sells does not shift while it arrives in pieces", { tag: "@phone" }, async ({
	page,
	baseURL,
}) => {
	const findEnds = (document: Buffer) => {
		const start = document.indexOf("<main");
		return [1, 2, 3, 4, 5, 6, 7].map(
			(eighths) => start + Math.round(((document.length - start) * eighths) / 8),
		);
	};
	const proxy = await serveInPieces(baseURL, findEnds, () => setTimeout(100));
	for (const route of routeNames.filter(isSellingPage)) {
		await page.goto(proxy.url + pathOf(route, "en-US"));
		await expectNoShift(page);
	}
	proxy.close();
});

test("the page's script starts when the page is parsed to its end", {
	tag: "@desktop",
}, async ({ page, baseURL }) => {
	const foot = Promise.withResolvers<void>();
	const proxy = await serveInPieces(
		baseURL,
		(body) => [body.indexOf("<footer")],
		() => foot.promise,
	);
	const loaded = page.waitForResponse(/\/assets\/entries\//);
	await page.goto(proxy.url, { waitUntil: "commit" });
	await (await loaded).finished();
	const isPainted = () => performance.getEntriesByName("first-contentful-paint").length > 0;
	await page.waitForFunction(isPainted);
	await page.waitForTimeout(500);
	const isStarted = () => customElements.get("site-carousel") !== undefined;
	expect(await page.evaluate(isStarted)).toBe(false);
	foot.resolve();
	await page.locator("site-carousel").scrollIntoViewIfNeeded();
	await expect(page.locator("site-carousel")).toHaveAttribute("data-state", "ready");
	await page.getByRole("switch").click();
	await expect(page.locator("html")).toHaveAttribute("lang", "ru");
	await expect(page.locator("footer")).toHaveCount(1);
	await page.close();
	proxy.close();
});

const loadedFonts = (page: Page) =>
	page.evaluate(() =>
		[...document.fonts]
			.filter(({ status }) => status === "loaded")
			.map(({ family }) => family.replaceAll('"', "")),
	);

/** Counts the pictures in or above the viewport that have not loaded. */
const countPending = (page: Page): Promise<number> =>
	page.evaluate(() => {
		const isNear = (image: Element) =>
			image.getBoundingClientRect().top < innerHeight && image.checkVisibility();
		return [...document.images].filter((image) => isNear(image) && !image.complete).length;
	});

async function expectBudgets(isHome: boolean, transferred: Request[]): Promise<void> {
	// Counts only the bodies of responses, because HTTP/2 compresses the headers to a few dozen bytes.
	const parts = await Promise.all(
		transferred.map(async (request) => {
			const { responseBodySize: size } = await request.sizes();
			return { name: request.url(), size };
		}),
	);
	const within = (budget: Budget, spent: number, counted: Part[]) =>
		expect.soft(spent, explainExcess(budget, counted)).toBeLessThanOrEqual(budget.limit);
	within(isHome ? budgets.homeAtFirst : budgets.pageAtFirst, sumSizes(parts), parts);
	within(budgets.requestsAtFirst, parts.length, parts);
}

/** Scrolls to the end of a page before its pictures have arrived. Expects no layout shift when they arrive. */
async function expectNoShiftAfterScrolling(page: Page): Promise<void> {
	const pictures = await holdRequests(page, /\/media\//);
	const sinceMs = await page.evaluate(() => performance.now());
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
	await expectNoShift(page, { sinceMs });
}

/** Loads a page whose fonts and pictures arrive late. Expects no layout shift when they arrive. */
async function expectNoShiftFromLateFiles(page: Page, path: string, font: string): Promise<void> {
	const files = await holdRequests(page, /\.woff2$|\/media\//);
	await page.goto(path, { waitUntil: "domcontentloaded" });
	await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
	await waitForPaint(page);
	// As long as the font has not arrived, headings use a local fallback font.
	expect(await loadedFonts(page)).not.toContain(font);
	// On a busy machine, the header can be painted before it is parsed to its end, and then shift.
	const sinceMs = await page.evaluate(() => performance.now());
	files.release();
	await expect.poll(() => countPending(page)).toBe(0);
	await expect.poll(() => loadedFonts(page)).toContain(font);
	await page.waitForLoadState("networkidle");
	await waitForPaint(page);
	await expectNoShift(page, { sinceMs });
}

test.describe("on a phone with a sharp screen", () => {
	test.use({ deviceScaleFactor: 1.75, viewport: { width: 412, height: 915 } });

	test("late fonts and pictures move nothing, within the budgets", { tag: "@phone" }, async ({
		page,
	}) => {
		test.slow();
		const transferred: Request[] = [];
		page.on("requestfinished", (request) => transferred.push(request));
		for (const route of routeNames) {
			await test.step(pathOf(route, "ru"), async () => {
				transferred.length = 0;
				await expectNoShiftFromLateFiles(page, pathOf(route, "ru"), "Literata Cyrillic");
				await expectBudgets(route === "home", transferred);
				await expect(page.locator("script[type=speculationrules]")).toHaveCount(1);
				await expectNoShiftAfterScrolling(page);
				await page.unrouteAll();
			});
		}
	});
});

test("accented Latin and Ukrainian letters are in the heading font", { tag: "@desktop" }, async ({
	page,
	context,
}) => {
	const session = await context.newCDPSession(page);
	await session.send("DOM.enable");
	await session.send("CSS.enable");
	for (const [locale, text] of [
		["en-US", "Crème fraîche, Małgorzata"],
		["ru", "Її ґанок, Ўзбекистон"],
	] as const) {
		await page.goto(pathOf("approach", locale));
		// A font that was late for a page is used on the next one.
		await expect(async () => {
			await page.reload();
			await page.evaluate((value) => document.fonts.load("1em 'Literata Extended'", value), text);
			await page.locator("h1").evaluate((title, value) => {
				title.textContent = value;
			}, text);
			const { root } = await session.send("DOM.getDocument");
			const { nodeId } = await session.send("DOM.querySelector", {
				nodeId: root.nodeId,
				selector: "h1",
			});
			const { fonts } = await session.send("CSS.getPlatformFontsForNode", { nodeId });
			expect(fonts.map(({ familyName }) => familyName)).toEqual(["Literata"]);
		}).toPass();
	}
});
