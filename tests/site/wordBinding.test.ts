import { expect, test } from "vitest";
import { loadPages } from "./sitePages.ts";

const pages = loadPages();

/** Zero-width characters and soft hyphens, which visitors would copy and search engines would index. */
const invisible = /[\u00ad\u200b-\u200d\u2060\ufeff]/;

/**
 * Three words in a row that are bound by no-break spaces: a Russian word of two or three letters and the next two words.
 * A word of one letter may begin such a row, because it must not end a line.
 */
const boundTwice = /(?<![\p{L}\p{N}-])\p{Script=Cyrillic}{2,3}\u00a0[^\s]+\u00a0/u;

test.each(pages.map((page) => [page.file, page] as const))("%s has no invisible characters", (_, { document }) => {
	const texts = [document.title, document.body.textContent ?? ""];
	expect(texts.filter((text) => invisible.test(text))).toEqual([]);
});

test.each(pages.map((page) => [page.file, page] as const))("%s binds no three words in a row", (_, { document }) => {
	const blocks = [...document.querySelectorAll("p, li, h1, h2, h3")].map(({ textContent }) => textContent ?? "");
	expect(blocks.filter((text) => boundTwice.test(text))).toEqual([]);
});
