import type { Page } from "@playwright/test";
import type { Locale } from "../../content/locales.ts";
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

test.describe("without script", () => {
	test.use({ javaScriptEnabled: false });

	test("no page of the carousel has a hole under a short review", { tag: "@desktop" }, async ({ page }) => {
		const lengths = [310, 8, 900, 18, 180, 2200, 121, 60, 240, 120];
		await openReviews(page, lengths, "ru");
		for (const width of [375, 768, 900, 1280, 1920]) {
			await page.setViewportSize({ width, height: 844 });
			const measured = await page.locator(".swiper-slide").evaluateAll((slides) =>
				slides.map((slide) => {
					const [quote, name] = ["blockquote", ".reviewer"].map((part) =>
						slide.querySelector(part)?.getBoundingClientRect(),
					);
					if (!quote || !name) throw new Error("The review has no text or no name.");
					const { top, left, bottom } = slide.getBoundingClientRect();
					return { top, left, hole: bottom - name.bottom, review: name.bottom - quote.top };
				}),
			);
			expect(measured).toHaveLength(lengths.length);
			expect(measured[1]?.left, `${width} px: the second review begins in the window`).toBeLessThan(width - 16);
			for (const [index, { top, hole, review }] of measured.entries()) {
				const place = `${width} px, ${lengths[index]} characters`;
				expect(top, place).toBe(measured[0]?.top);
				expect(hole, place).toBeLessThanOrEqual(Math.max(review, 96));
			}
		}
	});

	test('a review of 2,000 characters is shown in full after a press on "Read on", and cut again after a press on "Show less"', {
		tag: "@phone",
	}, async ({ page }) => {
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
});
