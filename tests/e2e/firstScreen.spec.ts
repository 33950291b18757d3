import { stat } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { type Locale, localeCodes } from "../../content/locales.ts";
import { pathOf } from "../../content/routes.ts";
import type { Snapshots } from "../../content/snapshotFiles.server.ts";
import { lengthenContent } from "../lengthenContent.ts";
import { expect, showContent, snapshots, test } from "./siteTest.ts";

/** Viewport of a common phone with the browser's toolbars visible, in CSS pixels. */
const screen = { width: 390, height: 664 };

test.use({ javaScriptEnabled: false, viewport: screen });

const longContent: Snapshots = {
	"en-US": lengthenContent(snapshots["en-US"], 2),
	ru: lengthenContent(snapshots.ru, 2),
};

/**
 * Opens the consultations page, and returns the distance from the page's top to the first price's lower edge, in
 * pixels.
 */
async function measureFirstPrice(page: Page, locale: Locale): Promise<number> {
	await page.goto(pathOf("consultations", locale));
	const box = await page.locator("main").getByText(/£\d/).first().boundingBox();
	return box ? box.y + box.height : Number.POSITIVE_INFINITY;
}

test("a phone's first screen of the consultations page has a price, even with texts of twice the length", {
	tag: "@phone",
}, async ({ page }) => {
	for (const locale of localeCodes) {
		expect(await measureFirstPrice(page, locale), locale).toBeLessThan(screen.height);
	}
	await showContent(page, longContent);
	for (const locale of localeCodes) {
		expect(await measureFirstPrice(page, locale), `long, ${locale}`).toBeLessThan(screen.height);
	}
});

test("on a phone, duration, price and button of a consultation are between its title and its text, price and button on one line, and the cover is hidden", {
	tag: "@phone",
}, async ({ page }) => {
	await page.goto(pathOf("consultations", "ru"));
	const boxOf = async (part: string) => {
		const box = await page.locator(`.rows > li ${part}`).first().boundingBox();
		if (!box) throw new Error(`${part} is not visible.`);
		return box;
	};
	const tops: number[] = [];
	for (const part of ["h2", ".duration", ".purchase", ".prose"]) tops.push((await boxOf(part)).y);
	expect(tops).toEqual(tops.toSorted((one, other) => one - other));
	const [price, button] = [await boxOf(".price"), await boxOf(".button")];
	expect(Math.abs(price.y + price.height / 2 - button.y - button.height / 2)).toBeLessThan(2);
	expect(button.x).toBeGreaterThan(price.x + price.width);
	await expect(page.locator(".consultations > picture > img")).toBeHidden();
});

test.describe("on a phone of density 3", () => {
	// tests/e2e/loading.spec.ts has the budget of pictures on a phone of density 1.75.
	test.use({ deviceScaleFactor: 3 });

	test("the first picture has at most 20 KB, and at most 672 pixels in a row if it is not cropped", {
		tag: "@phone",
	}, async ({ page }) => {
		for (const [route, maxWidth] of [
			["home", 672],
			["about", 672],
			["consultations", 672],
			// The banner is wider than the screen, which shows its middle.
			["approach", 1152],
		] as const) {
			await page.goto(pathOf(route, "en-US"));
			const picture = page.locator("main picture img").first();
			await picture.scrollIntoViewIfNeeded();
			const readPath = () => picture.evaluate((image: HTMLImageElement) => new URL(image.currentSrc).pathname);
			await expect.poll(readPath, route).toMatch(/\.avif$/);
			const path = await readPath();
			expect(Number(/(\d+)\.avif$/.exec(path)?.[1]), route).toBeLessThanOrEqual(maxWidth);
			expect((await stat(`dist/client${path}`)).size, route).toBeLessThanOrEqual(20_000);
		}
	});
});
