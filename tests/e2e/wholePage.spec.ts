import type { Page } from "@playwright/test";
import sharp from "sharp";
import { pathOf } from "../../content/routes.ts";
import { expect, test, waitForPaint } from "./siteTest.ts";

/**
 * URL of a photograph, and the central area of its box. The area is in CSS pixels from the top left corner of the page.
 */
type PhotographArea = { src: string; left: number; top: number; width: number; height: number };

/** Opens the sections of a page one after another, and scrolls back to the top. */
async function openSections(page: Page): Promise<void> {
	for (const summary of await page.locator("main .disclosure > summary").all()) {
		await summary.click();
	}
	await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
	await waitForPaint(page);
}

/** Scrolls to the end of a page, waits for its pictures, and scrolls back to the top. */
async function scrollThrough(page: Page): Promise<void> {
	let isAtEnd = false;
	while (!isAtEnd) {
		isAtEnd = await page.evaluate(async () => {
			scrollBy({ top: innerHeight * 0.8, behavior: "instant" });
			const visible = [...document.images].filter((image) => image.getBoundingClientRect().top < innerHeight);
			await Promise.all(visible.filter((image) => image.checkVisibility()).map((image) => image.decode()));
			return scrollY + innerHeight >= document.documentElement.scrollHeight - 1;
		});
		await waitForPaint(page);
	}
	await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
}

const findPhotographs = (page: Page): Promise<PhotographArea[]> =>
	page.evaluate(() =>
		[...document.querySelectorAll<HTMLImageElement>("img[class*=tone-]")]
			.filter((image) => image.checkVisibility() && image.getBoundingClientRect().width > 0)
			.map((image) => {
				const { left, top, width, height } = image.getBoundingClientRect();
				const place = { left: left + width / 4, top: top + scrollY + height / 4, width: width / 2, height: height / 2 };
				return { src: image.currentSrc, ...place };
			}),
	);

/** Returns the URLs of the photographs that a screenshot does not show: their areas have one colour only. */
async function findUnpainted(screenshot: Buffer, places: PhotographArea[]): Promise<string[]> {
	const unpainted: string[] = [];
	for (const { src, ...place } of places) {
		const [left, top, width, height] = [place.left, place.top, place.width, place.height].map(Math.floor);
		const area = { left: Math.max(0, left ?? 0), top: top ?? 0, width: width ?? 0, height: height ?? 0 };
		const { channels } = await sharp(await sharp(screenshot).extract(area).toBuffer()).stats();
		if (channels.every(({ stdev }) => stdev < 1)) unpainted.push(src);
	}
	return unpainted;
}

// The pages with the most pictures.
for (const route of ["home", "functionalTests"] as const) {
	test(`a full-page screenshot of ${pathOf(route, "ru")} shows every picture`, { tag: "@phone" }, async ({ page }) => {
		await expectPictures(page, pathOf(route, "ru"));
	});
}

test("a full-page screenshot of the programmes shows every picture of opened sections", { tag: "@phone" }, async ({
	page,
}) => {
	await expectPictures(page, pathOf("programmes", "ru"), openSections);
});

async function expectPictures(page: Page, path: string, prepare?: (page: Page) => Promise<void>): Promise<void> {
	await page.setViewportSize({ width: 390, height: 844 });
	await page.goto(path);
	await prepare?.(page);
	await scrollThrough(page);
	const places = await findPhotographs(page);
	const screenshot = await page.screenshot({ fullPage: true, scale: "css" });
	expect(await findUnpainted(screenshot, places)).toEqual([]);
}
