import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { Block } from "../../content/snapshot.ts";
import { LongText } from "./LongText.tsx";

const line = "Five words fill one line of a phone";
const paragraph = (lines: number, end = "."): Block => ({
	type: "paragraph",
	content: [{ type: "text", value: `${line} `.repeat(lines).trim().slice(0, -1) + end }],
});

/** Returns the numbers of paragraphs before and after the place at which the text is cut. */
function countParagraphs(blocks: Block[]) {
	const markup = renderToStaticMarkup(
		<LongText id="a" name={{ value: "Name" }} text={{ blocks }} locale="en-US" maxUncutLines={5} />,
	);
	const [before = "", after = ""] = markup.split('<div class="rest">');
	const count = (part: string) => part.split("<p>").length - 1;
	return {
		before: count(before),
		after: count(after),
		isCutWithin: markup.includes("cut"),
		hasButton: /<details/.test(markup),
	};
}

test.each<[string, Block[], ReturnType<typeof countParagraphs>]>([
	["a short text is shown whole", [paragraph(2)], { before: 1, after: 0, isCutWithin: false, hasButton: false }],
	[
		"a long text is cut after the paragraphs that fit",
		[paragraph(2), paragraph(3), paragraph(9)],
		{ before: 2, after: 1, isCutWithin: false, hasButton: true },
	],
	[
		"a paragraph that introduces the next one stays with it",
		[paragraph(2), paragraph(1, ":"), paragraph(9)],
		{ before: 1, after: 2, isCutWithin: false, hasButton: true },
	],
	[
		"a heading stays with the text below it",
		[paragraph(2), { type: "heading", id: "b", level: 2, content: [] }, paragraph(9)],
		{ before: 1, after: 1, isCutWithin: false, hasButton: true },
	],
	[
		"a text with a long first paragraph is cut within it",
		[paragraph(20), paragraph(1)],
		{ before: 2, after: 0, isCutWithin: true, hasButton: true },
	],
])("%s", (_, blocks, expected) => {
	expect(countParagraphs(blocks)).toEqual(expected);
});
