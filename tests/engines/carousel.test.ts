import { setTimeout } from "node:timers/promises";
import type { Page } from "puppeteer-core";
import { test } from "vitest";
import { pathOf } from "../../content/routes.ts";
import { loadSnapshots } from "../../content/snapshotFiles.server.ts";
import { inEachEngine, look, press, untilAlive, untilCarousel } from "./engine.ts";

const { length: total } = (await loadSnapshots("content/generated"))["en-US"].home.reviews;

const previous = ".carousel-controls > button:first-child";
const next = ".carousel-controls > button:last-child";
const dot = (number: number) => `.carousel-controls li:nth-child(${number}) button`;

/** Waits for the controls. */
async function untilReady(page: Page): Promise<void> {
	await page.evaluate(() =>
		document.querySelector(".carousel")?.scrollIntoView({ block: "center", behavior: "instant" }),
	);
	await untilCarousel(page);
	await look(page, () => document.querySelector(".carousel-controls")?.checkVisibility()).toBe(true);
}

/** In the page: the page of reviews that rests, the one that is marked, counted from 1, and which arrows can be pressed. */
function lookAtCarousel(): { resting: number; marked: number; arrows: boolean[] } {
	const list = document.querySelector(".swiper-wrapper") as HTMLElement;
	const { width } = list.getBoundingClientRect();
	const isAtEnd = list.scrollLeft + width >= list.scrollWidth - 1;
	const dots = [...document.querySelectorAll(".carousel-controls li button")];
	const marked = dots.findIndex((button) => button.ariaCurrent === "true") + 1;
	const resting = isAtEnd ? dots.length : Math.round((list.scrollLeft / width) * 20) / 20 + 1;
	const arrows = [...document.querySelectorAll<HTMLButtonElement>(".carousel-controls > button")];
	return { resting, marked, arrows: arrows.map((button) => button.ariaDisabled !== "true") };
}

const at = (number: number, count: number) => ({
	resting: number,
	marked: number,
	arrows: [number > 1, number < count],
});

inEachEngine((open) => {
	for (const [locale, width, perPage] of [
		["en-US", 1280, 2],
		["ru", 375, 1],
	] as const) {
		const count = Math.ceil(total / perPage);

		test(`${locale}, ${width} wide: arrows and dots turn the pages, can be pressed after a reload where there is a page to go to, and agree with a list that is turned before the script`, async () => {
			const page = await open(pathOf("home", locale), { width });
			await untilReady(page);
			await look(page, lookAtCarousel).toEqual(at(1, count));
			await press(page, next);
			await look(page, lookAtCarousel).toEqual(at(2, count));
			await page.reload();
			await untilAlive(page);
			await untilReady(page);
			// Some browsers go back to the page of reviews that they were at, and take their time.
			await setTimeout(1000);
			const { marked } = await page.evaluate(lookAtCarousel);
			await look(page, lookAtCarousel).toEqual(at(marked, count));
			const target = marked === 1 ? 2 : marked - 1;
			await press(page, marked === 1 ? next : previous);
			await look(page, lookAtCarousel).toEqual(at(target, count));

			await press(page, dot(count));
			await look(page, lookAtCarousel).toEqual(at(count, count));
			// Far away from the carousel, which therefore waits after the reload. Firefox keeps which arrows could be pressed.
			await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
			await look(page, () => scrollY).toBe(0);
			await page.reload();
			await untilAlive(page);
			// Turned before the script comes.
			await page.evaluate(() => document.querySelector(".swiper-wrapper")?.scrollTo({ left: 0, behavior: "instant" }));
			await untilReady(page);
			await look(page, lookAtCarousel).toEqual(at(1, count));
		});
	}
});
