import type { Page } from "@playwright/test";
import { type Locale, localeCodes } from "../../content/locales.ts";
import { pathOf } from "../../content/routes.ts";
import type { Snapshots } from "../../content/snapshotFiles.server.ts";
import { lengthenContent } from "../lengthenContent.ts";
import { expect, showContent, snapshots, test } from "./siteTest.ts";

/** Viewport of a common phone with the browser's bars, in CSS pixels. */
const screen = { width: 390, height: 664 };

test.use({ javaScriptEnabled: false, viewport: screen });

const longContent: Snapshots = {
	"en-US": lengthenContent(snapshots["en-US"], 2),
	ru: lengthenContent(snapshots.ru, 2),
};

/** Opens the consultations and measures the lower edge of the first visible price. */
async function measureFirstPrice(page: Page, locale: Locale): Promise<number> {
	await page.goto(pathOf("consultations", locale));
	const box = await page.locator("main").getByText(/£\d/).first().boundingBox();
	return box ? box.y + box.height : Number.POSITIVE_INFINITY;
}

test("a phone's first screen of the consultations has a price, with leads of twice the length, too", {
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

test("on a phone, duration and price of a consultation stand between its title and its text, and the cover below all", {
	tag: "@phone",
}, async ({ page }) => {
	await page.goto(pathOf("consultations", "ru"));
	const topOf = async (selector: string) => (await page.locator(selector).first().boundingBox())?.y ?? Number.NaN;
	const tops: number[] = [];
	for (const part of ["h2", ".duration", ".prose", ".purchase"]) tops.push(await topOf(`.rows > li ${part}`));
	expect(tops).toEqual(tops.toSorted((one, other) => one - other));
	expect(Math.abs((await topOf(".rows .price")) - (await topOf(".rows .duration")))).toBeLessThan(12);
	expect(await topOf(".consultations img")).toBeGreaterThan(await topOf(".rows > li:last-child .purchase"));
});
