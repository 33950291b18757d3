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
	[
		[
			{ nodeType: "text", value: "a\u200b", marks: [{ type: "bold" }], data: { uri: "java\u0001script:" } },
			7,
			null,
			true,
		],
		[{ nodeType: "text", value: "a", marks: [{ type: "bold" }], data: { uri: "javascript:" } }, 7, null, true],
		["U+200B", "U+0001"],
	],
])("the value %j becomes %j", (value, clean, removed) => {
	const found = new Set<string>();
	expect(cleanText(value, found)).toEqual(clean);
	expect([...found]).toEqual(removed);
});
