import { pathOf, routeNames } from "../../content/routes.ts";
import { words } from "../../content/words.ts";
import { repeatReviews } from "../repeatReviews.ts";
import { expect, showContent, snapshots, test } from "./test.ts";

const count = 1000;
/** With a thousand reviews, of which the first is very long, a policy without a title, a duration and a button of many words, and six pictures beside the first words. */
const crowded = structuredClone(repeatReviews(snapshots, count));
const { home, consultations, appShell } = crowded["en-US"];
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

// No width depends on script.
test.use({ javaScriptEnabled: false });

test("a review of any length is no higher than two windows, all of it can be read, and a thousand can be reached", {
	tag: "@phone",
}, async ({ page }) => {
	// In the end its phone is four times slower than a machine that may be slow itself.
	test.slow();
	await showContent(page, crowded);
	await page.goto(pathOf("home", "en-US"));
	const review = page.locator(".reviews blockquote").first();
	const { height = 0 } = (await page.locator(".reviews").boundingBox()) ?? {};
	expect(height).toBeLessThan(2 * 812);
	await expect(async () => {
		await review.press("End");
		expect(await review.evaluate((it) => it.scrollHeight - it.clientHeight - it.scrollTop)).toBeLessThan(2);
	}).toPass();
	const last = page.getByText(`Client ${count}`, { exact: true });
	await expect(last).toBeHidden();
	await page.getByText(words["en-US"].moreReviews.split(" (")[0] ?? "").tap();
	await last.scrollIntoViewIfNeeded();
	await expect(last).toBeInViewport();

	// Addresses of reviews go on leading to them, on a slow phone, too.
	const browser = await page.context().newCDPSession(page);
	await browser.send("Emulation.setCPUThrottlingRate", { rate: 4 });
	await page.goto("about:blank");
	await page.goto(`/#review-${count - 1}`);
	await expect(page.getByText(`Client ${count - 1}`, { exact: true })).toBeInViewport();
});

test("a policy without a title begins where the page begins, a duration and a button of many words leave those beside them their room, and each of six pictures is seen", {
	tag: "@desktop",
}, async ({ page }) => {
	await showContent(page, crowded);
	await page.goto(pathOf("consultations", "en-US"));
	const [title, policy] = await Promise.all(
		["h1", "#cancellation-policy > .prose"].map((selector) => page.locator(selector).boundingBox()),
	);
	expect(policy?.x).toBe(title?.x);
	await page.setViewportSize({ width: 980, height: 800 });
	const { width = 0 } = (await page.locator(".rows > li > div").first().boundingBox()) ?? {};
	expect(width).toBeGreaterThan(240);

	await page.setViewportSize({ width: 1280, height: 800 });
	await page.goto(pathOf("home", "en-US"));
	const ratios = await page
		.locator(".hero-pictures img")
		.evaluateAll((images) => images.map(({ clientWidth, clientHeight }) => clientWidth / clientHeight));
	expect(ratios).toHaveLength(6);
	for (const ratio of ratios) expect(ratio).toBeCloseTo(4 / 3, 1);
});

test("no word is broken inside", { tag: "@desktop" }, async ({ page }) => {
	for (const route of routeNames) {
		await page.goto(pathOf(route, "ru"));
		for (const width of [375, 820, 1280, 1440, 1920]) {
			await page.setViewportSize({ width, height: 800 });
			const broken = await page.evaluate(() => {
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
			expect.soft(broken, `${route}, ${width} pixels`).toEqual([]);
		}
	}
});

test("a note under a price leaves the words beside it their room, and a tablet shows words under the portrait", {
	tag: "@desktop",
}, async ({ page }) => {
	await page.setViewportSize({ width: 1024, height: 800 });
	await page.goto(pathOf("consultations", "ru"));
	const { width = 0 } = (await page.locator(".rows > li > div").first().boundingBox()) ?? {};
	expect(width).toBeGreaterThan(240);
	await page.setViewportSize({ width: 768, height: 900 });
	await page.goto(pathOf("about", "en-US"));
	const { height = 0 } = (await page.locator(".portrait img").boundingBox()) ?? {};
	expect(height).toBeGreaterThan(500);
	expect(height).toBeLessThan(650);
});

test("of packages and promises none is left over on a row of its own, and pictures are cut alike", {
	tag: "@desktop",
}, async ({ page }) => {
	for (const [route, list] of [
		["packages", ".packages"],
		["home", ".commitments > ul"],
	] as const) {
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
				expect(last > 1 || share > 0.8, `${list}, ${count} at ${width}: ${last} in the last row`).toBe(true);
				expect(new Set(ratios).size, `${list}, ${count} at ${width}: ${ratios}`).toBe(1);
			}
		}
	}
});

test("pictures are as wide as their sizes say", { tag: "@desktop" }, async ({ page }) => {
	const wrong: string[] = [];
	for (const route of routeNames) {
		await page.goto(pathOf(route, "en-US"), { waitUntil: "domcontentloaded" });
		await page.evaluate(() => {
			for (const details of document.querySelectorAll("details")) details.open = true;
			// A part with `content-visibility` keeps its estimated size until it is laid out.
			for (const picture of document.querySelectorAll("picture")) picture.style.contentVisibility = "visible";
		});
		for (const width of [375, 768, 1280]) {
			await page.setViewportSize({ width, height: 800 });
			// Those of the composition overlap, and are cut each in its own way.
			const pictures = await page.locator("source + img:not(.hero-pictures *)").evaluateAll((images) =>
				(images as HTMLImageElement[]).map((image) => {
					const probe = document.createElement("div");
					document.body.append(probe);
					const { sizes } = image.previousElementSibling as HTMLSourceElement;
					for (const part of sizes.replace(/^auto, /, "").split(/,\s*(?![^(]*\))/)) {
						const [, condition, length = ""] = /^(?:(\(.*?\)) )?(.*)$/.exec(part) ?? [];
						if (condition && !matchMedia(condition).matches) continue;
						probe.style.width = length;
						break;
					}
					const said = probe.getBoundingClientRect().width;
					probe.remove();
					const { width, height } = image.getBoundingClientRect();
					const ratio = Number(image.getAttribute("width")) / Number(image.getAttribute("height"));
					const isCut = getComputedStyle(image).objectFit === "cover";
					// A picture that is cropped at its sides needs more width than is visible.
					return { src: image.src, said, needed: isCut ? Math.max(width, height * ratio) : width };
				}),
			);
			for (const { src, said, needed } of pictures) {
				// A file is chosen by it where the browser does not know the layout yet.
				if (needed > 0 && Math.abs(said / needed - 1) > 0.1)
					wrong.push(`${route} at ${width}, ${src}: ${said} for ${needed}`);
			}
		}
	}
	expect(wrong).toEqual([]);
});
