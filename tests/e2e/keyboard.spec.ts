import type { Page } from "@playwright/test";
import { pathOf } from "../../content/routes.ts";
import { expect, test } from "./test.ts";

/** What has the focus, and what is wrong with it. */
const lookAtFocus = (page: Page): Promise<{ name: string; part: string; faults: string[] }> =>
	page.evaluate(() => {
		const { activeElement: element } = document;
		if (!element || element === document.body) return { name: "nothing", part: "start", faults: [] };
		const { outlineStyle, outlineWidth } = getComputedStyle(element);
		const { left, top, width, height } = element.getBoundingClientRect();
		const seen = document.elementFromPoint(left + width / 2, top + Math.min(height / 2, 20));
		const isSeen = seen && (element.contains(seen) || seen.contains(element));
		const isMarked = outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2;
		return {
			name: element.outerHTML.slice(0, 100),
			part: element.closest("header, main, footer")?.localName ?? "start",
			faults: [
				...(isMarked ? [] : ["no outline (2.4.7)"]),
				...(isSeen ? [] : [`not seen (2.4.11), but ${seen?.outerHTML.slice(0, 100)}`]),
			],
		};
	});

/** Goes back through the page to its beginning; on every stop on the way the focus is seen, and not under the bar. */
async function tabBack(page: Page): Promise<string[]> {
	const parts = new Set<string>();
	for (let presses = 0; presses < 90; presses++) {
		await page.keyboard.press("Shift+Tab");
		const { name, part, faults } = await lookAtFocus(page);
		if (part === "start") break;
		expect(faults, name).toEqual([]);
		parts.add(part);
	}
	return [...parts];
}

// What each control does when a key is pressed on it is the matter of its own file. Whoever goes forward meets the bar nowhere.
test("every stop of the keyboard is marked, and not under the bar", async ({ page, isMobile }) => {
	// What unfolds or scrolls smoothly takes what is in it along.
	await page.emulateMedia({ reducedMotion: "reduce" });
	await page.goto(pathOf(isMobile ? "programmes" : "home", "en-US"));
	await page.evaluate(() => {
		for (const section of document.querySelectorAll("main details")) section.setAttribute("open", "");
	});
	if (isMobile) {
		await page.locator("#menu-button").press("Enter");
		for (const stop of ["nav a", "nav li:last-child a", "#language-menu"]) {
			await page.locator(`#menu ${stop}`).first().focus();
			expect((await lookAtFocus(page)).faults, stop).toEqual([]);
		}
		await page.keyboard.press("Escape");
	}
	await page.locator("footer a").last().focus();
	expect(await tabBack(page)).toEqual(["footer", "main", "header"]);
});
