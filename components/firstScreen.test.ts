import { expect, test } from "vitest";
import type { PictureValue, RichTextValue } from "../content/snapshot.ts";
import { loadingBeside } from "./firstScreen.ts";

const text = (length: number, word = "leaf "): RichTextValue => ({
	blocks: [{ type: "paragraph", content: [{ type: "text", value: word.repeat(length / word.length) }] }],
});
const picture = (width: number, height: number): PictureValue => ({ src: "", title: { value: "" }, width, height });

test.each([
	["a short text over it", picture(4, 3), text(200), "first"],
	["no text over it", picture(4, 3), undefined, "first"],
	["a text over it that is larger", picture(4, 3), text(500), "firstWhenWide"],
	["as many letters that are wider", picture(4, 3), text(360, "лист "), "firstWhenWide"],
	["so much text over it that too little of it is seen", picture(3, 4), text(360), "firstWhenWide"],
	["little height", picture(8, 1), text(200), "firstWhenWide"],
] as const)("a picture with %s is loaded as what it is to a visitor", (_, shown, above, loading) => {
	expect(loadingBeside(shown, { value: "A title" }, above)).toBe(loading);
});
