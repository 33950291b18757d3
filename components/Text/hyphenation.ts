import createHyphenator, { type HyphenationFunctionSync } from "hyphen";
import englishPatterns from "hyphen/patterns/en-gb.js";
import russianPatterns from "hyphen/patterns/ru.js";

const softHyphen = "\u00ad";

/** Minimum length of a hyphenated word, in letters. Shorter words fit into a title on a phone 320 pixels wide. */
const minWordLength = 14;

/** The same for a long title, whose letters are smaller. */
const minWordLengthInLongTitle = 17;

/** Length of a short word such as `с`, and of the space after it, which must be on the line of the next word. */
const shortWordLength = 2;

/** Minimum length of each part of a hyphenated word, in letters. */
const minPartLength = 5;

/** Matches a word that can be hyphenated, and the short words before it that must be on the same line, such as `и для`. */
const wordInTitle = new RegExp(String.raw`((?:(?<!\p{L})\p{L}{1,3}\u00a0)*)(\p{L}{${2 * minPartLength},})`, "gu");

// Without the option `async`, the function that `createHyphenator` returns is synchronous.
const hyphenateEnglish = createHyphenator(englishPatterns, { hyphenChar: softHyphen }) as HyphenationFunctionSync;
const hyphenateRussian = createHyphenator(russianPatterns, { hyphenChar: softHyphen }) as HyphenationFunctionSync;

/**
 * Adds soft hyphens to the words of a title that are too long for a phone. Many browsers have no Russian dictionary for
 * `hyphens: auto`, and would break such words without a hyphen.
 */
export function hyphenateLongWords(text: string, isLongTitle = false): string {
	const minLength = isLongTitle ? minWordLengthInLongTitle : minWordLength;
	return text.replace(wordInTitle, (match: string, shortWords: string, word: string) => {
		const minMatchLength = shortWords ? minLength + shortWordLength : minLength;
		return match.length < minMatchLength ? match : shortWords + hyphenateWord(word);
	});
}

function hyphenateWord(word: string): string {
	let hyphenated = "";
	let length = 0;
	for (const syllable of splitSyllables(word)) {
		const isBreak = length >= minPartLength && word.length - length >= minPartLength;
		hyphenated += isBreak ? softHyphen + syllable : syllable;
		length += syllable.length;
	}
	return hyphenated;
}

/** Splits a Russian or an English word. A word in another alphabet, or in two, has one part. */
function splitSyllables(word: string): string[] {
	if (/^\p{Script=Cyrillic}+$/u.test(word)) return hyphenateRussian(word).split(softHyphen);
	if (/^\p{Script=Latin}+$/u.test(word)) return hyphenateEnglish(word).split(softHyphen);
	return [word];
}
