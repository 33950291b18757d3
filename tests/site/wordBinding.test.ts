import { expect, test } from "vitest";
import { loadPages } from "./sitePages.ts";

const pages = loadPages();

/**
 * Zero-width characters, and soft hyphens outside of words of at least 15 letters. Visitors would copy them, and search
 * engines would index them.
 */
const invisible = /[\u200b-\u200d\u2060\ufeff]|(?<![\p{L}\u00ad])(?=\p{L}*\u00ad)[\p{L}\u00ad]{1,15}(?![\p{L}\u00ad])/u;

/** Three words in a row that are bound by no-break spaces: a short Russian word and the next two words. */
const boundTwice = /(?<!\S)[«(]?\p{Script=Cyrillic}{1,3}\u00a0[^ \n\u00a0]+\u00a0[^ \n]+/gu;

/**
 * Maximum length of three bound words and a mark behind them, in characters: half a line of a narrow column. Words of a
 * single letter do not count.
 */
const maxBoundLength = 15;

const singleLetter = /(?<!\p{L})\p{L}\u00a0/gu;

test.each(pages.map((page) => [page.file, page] as const))("%s has no invisible characters", (_, { document }) => {
	const texts = [document.title, document.body.textContent ?? ""];
	expect(texts.filter((text) => invisible.test(text))).toEqual([]);
});

test.each(pages.map((page) => [page.file, page] as const))(
	"%s binds three words in a row only when they are short",
	(_, { document }) => {
		const blocks = [...document.querySelectorAll("p, li:not(:has(p)), h1, h2, h3")].map(
			({ textContent }) => textContent ?? "",
		);
		const bound = blocks.flatMap((text) => text.match(boundTwice) ?? []);
		expect(bound.filter((words) => words.replace(singleLetter, "").length > maxBoundLength)).toEqual([]);
	},
);
