import { expect, test } from "./siteTest.ts";

/**
 * Counts the lines of text in `<main>`, and how many are less than 75 % full. Skips the last line of each paragraph.
 */
function countLines(): { lines: number; short: number } {
	const count = { lines: 0, short: 0 };
	for (const block of document.querySelectorAll("main :is(p, li)")) {
		if (block.querySelector("p, li") || !block.checkVisibility()) continue;
		const { paddingLeft, paddingRight } = getComputedStyle(block);
		const width = block.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
		const range = document.createRange();
		range.selectNodeContents(block);
		const lines: { left: number; right: number; bottom: number }[] = [];
		for (const { left, right, top, bottom } of range.getClientRects()) {
			const line = lines.at(-1);
			const isSameLine = line && top < line.bottom - 4;
			if (!isSameLine) {
				lines.push({ left, right, bottom });
				continue;
			}
			line.left = Math.min(line.left, left);
			line.right = Math.max(line.right, right);
		}
		const full = lines.slice(0, -1);
		count.lines += full.length;
		count.short += full.filter(({ left, right }) => right - left < width * 0.75).length;
	}
	return count;
}

test("on a phone at most 14 % of the lines of the Russian tests page are less than 75 % full", {
	tag: "@phone",
}, async ({ page }) => {
	await page.setViewportSize({ width: 390, height: 844 });
	await page.emulateMedia({ reducedMotion: "reduce" });
	await page.goto("/ru/functional-tests");
	await page.evaluate(() => {
		const sheet = new CSSStyleSheet();
		// Uses Roboto, the font of Android, because line breaks depend on the font.
		sheet.replaceSync("html { font-family: Roboto, sans-serif !important }");
		document.adoptedStyleSheets.push(sheet);
		for (const section of document.querySelectorAll<HTMLDetailsElement>("main details")) section.open = true;
	});
	const { lines, short } = await page.evaluate(countLines);
	expect(lines).toBeGreaterThan(60);
	expect(short / lines).toBeLessThanOrEqual(0.14);
});
