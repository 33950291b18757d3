import createHyphenator, { type HyphenationFunctionSync } from "hyphen";
import englishPatterns from "hyphen/patterns/en-gb.js";
import russianPatterns from "hyphen/patterns/ru.js";

// Without the option `async`, the function that `createHyphenator` returns is synchronous.
const options = { hyphenChar: "\u00ad" };
const hyphenateEnglish = createHyphenator(englishPatterns, options) as HyphenationFunctionSync;
const hyphenateRussian = createHyphenator(russianPatterns, options) as HyphenationFunctionSync;

// Between spaces, these characters make a code, a hashtag, a path, or an e-mail or web address of all that they join.
const nothingBefore = String.raw`(?<!\p{L}|[@#_\p{N}./:]\S*)`;
const nothingAfter = String.raw`(?!\p{L}|\S*[@#_\p{N}]|\S*[.:][\p{L}/])`;
const oneAlphabet = String.raw`(?=(?:\p{Script=Latin}+|\p{Script=Cyrillic}+)(?!\p{L}))`;
/** Shorter words fit into a title on a phone 320 pixels wide. Codes and brands have further capitals. */
const fourteenLetters = String.raw`\p{L}\p{Ll}{13,}`;
const longWord = new RegExp(nothingBefore + oneAlphabet + fourteenLetters + nothingAfter, "gu");

/**
 * Adds soft hyphens to long words, for titles. Each part of a word has at least four letters at the word's ends.
 * `hyphens: auto` would break such words without a hyphen in browsers without a Russian dictionary, and words with a
 * capital in Firefox.
 */
export function hyphenateLongWords(text: string): string {
	return text
		.replace(longWord, (word) => hyphenateRussian(hyphenateEnglish(word)))
		.replace(/(?<![\p{L}\u00ad])(\p{L}{1,3})\u00ad/gu, "$1")
		.replace(/\u00ad(\p{L}{1,3})(?![\p{L}\u00ad])/gu, "$1");
}
