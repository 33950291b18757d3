import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { pathOf } from "../../content/routes.ts";
import type { EnginePage } from "../tools/EnginePage.ts";
import { expectInPage, inEachEngine, press, waitForCarousel, waitForScript } from "./engine.ts";

/** Number of slides of the demo: five reviews, two of which share a slide. */
const total = 4;

const previous = "[data-part=previous]";
const next = "[data-part=next]";
const dot = (number: number) => `[data-part=dots] li:nth-child(${number}) button`;

async function scrollToCarousel(page: EnginePage): Promise<void> {
	await page.evaluate(() =>
		document.querySelector("site-carousel")?.scrollIntoView({ block: "center", behavior: "instant" }),
	);
	await waitForCarousel(page);
	await expectInPage(page, () => document.querySelector("[data-part=controls]")?.checkVisibility()).toBe(true);
}

function readCarousel(): { visible: number; marked: number; arrows: boolean[] } {
	const list = document.querySelector<HTMLElement>(".swiper-wrapper");
	if (!list) throw new Error("The page has no .swiper-wrapper.");
	const { width } = list.getBoundingClientRect();
	const isAtEnd = list.scrollLeft + width >= list.scrollWidth - 1;
	const dots = [...document.querySelectorAll("[data-part=dots] button")];
	const marked = dots.findIndex((button) => button.ariaCurrent === "true") + 1;
	const visible = isAtEnd ? dots.length : Math.round((list.scrollLeft / width) * 20) / 20 + 1;
	const arrows = [...document.querySelectorAll<HTMLButtonElement>("[data-part=controls] > button")];
	return { visible, marked, arrows: arrows.map((button) => button.ariaDisabled !== "true") };
}

const atPage = (number: number, count: number) => ({
	visible: number,
	marked: number,
	arrows: [number > 1, number < count],
});

/** Runs in the page. Returns the horizontal distance from the carousel's left edge to its first slide, in pixels. */
function measureStart(): number | undefined {
	const list = document.querySelector(".swiper-wrapper");
	const slide = list?.querySelector(":scope > li");
	return list && slide ? slide.getBoundingClientRect().left - list.getBoundingClientRect().left : undefined;
}

inEachEngine((open) => {
	test.each([375, 1280])("a page that is %d pixels wide begins with the first review", async (width) => {
		const page = await open(pathOf("home", "en-US"), { width, hasScript: false });
		// Waits without reading the layout, because each reading would lay out the page and hide a wrong position.
		await setTimeout(3000);
		expect(await page.evaluate(measureStart)).toBe(0);
	});

	for (const [locale, width, perPage] of [
		["en-US", 1280, 2],
		["ru", 375, 1],
	] as const) {
		const count = Math.ceil(total / perPage);

		test(`in ${locale}, ${width} pixels wide, arrows and dots turn the pages, and match the list after a reload and after a scroll before the script started`, async () => {
			const page = await open(pathOf("home", locale), { width });
			await scrollToCarousel(page);
			await expectInPage(page, readCarousel).toEqual(atPage(1, count));
			await press(page, next);
			await expectInPage(page, readCarousel).toEqual(atPage(2, count));
			await page.reload();
			await waitForScript(page);
			await scrollToCarousel(page);
			// Waits, because some browsers restore the carousel's scroll position a moment after a reload.
			await setTimeout(1000);
			const { marked } = await page.evaluate(readCarousel);
			await expectInPage(page, readCarousel).toEqual(atPage(marked, count));
			const target = marked === 1 ? 2 : marked - 1;
			await press(page, marked === 1 ? next : previous);
			await expectInPage(page, readCarousel).toEqual(atPage(target, count));

			await press(page, dot(count));
			await expectInPage(page, readCarousel).toEqual(atPage(count, count));
			// Scrolls the carousel out of view, so that the carousel's script does not start yet.
			await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
			await expectInPage(page, () => scrollY).toBe(0);
			await page.reload();
			await waitForScript(page);
			await page.evaluate(() => document.querySelector(".swiper-wrapper")?.scrollTo({ left: 0, behavior: "instant" }));
			await scrollToCarousel(page);
			await expectInPage(page, readCarousel).toEqual(atPage(1, count));
		});
	}
});
