import { expect, test } from "vitest";
import { cleanText } from "./cleanText.ts";

test.each([
	["Plain text, «кавычки», 1\u00a0000\u00a0₽", "Plain text, «кавычки», 1\u00a0000\u00a0₽", []],
	["lines\r\nand\ttabs\u2028stay", "lines\r\nand\ttabs\u2028stay", []],
	["👩🏽‍🌾 🏴󠁧󠁢󠁥󠁮󠁧󠁿 soft\u00adhyphen", "👩🏽‍🌾 🏴󠁧󠁢󠁥󠁮󠁧󠁿 soft\u00adhyphen", []],
	["\u0000nul\u0008 \u001b[31m \u009b31m", "nul [31m 31m", ["U+0000", "U+0008", "U+001B", "U+009B"]],
	["gpj.\u202eexe\u202c \u2066x\u2069", "gpj.exe x", ["U+202E", "U+202C", "U+2066", "U+2069"]],
	["\ufeffze\u200bro", "zero", ["U+FEFF", "U+200B"]],
	["half \ud800 a character, \uffff and none", "half  a character,  and none", ["U+D800", "U+FFFF"]],
])("%j becomes %j", (text, clean, removed) => {
	const found = new Set<string>();
	expect(cleanText(text, found)).toBe(clean);
	expect([...found]).toEqual(removed);
});

test("every text in a value is cleaned, and nothing else changed", () => {
	const found = new Set<string>();
	const value = { nodeType: "text", value: "a\u200b", marks: [{ type: "bold" }], data: { uri: "java\u0001script:" } };
	expect(cleanText([value, 7, null, true], found)).toEqual([
		{ nodeType: "text", value: "a", marks: [{ type: "bold" }], data: { uri: "javascript:" } },
		7,
		null,
		true,
	]);
	expect(found.size).toBe(2);
});
