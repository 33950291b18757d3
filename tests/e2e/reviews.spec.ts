import type { Page } from "@playwright/test";
import { type Locale, localeCodes } from "../../content/locales.ts";
import { pathOf } from "../../content/routes.ts";
import type { Snapshot } from "../../content/snapshot.ts";
import { expect, showContent, snapshots, test } from "./siteTest.ts";

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

async function openReviews(page: Page, lengths: number[], locale: Locale = "en-US"): Promise<void> {
	const english = withReviews(snapshots["en-US"], lengths);
	await showContent(page, { "en-US": english, ru: withReviews(snapshots.ru, lengths) });
	await page.goto(pathOf("home", locale));
	await page.locator(".reviews").scrollIntoViewIfNeeded();
}

const widths = [390, 1440];

test.describe("without script", () => {
	test.use({ javaScriptEnabled: false });

	for (const locale of localeCodes) {
		test(`no page of the carousel has a hole under a short review (${locale})`, { tag: "@desktop" }, async ({
			page,
		}) => {
			const lengths = [310, 8, 900, 18, 180, 2200, 121, 60, 240, 120];
			await openReviews(page, lengths, locale);
			for (const width of [375, 768, 900, 1280, 1920]) {
				await page.setViewportSize({ width, height: 844 });
				const holes = await page.locator(".swiper-slide").evaluateAll((slides) =>
					slides.map((slide) => {
						const [quote, name] = ["blockquote", ".reviewer"].map((part) =>
							slide.querySelector(part)?.getBoundingClientRect(),
						);
						if (!quote || !name) throw new Error("The review has no text or no name.");
						return { hole: slide.getBoundingClientRect().bottom - name.bottom, review: name.bottom - quote.top };
					}),
				);
				expect(holes).toHaveLength(lengths.length);
				for (const [index, { hole, review }] of holes.entries()) {
					const place = `${width} px, ${lengths[index]} characters`;
					expect(hole, place).toBeLessThanOrEqual(Math.max(review, 96));
				}
			}
		});
	}

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
				const slides = page.locator(".swiper-slide");
				const first = await slides.first().boundingBox();
				expect((first?.y ?? 0) - (heading?.y ?? 0) - (heading?.height ?? 0)).toBeLessThanOrEqual(40);
				for (const slide of await slides.all()) {
					const { y = 0, height = 0 } = (await slide.boundingBox()) ?? {};
					expect(y).toBe(first?.y);
					expect(height).toBeLessThanOrEqual(23 * 17);
				}
				const second = await slides.nth(1).boundingBox();
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
