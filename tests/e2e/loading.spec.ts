import { text } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";
import type { Page, Request } from "@playwright/test";
import { isSellingPage } from "../../content/chooseReviews.ts";
import { listPaths, pathOf, routeNames } from "../../content/routes.ts";
import { budgets, findExcess } from "../tools/budgets.ts";
import { startForwarder, streamResponse } from "../tools/startForwarder.ts";
import { expect, expectNoShift, holdRequests, snapshots, test, waitForPaint } from "./siteTest.ts";

test("a page that sells does not shift while it arrives in pieces", { tag: "@phone" }, async ({
	page,
	baseURL,
}) => {
	const proxy = await startForwarder(String(baseURL), {
		async passOn(response, outgoing) {
			if (!response.headers["content-type"]?.includes("html"))
				return streamResponse(response, outgoing);
			const document = await text(response);
			outgoing.writeHead(200, response.headers);
			// A piece ends before a section or a control, or behind the first word of a button.
			const ends = /(?=<(?:button|main|article|section|footer)\b)|(?<=class="button">[^\s<]+ )/;
			for (const piece of document.split(ends)) {
				outgoing.write(piece);
				await setTimeout(100);
			}
			outgoing.end();
		},
	});
	await page.setExtraHTTPHeaders({ "Accept-Encoding": "identity" });
	for (const route of routeNames.filter(isSellingPage)) {
		await page.goto(proxy.url + pathOf(route, "ru"));
		await expectNoShift(page);
	}
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
	const bytes = isHome ? budgets.homeAtFirst : budgets.pageAtFirst;
	for (const budget of [bytes, budgets.requestsAtFirst])
		expect.soft(findExcess(budget, parts)).toBeUndefined();
}

test.describe("on a phone with a sharp screen", () => {
	test.use({ deviceScaleFactor: 1.75, viewport: { width: 412, height: 915 } });

	test("late fonts and pictures move nothing, within the budgets", { tag: "@phone" }, async ({
		page,
	}) => {
		test.slow();
		const transferred: Request[] = [];
		page.on("requestfinished", (request) => transferred.push(request));
		for (const path of listPaths(snapshots.ru)) {
			await test.step(path, async () => {
				transferred.length = 0;
				const files = await holdRequests(page, /\.woff2$|\/media\//);
				await page.goto(path, { waitUntil: "domcontentloaded" });
				await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
				await waitForPaint(page);
				// As long as the font has not arrived, headings use a local fallback font.
				expect(await loadedFonts(page)).not.toContain("Literata Cyrillic");
				files.release();
				await expect.poll(() => countPending(page)).toBe(0);
				await expect.poll(() => loadedFonts(page)).toContain("Literata Cyrillic");
				await page.waitForLoadState("networkidle");
				await expectBudgets(path === pathOf("home", "ru"), transferred);

				// Scrolls to the end of the page before its other pictures arrive.
				const pictures = await holdRequests(page, /\/media\//);
				await page.evaluate(async () => {
					const { scrollHeight } = document.documentElement;
					for (let top = 0; top < scrollHeight; top += innerHeight * 0.8) {
						scrollTo({ top, behavior: "instant" });
						await new Promise(requestAnimationFrame);
					}
				});
				pictures.release();
				await expect.poll(() => countPending(page)).toBe(0);
				await waitForPaint(page);
				await expectNoShift(page);
				await page.unrouteAll();
			});
		}
	});
});

for (const [kind, width, deviceScaleFactor, smallest, largest] of [
	["phone", 412, 1.75, 672, 672],
	["tablet", 600, 2, 1152, 1600],
] as const) {
	test.describe(`on a ${kind} with a sharp screen`, () => {
		test.use({ deviceScaleFactor, viewport: { width, height: 915 } });

		test("the banner's file fits the screen", async ({ page }) => {
			await page.goto(pathOf("approach", "ru"));
			const file = await page
				.locator(".banner")
				.evaluate((image: HTMLImageElement) => image.currentSrc);
			const fileWidth = Number(/-(\d+)\.avif$/.exec(file)?.[1]);
			expect(fileWidth).toBeGreaterThanOrEqual(smallest);
			expect(fileWidth).toBeLessThanOrEqual(largest);
		});
	});
}

test("accented Latin and Ukrainian letters are in the heading font", async ({ page, context }) => {
	const session = await context.newCDPSession(page);
	await session.send("DOM.enable");
	await session.send("CSS.enable");
	const texts = {
		"en-US": "Crème fraîche, Małgorzata",
		ru: "Її ґанок, Ўзбекистон, DNA, Małgorzata",
	} as const;
	for (const locale of ["en-US", "ru"] as const) {
		await page.goto(pathOf("approach", locale));
		// A font that was late for a page is used on the next one.
		await expect(async () => {
			await page.reload();
			await page.locator("h1").evaluate(async (title, text) => {
				await document.fonts.load(`1em ${getComputedStyle(title).fontFamily}`, text);
				title.textContent = text;
			}, texts[locale]);
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
