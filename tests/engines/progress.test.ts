import { test } from "vitest";
import { pathOf } from "../../content/routes.ts";
import { inEachEngine, look, press, scrollPage } from "./engine.ts";

/** How much of the bar is filled, in hundredths. */
const share = () => {
	const { width = 0 } = document.querySelector(".progress")?.getBoundingClientRect() ?? {};
	return Math.round((width / document.documentElement.clientWidth) * 100);
};

inEachEngine((open) => {
	test("the progress bar is full at the end of the page, also after the window's height alone has changed", async () => {
		const page = await open(pathOf("home", "en-US"), { width: 375 });
		await look(page, share).toBe(0);
		await scrollPage(page, 1);
		await look(page, share).toBe(100);
		for (const height of [500, 1400]) {
			await page.setViewport({ width: 375, height });
			await look(page, () => innerHeight).toBe(height);
			await scrollPage(page, 0);
			await look(page, share).toBe(0);
			await scrollPage(page, 1);
			await look(page, share).toBe(100);
		}
	});

	test("the progress bar follows the page as it grows, and through a change of language", async () => {
		const page = await open(pathOf("programmes", "en-US"));
		await scrollPage(page, 1);
		await look(page, share).toBe(100);
		await page.evaluate(() => {
			document.body.style.paddingBottom = `${document.documentElement.scrollHeight}px`;
		});
		await look(page, share).toBeLessThan(50);
		await press(page, "#language-switch");
		await look(page, () => document.documentElement.lang).toBe("ru");
		await scrollPage(page, 1);
		await look(page, share).toBe(100);
	});
});
