import type { Page } from "@playwright/test";
import { pathOf, routeNames } from "../../content/routes.ts";
import type { Snapshot } from "../../content/snapshot.ts";
import { walkContent } from "../site/contentWalk.ts";
import { expect, showContent, snapshots, test } from "./siteTest.ts";

/** Lists words of titles and labels that continue on the next line without a hyphen. */
const listBrokenWords = (page: Page): Promise<string[]> =>
	page.evaluate(() => {
		function findLine(node: Text, index: number): number | undefined {
			const range = document.createRange();
			range.setStart(node, index);
			range.setEnd(node, index + 1);
			// The first letter after a broken soft hyphen has two rectangles: one for the hyphen, one for itself.
			return [...range.getClientRects()].at(-1)?.top;
		}

		function isBroken(node: Text, start: number, length: number): boolean {
			const lines = Array.from({ length }, (_, index) => findLine(node, start + index));
			return new Set(lines).size > 1;
		}

		function listPieces(node: Text): string[] {
			// A word may be broken at its soft hyphens (U+00AD) and hyphens.
			const pieces = [...node.data.matchAll(/[^\s\u00a0\u00ad-]+/g)];
			return pieces.filter(({ 0: piece, index }) => isBroken(node, index, piece.length)).map(([piece]) => piece);
		}

		const titles = document.querySelectorAll("main :is(h1, h2, h3), figcaption span");
		return [...titles].flatMap((title) => {
			const walker = document.createTreeWalker(title, NodeFilter.SHOW_TEXT);
			const broken: string[] = [];
			while (walker.nextNode()) broken.push(...listPieces(walker.currentNode as Text));
			return broken;
		});
	});

/** Returns a snapshot in which each text without formatting is `text`. */
function withTexts(snapshot: Snapshot, text: string): Snapshot {
	const copy = structuredClone(snapshot);
	for (const { field, name, entry } of walkContent(copy)) {
		if (/^text/.test(field.kind) && entry[name] && !Array.isArray(entry[name])) entry[name] = { value: text };
	}
	return copy;
}

test.use({ javaScriptEnabled: false });

// The first word is the longest one without soft hyphens.
const text = "Перименопауза и противовоспалительное питание";

// Debian's Chromium has no Russian hyphenation dictionary, like many visitors' browsers.
test("with long words in each Russian title and label none is broken without a hyphen on phones", {
	tag: "@desktop",
}, async ({ page }) => {
	await showContent(page, { ...snapshots, ru: withTexts(snapshots.ru, text) });
	for (const route of routeNames) {
		await page.goto(pathOf(route, "ru"));
		for (const width of [320, 375]) {
			await page.setViewportSize({ width, height: 800 });
			expect.soft(await listBrokenWords(page), `${route}, ${width} pixels`).toEqual([]);
		}
	}
});
