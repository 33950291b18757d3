import type { Locator } from "@playwright/test";
import { words } from "../../content/words.ts";
import { expect, test } from "./siteTest.ts";

async function boxOf(locator: Locator) {
	const box = await locator.boundingBox();
	if (!box) throw new Error(`${locator} is not visible`);
	return box;
}

test.describe("on a phone a programme", { tag: "@phone" }, () => {
	test.beforeEach(async ({ page }) => {
		await page.setViewportSize({ width: 390, height: 844 });
		await page.emulateMedia({ reducedMotion: "reduce" });
	});

	test("that is closed shows a one-line teaser, and that is opened has its first words near its title, and one price", async ({
		page,
	}) => {
		await page.goto("/ru/programmes");
		for (const teaser of await page.locator("summary .teaser").all()) await expect(teaser).toBeVisible();
		const section = page.locator(".disclosures details").first();
		const summary = section.locator("summary");
		expect((await boxOf(summary.locator("h2"))).width).toBe((await boxOf(summary)).width);
		await summary.click();
		const top = (await boxOf(section)).y;
		expect((await boxOf(section.locator(".prose"))).y - top).toBeLessThanOrEqual(500);
		await expect(section.locator(".price").filter({ visible: true })).toHaveCount(1);
	});

	test("that is scrolled keeps its title below the sticky header", async ({ page }) => {
		await page.goto("/ru/programmes");
		const section = page.locator(".disclosures details").first();
		await section.locator("summary").click();
		await section.locator(".purchase").evaluate((element) => element.scrollIntoView());
		const bar = await boxOf(page.locator(".bar"));
		const title = await boxOf(section.locator("h2"));
		expect(title.y).toBeGreaterThanOrEqual(bar.y + bar.height);
		expect(title.y).toBeLessThan(bar.y + bar.height + 60);
		// A gap between the sticky header and the `<summary>` would show the text that scrolls behind them.
		const { y } = await boxOf(section.locator("summary"));
		expect(y).toBeLessThanOrEqual(bar.y + bar.height);
	});
});

test("a printed programme shows one picture and one price, closed or open", { tag: "@desktop" }, async ({ page }) => {
	await page.goto("/programmes");
	const section = page.locator(".disclosures details").first();
	for (const isOpen of [false, true]) {
		if (isOpen) await section.locator("summary").click();
		await page.emulateMedia({ media: "print" });
		await expect(section.locator("img").filter({ visible: true })).toHaveCount(1);
		await expect(section.locator(".price").filter({ visible: true })).toHaveCount(1);
		await page.emulateMedia({ media: "screen" });
	}
});

test("text, price and arrow of a programme are in the middle of its picture's height, and a label names the arrow's effect", {
	tag: "@desktop",
}, async ({ page }) => {
	await page.goto("/programmes");
	for (const summary of await page.locator(".disclosures summary").all()) {
		const picture = await boxOf(summary.locator("img"));
		const [title, teaser] = [await boxOf(summary.locator("h2")), await boxOf(summary.locator(".teaser"))];
		const boxes = [await boxOf(summary.locator(".price")), await boxOf(summary.locator(".icon"))];
		const middles = boxes.map(({ y, height }) => y + height / 2);
		middles.push((title.y + teaser.y + teaser.height) / 2);
		for (const middle of middles) expect(Math.abs(middle - picture.y - picture.height / 2)).toBeLessThan(2);
	}
	const summary = page.locator(".disclosures summary").first();
	await expect(summary).toContainText(words["en-US"].showDetails);
	await expect(summary.getByText(words["en-US"].showLess)).toBeHidden();
	await summary.click();
	await expect(summary.getByText(words["en-US"].showLess)).toBeVisible();
	await expect(summary.getByText(words["en-US"].showDetails)).toBeHidden();

	const withoutPicture = page.locator(".disclosures summary").last();
	await withoutPicture.locator("picture").evaluate((picture) => picture.remove());
	const [title, price] = [await boxOf(withoutPicture.locator("h2")), await boxOf(withoutPicture.locator(".price"))];
	expect(price.x).toBeGreaterThanOrEqual(title.x + title.width);
});
