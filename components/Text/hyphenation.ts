import createHyphenator, { type HyphenationFunctionSync } from "hyphen";
import englishPatterns from "hyphen/patterns/en-gb.js";
import russianPatterns from "hyphen/patterns/ru.js";

/** Shorter words fit into a title on a phone 320 pixels wide. */
const options = { hyphenChar: "\u00ad", minWordLength: 14 };

// Without the option `async`, the function that `createHyphenator` returns is synchronous.
const hyphenateEnglish = createHyphenator(englishPatterns, options) as HyphenationFunctionSync;
const hyphenateRussian = createHyphenator(russianPatterns, options) as HyphenationFunctionSync;

/**
 * Adds soft hyphens to long words, for titles. Many browsers have no Russian dictionary for `hyphens: auto`, and would
 * break such words without a hyphen. Each part of a word has at least four letters at the word's ends.
 */
export function hyphenateLongWords(text: string): string {
	return hyphenateRussian(hyphenateEnglish(text))
		.replace(/(?<![\p{L}\u00ad])(\p{L}{1,3})\u00ad/gu, "$1")
		.replace(/\u00ad(\p{L}{1,3})(?![\p{L}\u00ad])/gu, "$1");
}
