import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { pathOf } from "../../content/routes.ts";
import { loadSnapshots } from "../../content/snapshotFiles.server.ts";
import type { EnginePage } from "../tools/EnginePage.ts";
import { expectInPage, inEachEngine, press, waitForCarousel, waitForScript } from "./engine.ts";

const { "en-US": english } = await loadSnapshots("content/generated");
const count = english.home.reviews.length;

const previous = "[data-part=previous]";
const next = "[data-part=next]";
const dot = (number: number) => `[data-part=dots] li:nth-child(${number}) button`;

async function scrollToCarousel(page: EnginePage): Promise<void> {
	await page.evaluate(() =>
		document
			.querySelector("site-carousel")
			?.scrollIntoView({ block: "center", behavior: "instant" }),
	);
	await waitForCarousel(page);
}

/** Runs in the page. Returns the number of the review that is shown whole (0 for none), and the state of the controls. */
function readCarousel() {
	const list = document.querySelector(".swiper-wrapper");
	if (!list) throw new Error("The page has no .swiper-wrapper.");
	const { left, right } = list.getBoundingClientRect();
	const isWhole = (slide: Element) => {
		const box = slide.getBoundingClientRect();
		return Math.abs(box.left - left) < 1 && box.right < right + 1;
	};
	const dots = [...document.querySelectorAll("[data-part=dots] button")];
	const arrows = [...document.querySelectorAll("[data-part=controls] > button")];
	return {
		visible: [...list.children].findIndex(isWhole) + 1,
		marked: dots.findIndex((button) => button.ariaCurrent === "true") + 1,
		arrows: arrows.map((button) => button.ariaDisabled !== "true"),
	};
}

const atPage = (number: number) => ({
	visible: number,
	marked: number,
	arrows: [number > 1, number < count],
});

inEachEngine((open) => {
	test.each([375, 1280])("a page %d pixels wide begins with the first review", async (width) => {
		const page = await open(pathOf("home", "en-US"), { width, hasScript: false });
		// Waits without reading the layout, because each reading would lay out the page and hide a wrong position.
		await setTimeout(3000);
		expect((await page.evaluate(readCarousel)).visible).toBe(1);
	});

	test.each([
		["en-US", 1280],
		["ru", 375],
	] as const)("arrows and dots agree with the list (%s, %d px)", async (locale, width) => {
		const page = await open(pathOf("home", locale), { width });
		await scrollToCarousel(page);
		await expectInPage(page, readCarousel).toEqual(atPage(1));
		await press(page, next);
		await expectInPage(page, readCarousel).toEqual(atPage(2));
		await page.reload();
		await waitForScript(page);
		await scrollToCarousel(page);
		// Waits, because some browsers restore the carousel's scroll position a moment after a reload.
		await setTimeout(1000);
		const { marked } = await page.evaluate(readCarousel);
		await expectInPage(page, readCarousel).toEqual(atPage(marked));
		await press(page, dot(count));
		await expectInPage(page, readCarousel).toEqual(atPage(count));
		await press(page, previous);
		await expectInPage(page, readCarousel).toEqual(atPage(count - 1));
	});

	test("the active page stays whole at every width of the window", async () => {
		const page = await open(pathOf("home", "en-US"), { width: 1280 });
		await scrollToCarousel(page);
		await press(page, next);
		await expectInPage(page, readCarousel).toMatchObject({ visible: 2 });
		for (const width of [375, 820, 1280, 500]) {
			await page.setViewport({ width, height: 800 });
			await setTimeout(500);
			await expectInPage(page, readCarousel).toEqual(atPage(2));
		}
	});
});
