import type { Page } from "@playwright/test";
import type { Snapshot } from "../../content/snapshot.ts";
import { expect, showContent, snapshots, test } from "./siteTest.ts";

/** Returns a copy of a snapshot whose home page has reviews of the given lengths, in characters. */
function withReviews(snapshot: Snapshot, lengths: number[]): Snapshot {
	const reviews = lengths.map((length, index) => {
		const value = "Slowly and without fuss I got better. ".repeat(Math.ceil(length / 38)).slice(0, length);
		const review = { blocks: [{ type: "paragraph" as const, content: [{ type: "text" as const, value }] }] };
		return { id: `review-${index}`, updatedAt: "2026-01-01T00:00:00.000Z", name: { value: `Client ${index}` }, review };
	});
	return { ...snapshot, home: { ...snapshot.home, reviews } };
}

async function openReviews(page: Page, lengths: number[]): Promise<void> {
	const english = withReviews(snapshots["en-US"], lengths);
	await showContent(page, { "en-US": english, ru: withReviews(snapshots.ru, lengths) });
	await page.goto("/");
	await page.locator(".reviews").scrollIntoViewIfNeeded();
}

const widths = [390, 1440];

test.describe("without script", () => {
	test.use({ javaScriptEnabled: false });

	for (const width of widths) {
		for (const lengths of [
			[40, 2000, 300, 700],
			[2000, 40, 1000],
		]) {
			test(`at ${width} px the first of several reviews (${lengths} characters) is directly under the heading`, {
				tag: "@desktop",
			}, async ({ page }) => {
				await page.setViewportSize({ width, height: 844 });
				await openReviews(page, lengths);
				const heading = await page.locator("#reviews-title").boundingBox();
				const quotes = page.locator(".reviews blockquote");
				const first = await quotes.first().boundingBox();
				expect((first?.y ?? 0) - (heading?.y ?? 0) - (heading?.height ?? 0)).toBeLessThanOrEqual(40);
				for (const quote of await quotes.all()) {
					const { y = 0, height = 0 } = (await quote.boundingBox()) ?? {};
					expect(y).toBe(first?.y);
					expect(height).toBeLessThanOrEqual(23 * 17);
				}
				const second = await quotes.nth(1).boundingBox();
				expect(second?.x, "the second review begins in the window").toBeLessThan(width - 16);
			});
		}

		test(`at ${width} px a review of 2,000 characters is shown in full after a press on "Read on", and cut again after a press on "Show less"`, {
			tag: "@desktop",
		}, async ({ page }) => {
			await page.setViewportSize({ width, height: 844 });
			await openReviews(page, [2000, 40]);
			const quote = page.locator(".reviews blockquote").first();
			const isWhole = () => quote.evaluate(({ scrollHeight, clientHeight }) => scrollHeight <= clientHeight);
			expect(await isWhole()).toBe(false);
			const button = page.locator(".reviews summary");
			await expect(button).toHaveCount(1);
			await expect(button).toHaveText(/^Read on\s*: Client 0$/, { useInnerText: true });
			await button.click();
			expect(await isWhole()).toBe(true);
			await expect(button).toHaveText(/^Show less\s*: Client 0$/, { useInnerText: true });
			await button.click();
			expect(await isWhole()).toBe(false);
		});
	}
});
