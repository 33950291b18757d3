import { expect, test } from "vitest";
import { cutAtWord, toPlainText } from "./plainText.ts";
import type { Block, Inline } from "./snapshot.ts";

const words = (value: string): Inline => ({ type: "text", value });
const paragraph = (...content: Inline[]): Block => ({ type: "paragraph", content });

test("blocks become plain text on one line", () => {
	const link: Inline = { type: "link", href: "/about", content: [words("Eight hours")] };
	const blocks: Block[] = [
		{ type: "heading", id: "1", level: 2, content: [words("Sleep")] },
		{
			type: "list",
			ordered: false,
			items: [[paragraph(link, words("\u00a0a"), { type: "break" })]],
		},
		{ type: "figure", picture: { src: "", title: { value: "A bed" }, width: 3, height: 2 } },
		{ type: "table", rows: [[{ header: true, content: [paragraph(words("night."))] }]] },
	];
	expect(toPlainText({ blocks })).toBe("Sleep Eight hours a night.");
	expect(toPlainText(undefined)).toBe("");
});

test.each([
	["short enough", 20, "short enough"],
	["one two three", 9, "one two…"],
	["one two – three", 11, "one two…"],
	["Gesundheitsberatung", 8, "Gesundh…"],
	["здоровый сон", 10, "здоровый…"],
	["👩🏽‍🌾👩🏽‍🌾👩🏽‍🌾", 16, "👩🏽‍🌾👩🏽‍🌾…"],
])("%j cut to %i characters is %j", (text, length, cut) => {
	expect(cutAtWord(text, length)).toBe(cut);
	expect(cutAtWord(text, length).length).toBeLessThanOrEqual(length);
});
