import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { pathOf } from "../../content/routes.ts";
import { loadSnapshots } from "../../content/snapshotFiles.server.ts";
import {
	expectInPage,
	inEachEngine,
	press,
	readCarousel,
	scrollToCarousel,
	waitForScript,
} from "./engine.ts";

const { ru } = await loadSnapshots("content/generated");
const count = ru.home.reviews.length;

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

	test("arrows and dots agree with the list, at every width", async () => {
		const page = await open(pathOf("home", "ru"));
		await scrollToCarousel(page);
		await expectInPage(page, readCarousel).toEqual(atPage(1));
		await press(page, "[data-part=next]");
		await expectInPage(page, readCarousel).toEqual(atPage(2));
		for (const width of [375, 820, 1280, 500]) {
			await page.setViewport({ width, height: 800 });
			await setTimeout(500);
			await expectInPage(page, readCarousel).toEqual(atPage(2));
		}
		await page.reload();
		await waitForScript(page);
		await scrollToCarousel(page);
		// Waits, because some browsers restore the carousel's scroll position a moment after a reload.
		await setTimeout(1000);
		const { marked } = await page.evaluate(readCarousel);
		await expectInPage(page, readCarousel).toEqual(atPage(marked));
		await press(page, `[data-part=dots] li:nth-child(${count}) button`);
		await expectInPage(page, readCarousel).toEqual(atPage(count));
		await press(page, "[data-part=previous]");
		await expectInPage(page, readCarousel).toEqual(atPage(count - 1));
	});
});
