import createHyphenator, { type HyphenationFunctionSync } from "hyphen";
import englishPatterns from "hyphen/patterns/en-gb.js";
import russianPatterns from "hyphen/patterns/ru.js";

// Without the option `async`, the function that `createHyphenator` returns is synchronous.
const options = { hyphenChar: "\u00ad" };
const hyphenateEnglish = createHyphenator(englishPatterns, options) as HyphenationFunctionSync;
const hyphenateRussian = createHyphenator(russianPatterns, options) as HyphenationFunctionSync;

/** Matches a character that codes, hashtags, paths, and e-mail and web addresses have, and words of a language do not. */
const codeSign = /[@#_\p{N}/]|[.:]\p{L}/u;

/** Shorter words fit into a title on a phone 320 pixels wide. Codes and brands have further capitals. */
const longWord = /^\p{L}\p{Ll}{13,}$/u;
const oneAlphabet = /^(\p{Script=Latin}+|\p{Script=Cyrillic}+)$/u;

/**
 * Adds soft hyphens to long words, for titles. Each part of a word has at least four letters at the word's ends.
 * `hyphens: auto` would break such words without a hyphen in browsers without a Russian dictionary, and words with a
 * capital in Firefox.
 */
export function hyphenateLongWords(text: string): string {
	function hyphenate(word: string): string {
		if (!longWord.test(word) || !oneAlphabet.test(word)) return word;
		return hyphenateRussian(hyphenateEnglish(word));
	}
	return text
		.replace(/\S+/g, (part) => (codeSign.test(part) ? part : part.replace(/\p{L}+/gu, hyphenate)))
		.replace(/(?<![\p{L}\u00ad])(\p{L}{1,3})\u00ad/gu, "$1")
		.replace(/\u00ad(\p{L}{1,3})(?![\p{L}\u00ad])/gu, "$1");
}
