import type { Page } from "@playwright/test";
import { pathOf, routeNames } from "../../content/routes.ts";
import { loadSnapshots } from "../../content/snapshotFiles.server.ts";
import { renderSite } from "../../scripts/render/renderSite.ts";
import { expect, test } from "./test.ts";

let documents: Map<string, string>;
test.beforeAll(async () => {
	const snapshots = await loadSnapshots("content/generated");
	const { home, consultations, appShell } = snapshots["en-US"];
	const said = "There is much to be said of it. ".repeat(150);
	Object.assign(home.reviews[0] ?? {}, {
		review: { blocks: [{ type: "paragraph", content: [{ type: "text", value: said }] }] },
	});
	consultations.cancellationPolicyTitle = undefined;
	Object.assign(consultations.consultations[0] ?? {}, {
		duration: { value: "An hour or more, by video or at our table" },
	});
	appShell.buyButton = { value: "Book this consultation and pay for it by card" };
	home.heroImages = home.heroImages.flatMap((picture) => [picture, picture]);
	documents = await renderSite("dist", snapshots, { url: "http://localhost:4173", indexable: false });
});

test.use({ javaScriptEnabled: false });

/** Opens a page as it is with a very long review and a policy without a title. */
async function open(page: Page, route: "home" | "consultations"): Promise<void> {
	const path = pathOf(route, "en-US");
	await page.route(path, async (request) => {
		const response = await request.fetch();
		// It names the styles of the page as it was.
		const { "content-security-policy": _, ...headers } = response.headers();
		await request.fulfill({ response, headers, body: documents.get(`${path.slice(1) || "index"}.html`) ?? "" });
	});
	await page.goto(path);
}

test("a review of any length is no higher than two windows, and all of it can be read", { tag: "@phone" }, async ({
	page,
}) => {
	await open(page, "home");
	const review = page.locator(".reviews blockquote").first();
	const { height = 0 } = (await page.locator(".reviews").boundingBox()) ?? {};
	expect(height).toBeLessThan(2 * 812);
	await expect(async () => {
		await review.press("End");
		expect(await review.evaluate((it) => it.scrollHeight - it.clientHeight - it.scrollTop)).toBeLessThan(2);
	}).toPass();
});

test("a policy without a title begins where the page begins", { tag: "@desktop" }, async ({ page }) => {
	await open(page, "consultations");
	const [title, policy] = await Promise.all(
		["h1", "#cancellation-policy > .prose"].map((selector) => page.locator(selector).boundingBox()),
	);
	expect(policy?.x).toBe(title?.x);
});

test("a note under a price leaves the words beside it their room", { tag: "@desktop" }, async ({ page }) => {
	await page.setViewportSize({ width: 1024, height: 800 });
	await page.goto(pathOf("consultations", "ru"));
	const { width = 0 } = (await page.locator(".rows > li > div").first().boundingBox()) ?? {};
	expect(width).toBeGreaterThan(240);
});

test("a duration and a button of many words leave the words beside them their room", { tag: "@desktop" }, async ({
	page,
}) => {
	await page.setViewportSize({ width: 980, height: 800 });
	await open(page, "consultations");
	const { width = 0 } = (await page.locator(".rows > li > div").first().boundingBox()) ?? {};
	expect(width).toBeGreaterThan(240);
});

test("no heading is broken inside a word", { tag: "@desktop" }, async ({ page }) => {
	for (const route of routeNames) {
		await page.goto(pathOf(route, "ru"));
		for (const width of [375, 1440, 1920]) {
			await page.setViewportSize({ width, height: 800 });
			const broken = await page.locator("h1, h2, h3").evaluateAll((headings) =>
				headings.flatMap((heading) => {
					const range = document.createRange();
					const texts = document.createNodeIterator(heading, NodeFilter.SHOW_TEXT);
					const words: string[] = [];
					for (let text = texts.nextNode() as Text | null; text; text = texts.nextNode() as Text | null) {
						for (const { 0: word, index } of text.data.matchAll(/[\p{L}\p{N}]+/gu)) {
							range.setStart(text, index);
							range.setEnd(text, index + word.length);
							if (new Set(Array.from(range.getClientRects(), ({ top }) => top)).size > 1) words.push(word);
						}
					}
					return words;
				}),
			);
			expect.soft(broken, `${route}, ${width} pixels`).toEqual([]);
		}
	}
});

test("a tablet shows words under the portrait", { tag: "@desktop" }, async ({ page }) => {
	await page.setViewportSize({ width: 768, height: 900 });
	await page.goto(pathOf("about", "en-US"));
	const { height = 0 } = (await page.locator(".portrait img").boundingBox()) ?? {};
	expect(height).toBeGreaterThan(500);
	expect(height).toBeLessThan(650);
});

test("each of six pictures beside the first words is seen", { tag: "@desktop" }, async ({ page }) => {
	await open(page, "home");
	const ratios = await page
		.locator(".hero-pictures img")
		.evaluateAll((images) => images.map(({ clientWidth, clientHeight }) => clientWidth / clientHeight));
	expect(ratios).toHaveLength(6);
	for (const ratio of ratios) expect(ratio).toBeCloseTo(4 / 3, 1);
});

for (const [route, list] of [
	["packages", ".packages"],
	["home", ".commitments > ul"],
] as const) {
	test(`${list}: none is left over on a row of its own, and pictures are cut alike`, { tag: "@desktop" }, async ({
		page,
	}) => {
		await page.goto(pathOf(route, "en-US"));
		for (const count of [2, 3, 4, 5, 6]) {
			for (const width of [800, 1280]) {
				await page.setViewportSize({ width, height: 800 });
				const { last, share, ratios } = await page.locator(list).evaluate((element, count) => {
					const items = Array.from({ length: count }, () => element.children[0]?.cloneNode(true) as Element);
					element.replaceChildren(...items);
					const images = items.map((item) => item.querySelector("img") as HTMLImageElement);
					images[0]?.setAttribute("height", "200");
					const boxes = items.map((item) => item.getBoundingClientRect());
					const end = boxes.at(-1) as DOMRect;
					return {
						last: boxes.filter(({ top }) => top === end.top).length,
						share: end.width / element.clientWidth,
						ratios: images.map((image) => (image.clientWidth / image.clientHeight).toFixed(1)),
					};
				}, count);
				expect(last > 1 || share > 0.8, `${count} at ${width}: ${last} in the last row`).toBe(true);
				expect(new Set(ratios).size, `${count} at ${width}: ${ratios}`).toBe(1);
			}
		}
	});
}
