import { expect, test } from "vitest";
import type { PictureValue, RichTextValue } from "../../content/snapshot.ts";
import { chooseLoading } from "./firstScreen.ts";

const paragraphs = (...texts: string[]): RichTextValue => ({
	blocks: texts.map((value) => ({ type: "paragraph", content: [{ type: "text", value }] })),
});
const latin = (length: number) => "leaf ".repeat(length / 5);
const picture = (width: number, height: number): PictureValue => ({ src: "", title: { value: "" }, width, height });
const titles = [{ value: "A title" }];

test.each([
	["a short text above it", picture(4, 3), paragraphs(latin(200)), "first"],
	["no text above it", picture(4, 3), undefined, "first"],
	["a text above it that is larger only in wide fonts", picture(4, 3), paragraphs(latin(380)), "first"],
	["a text above it that is larger in each font", picture(4, 3), paragraphs(latin(600)), "firstWhenWide"],
	["a text of wider letters above it", picture(4, 3), paragraphs("лист ".repeat(76)), "firstWhenWide"],
	["two paragraphs above it, each smaller than it", picture(4, 3), paragraphs(latin(300), latin(300)), "first"],
	["a text above it that moves most of it out of view", picture(3, 4), paragraphs(latin(500)), "firstWhenWide"],
	["little height", picture(12, 1), undefined, "firstWhenWide"],
] as const)("a picture with %s is loaded as the largest paint or after it", (_, shown, lead, loading) => {
	expect(chooseLoading(shown, titles, lead)).toBe(loading);
});

test("a cropped picture far below the text is judged by its displayed size", () => {
	const place = { width: 315, height: 252, gap: 400 };
	expect(chooseLoading(picture(3, 4), titles, paragraphs(latin(200)), place)).toBe("firstWhenWide");
	expect(chooseLoading(picture(3, 4), titles, paragraphs(latin(200)))).toBe("first");
});
