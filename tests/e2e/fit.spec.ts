import type { Page } from "@playwright/test";
import { pathOf, routeNames } from "../../content/routes.ts";
import { words } from "../../content/words.ts";
import { repeatReviews } from "../repeatReviews.ts";
import { expect, openSections, showContent, snapshots, test } from "./siteTest.ts";

const count = 100;
/** Content with extreme values, such as a hundred reviews. */
const crowded = structuredClone(repeatReviews(snapshots, count));
const { home, consultations, appShell } = crowded["en-US"];
const longReview = "There is much to be said of it. ".repeat(150);
Object.assign(home.reviews[0] ?? {}, {
	review: { blocks: [{ type: "paragraph", content: [{ type: "text", value: longReview }] }] },
});
consultations.cancellationPolicyTitle = undefined;
Object.assign(consultations.consultations[0] ?? {}, {
	duration: { value: "An hour or more, by video or at our table" },
});
appShell.buyButton = { value: "Book this consultation and pay for it by card" };
home.heroImages = home.heroImages.flatMap((picture) => [picture, picture]);

test.use({ javaScriptEnabled: false });

test("a long review is cut within two viewport heights until it is opened, and each of a hundred reviews can be reached", {
	tag: "@phone",
}, async ({ page }) => {
	test.slow();
	await showContent(page, crowded);
	await page.goto(pathOf("home", "en-US"));
	const review = page.locator(".reviews blockquote").first();
	const { height = 0 } = (await page.locator(".reviews").boundingBox()) ?? {};
	expect(height).toBeLessThan(2 * 812);
	await page.locator(".read-on summary").first().tap();
	await expect.poll(() => review.evaluate((it) => it.scrollHeight - it.clientHeight)).toBeLessThan(2);
	const last = page.getByText(`Client ${count}`, { exact: true });
	await expect(last).toBeHidden();
	await page.getByText(words["en-US"].moreReviews.split(" (")[0] ?? "").tap();
	await last.scrollIntoViewIfNeeded();
	await expect(last).toBeInViewport();

	const browser = await page.context().newCDPSession(page);
	await browser.send("Emulation.setCPUThrottlingRate", { rate: 4 });
	await page.goto("about:blank");
	await page.goto(`/#review-${count - 1}`);
	await expect(page.getByText(`Client ${count - 1}`, { exact: true })).toBeInViewport();
});

test("a policy without a title, a long duration and button label, and six hero pictures fit the layout", {
	tag: "@desktop",
}, async ({ page }) => {
	await showContent(page, crowded);
	await page.goto(pathOf("consultations", "en-US"));
	const [title, policy] = await Promise.all(
		["h1", "#cancellation-policy > .prose"].map((selector) => page.locator(selector).boundingBox()),
	);
	expect(policy?.x).toBe(title?.x);
	await page.setViewportSize({ width: 980, height: 800 });
	const { width = 0 } = (await page.locator(".rows > li > .prose").first().boundingBox()) ?? {};
	expect(width).toBeGreaterThan(240);

	await page.setViewportSize({ width: 1280, height: 800 });
	await page.goto(pathOf("home", "en-US"));
	const ratios = await page
		.locator(".hero-pictures img")
		.evaluateAll((images) => images.map(({ clientWidth, clientHeight }) => clientWidth / clientHeight));
	expect(ratios).toHaveLength(6);
	for (const ratio of ratios) expect(ratio).toBeCloseTo(4 / 3, 1);
});

type MeasuredPicture = { src: string; declaredWidth: number; neededWidth: number };

function measurePictures(page: Page): Promise<MeasuredPicture[]> {
	// Excludes the hero's overlapping and cropped pictures, because their visible widths cannot be compared with `sizes`.
	return page.locator("source + img:not(.hero-pictures *)").evaluateAll((images) => {
		/** Returns the length that a `sizes` attribute declares for the current viewport. */
		function findLength(sizes: string): string {
			const separator = /,\s*(?![^(]*\))/;
			const feature = String.raw`\(.*?\)`;
			const candidate = new RegExp(`^(?:(?<condition>${feature}(?: and ${feature})*) )?(?<length>.*)$`);
			for (const part of sizes.replace(/^auto, /, "").split(separator)) {
				const { condition, length = "" } = candidate.exec(part)?.groups ?? {};
				if (!condition || matchMedia(condition).matches) return length;
			}
			return "";
		}

		function measureLength(length: string): number {
			const probe = document.createElement("div");
			probe.style.width = length;
			document.body.append(probe);
			const { width } = probe.getBoundingClientRect();
			probe.remove();
			return width;
		}

		function measureNeededWidth(image: HTMLImageElement): number {
			const { width, height } = image.getBoundingClientRect();
			const isCropped = getComputedStyle(image).objectFit === "cover";
			if (!isCropped) return width;
			const ratio = Number(image.getAttribute("width")) / Number(image.getAttribute("height"));
			return Math.max(width, height * ratio);
		}

		return images
			.filter((image) => image instanceof HTMLImageElement)
			.map((image) => {
				const sizes = image.parentElement?.querySelector("source")?.sizes ?? "";
				return {
					src: image.src,
					declaredWidth: measureLength(findLength(sizes)),
					neededWidth: measureNeededWidth(image),
				};
			});
	});
}

/** Checks whether the width that `sizes` declares differs by more than 10 % from the width that the layout needs. */
function isDeclaredWrongly({ declaredWidth, neededWidth }: MeasuredPicture): boolean {
	return neededWidth > 0 && Math.abs(declaredWidth / neededWidth - 1) > 0.1;
}

/** Lists the words that continue on the next line. */
const listBrokenWords = (page: Page): Promise<string[]> =>
	page.evaluate(() => {
		const range = document.createRange();
		const texts = document.createNodeIterator(document.body, NodeFilter.SHOW_TEXT);
		const words: string[] = [];
		for (let text = texts.nextNode() as Text | null; text; text = texts.nextNode() as Text | null) {
			for (const { 0: word, index } of text.data.matchAll(/[\p{L}\p{N}]+/gu)) {
				range.setStart(text, index);
				range.setEnd(text, index + word.length);
				if (new Set(Array.from(range.getClientRects(), ({ top }) => top)).size > 1) words.push(word);
			}
		}
		return words;
	});

test("no page breaks a word across lines, and the sizes attributes of pictures match their widths in the layout", {
	tag: "@desktop",
}, async ({ page }) => {
	for (const route of routeNames) {
		await page.goto(pathOf(route, "ru"));
		await openSections(page);
		await page.evaluate(() => {
			// Lays out all pictures, because a picture with `content-visibility: auto` has only an estimated size.
			for (const picture of document.querySelectorAll("picture")) picture.style.contentVisibility = "visible";
		});
		for (const width of [375, 768, 1280]) {
			await page.setViewportSize({ width, height: 800 });
			const place = `${route}, ${width} pixels`;
			expect.soft(await listBrokenWords(page), place).toEqual([]);
			const remedy = "change the picture's sizes (components/Picture/sizes.ts), or its width";
			expect.soft((await measurePictures(page)).filter(isDeclaredWrongly), `${place}: ${remedy}`).toEqual([]);
		}
	}
});

test("headings of cards in one column are as high as their lines", { tag: "@phone" }, async ({ page }) => {
	for (const route of ["packages", "functionalTests"] as const) {
		await page.goto(pathOf(route, "en-US"));
		const spaces = await page.locator(".cards > li :is(h2, h3):not(.prose *)").evaluateAll((headings) =>
			headings.map((heading) => {
				const range = document.createRange();
				range.selectNodeContents(heading);
				const lines = new Set(Array.from(range.getClientRects(), ({ top }) => top)).size;
				return heading.getBoundingClientRect().height / lines / Number.parseFloat(getComputedStyle(heading).lineHeight);
			}),
		);
		expect(spaces.length).toBeGreaterThan(2);
		for (const space of spaces) expect(space, route).toBeLessThan(1.1);
	}
});
