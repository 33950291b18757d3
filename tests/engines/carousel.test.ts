import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { loadSnapshots } from "../../environment/snapshotFiles.server.ts";
import { rewriteTexts } from "../contents.ts";
import {
	expectInPage,
	inEachEngine,
	press,
	readCarousel,
	scrollToCarousel,
	serveContent,
	serveExcept,
	waitForScript,
} from "./engine.ts";

const snapshots = await loadSnapshots("content/generated");
const { ru } = snapshots;
const count = ru.home.reviews.length;

const atPage = (number: number) => ({
	visible: number,
	marked: number,
	arrows: [number > 1, number < count],
});

/** Runs in the page. Returns whether the list has a scrollbar, and the edge of the second review beside the first one. */
function showsScrolling(): boolean {
	const list = document.querySelector("site-carousel .swiper-wrapper");
	const second = list?.querySelector("li + li")?.getBoundingClientRect();
	if (!list || !second) return false;
	const edge = Math.min(list.getBoundingClientRect().right, document.documentElement.clientWidth);
	return getComputedStyle(list).scrollbarWidth !== "none" && edge - second.left >= 12;
}

/** Runs in the page. Returns the heights of the list and of the shown review, and the place of the controls, in pixels. */
function measureList() {
	const measure = (selector: string) =>
		document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();
	return {
		list: Math.round(measure("site-carousel .swiper-wrapper").height),
		review: Math.round(measure(".swiper-slide:not([data-aside]) > .review").height),
		controls: Math.round(measure("[data-part=controls]").top),
	};
}

inEachEngine((open) => {
	test.each([
		["any script", /\.js$/],
		["the carousel's script", /\/chunks\//],
	])("without %s the list shows that it scrolls", async (_, blocked) => {
		const url = await serveExcept((path, response) => {
			if (!blocked.test(path)) return false;
			response.writeHead(404, { "Content-Type": "text/javascript" }).end();
			return true;
		});
		const page = await open(url, { width: 375, hasScript: false });
		await page.evaluate(() => document.querySelector("site-carousel")?.scrollIntoView());
		await expectInPage(page, showsScrolling).toBe(true);
		await setTimeout(500);
		await expectInPage(page, showsScrolling).toBe(true);
	});

	test.each([375, 1280])("%d px: the list is as high as its review", async (width) => {
		const [first, second, ...others] = snapshots["en-US"].home.reviews;
		if (!first || !second) throw new Error("The demo has no two reviews.");
		const long = rewriteTexts(second as never, (text) => `${text} `.repeat(20)) as never;
		const content = structuredClone(snapshots);
		content["en-US"].home.reviews = [first, long, ...others];
		const page = await open(await serveContent(content), { width });
		await expectInPage(page, () => document.querySelector("[data-aside]")).not.toBe(null);
		await scrollToCarousel(page);
		await expectInPage(page, readCarousel).toMatchObject({ marked: 1 });
		const before = await page.evaluate(measureList);
		// Some engines keep the space of a scrollbar.
		expect(before.list - before.review).toBeLessThan(20);
		await press(page, "[data-part=next]");
		await expectInPage(page, readCarousel).toMatchObject({ visible: 2, marked: 2 });
		const after = await page.evaluate(measureList);
		expect(after.list - after.review).toBe(before.list - before.review);
		expect(after.review).toBeGreaterThan(before.review * 2);
		expect(after.controls).toBe(before.controls);
	});

	test("arrows and dots work after a change of direction", async () => {
		const page = await open("/", { width: 375 });
		await scrollToCarousel(page);
		await press(page, "[data-part=next]");
		await expectInPage(page, readCarousel).toEqual(atPage(2));
		await page.evaluate(() => {
			document.documentElement.dir = "rtl";
		});
		await press(page, `[data-part=dots] li:nth-child(${count}) button`);
		await expectInPage(page, readCarousel).toEqual(atPage(count));
		await press(page, "[data-part=previous]");
		await expectInPage(page, readCarousel).toEqual(atPage(count - 1));
		await press(page, "[data-part=dots] li:first-child button");
		await expectInPage(page, readCarousel).toEqual(atPage(1));
		await press(page, "[data-part=next]");
		await expectInPage(page, readCarousel).toEqual(atPage(2));
	});

	test.each([375, 1280])("a page %d pixels wide begins with the first review", async (width) => {
		const page = await open("/", { width, hasScript: false });
		// Waits without reading the layout, because each reading would lay out the page and hide a wrong position.
		await setTimeout(3000);
		expect((await page.evaluate(readCarousel)).visible).toBe(1);
	});

	test("arrows and dots agree with the list, at every width", async () => {
		const page = await open("/ru");
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
