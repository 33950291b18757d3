import { expect, test } from "vitest";
import { cleanText } from "./cleanText.ts";

test.each([
	["1\u00a0000\u00a0₽", "1\u00a0000\u00a0₽"],
	["lines\r\nand\ttabs\u2028stay", "lines\r\nand\ttabs\u2028stay"],
	["👩🏽‍🌾 🏴󠁧󠁢󠁥󠁮󠁧󠁿 soft\u00adhyphen", "👩🏽‍🌾 🏴󠁧󠁢󠁥󠁮󠁧󠁿 soft\u00adhyphen"],
	["\u0000nul\u0008 \u001b[31m \u009b31m", "nul [31m 31m"],
	["gpj.\u202eexe\u202c \u2066x\u2069", "gpj.exe x"],
	["\ufeffze\u200bro", "zero"],
	["\uf0b7 one\n\uf0a7two \uf04a", "• one\n•two "],
	["half \ud800 a character, \uffff and none", "half  a character,  and none"],
	[
		[{ value: "a\u200b", data: { uri: "java\u0001script:" } }, 7, null, true],
		[{ value: "a", data: { uri: "javascript:" } }, 7, null, true],
	],
])("the value %j becomes %j", (value, clean) => {
	expect(cleanText(value)).toEqual(clean);
});
