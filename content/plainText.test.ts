import { expect, test } from "vitest";
import { cutAtWord, extractFirstSentence, extractFirstSentences, toPlainText } from "./plainText.ts";
import type { Block, Inline } from "./snapshot.ts";

const words = (value: string): Inline => ({ type: "text", value });
const paragraph = (...content: Inline[]): Block => ({ type: "paragraph", content });

test("every kind of block becomes plain text on one line", () => {
	const blocks: Block[] = [
		{ type: "heading", id: "1", level: 2, content: [words("Sleep")] },
		paragraph(
			words("Eight "),
			{ type: "link", href: "/about", content: [words("hours")] },
			words("\u00a0a"),
			{ type: "break" },
			words("night."),
		),
		{ type: "rule" },
		{ type: "list", ordered: false, items: [[paragraph(words("dark"))], [paragraph(words("quiet"))]] },
		{ type: "quote", content: [paragraph(words("Rest is work."))] },
		{ type: "figure", picture: { src: "/media/a.png", title: { value: "A bed" }, width: 3, height: 2 } },
		{
			type: "table",
			rows: [[{ header: true, content: [paragraph(words("Day"))] }], [{ header: false, content: [] }]],
		},
	];
	expect(toPlainText({ blocks })).toBe("Sleep Eight hours a night. dark quiet Rest is work. Day");
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

test.each([
	["Six weeks. And a seventh.", "Six weeks."],
	["Не знаете, какой срок? Напишите.", "Не знаете, какой срок?"],
	["It costs £4.50 at 5.30 p.m. today", "It costs £4.50 at 5.30 p.m. today"],
	[`What it is: ${"and on ".repeat(20)}.`, "What it is."],
	[
		`A doctor by training, ${"and ".repeat(12)}a cook, ${"and ".repeat(20)}.`,
		`A doctor by training, ${"and ".repeat(12)}a cook.`,
	],
	["", undefined],
])("the first sentence of %j is %j", (text, sentence) => {
	const blocks = [paragraph(words(text)), paragraph(words("What follows."))];
	expect(extractFirstSentence({ blocks, lang: "en" }, 125)).toEqual(sentence && { value: sentence, lang: "en" });
});

test("in a preview, the first sentence leads to the field of its text", () => {
	const source = { entry: "about", field: "subtitle", locale: "en-US" as const };
	const text = { blocks: [paragraph(words("Six weeks. And a seventh."))], source };
	expect(extractFirstSentence(text, 125)).toEqual({ value: "Six weeks.", source });
});

test("as many first sentences are taken as have the minimum length together", () => {
	const blocks = [paragraph(words("For newcomers. I read your tests. You get a plan. That is all."))];
	expect(extractFirstSentences({ blocks }, 30)).toEqual({ value: "For newcomers. I read your tests." });
});
