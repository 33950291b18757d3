/** Maximum length of more than two words that stay on one line, in characters. */
const maxBoundLength = 14;

/** Minimum number of words in a paragraph whose last line must not be one short word. */
const minWordsWithLastLine = 5;

const noBreakSpace = "\u00a0";

// In regular expressions, `\b` and `\w` match Latin letters only, so Unicode properties replace them.
const letter = String.raw`\p{L}`;
const digit = String.raw`\p{N}`;
const wordCharacter = String.raw`[\p{L}\p{N}]`;
const compoundCharacter = String.raw`[\p{L}\p{N}-]`;
const currency = "£€$₽";
const openingMarks = '«„“"(';

/** Russian prepositions of up to three letters, and conjunctions, negations and pronouns of one or two. */
const shortRussianWords = "в|во|и|к|ко|о|об|с|со|у|а|но|да|не|ни|из|за|на|от|до|по|я|без|для|над|под|при|про";

const russianParticles = "бы|ли|же|б|ль|ж";

/** Words after a number that are not its unit, such as `and` in `60 and 90`. */
const joiningWords = "and|or|to|in|of|for|with|at|on|from|by|the|и|или|а|но|до|в|на|с|к|у|о|от|по|из|за|для";

const endsInShortWord = new RegExp(`(?<!${compoundCharacter}|['’])(${shortRussianWords}|a|I)$`, "iu");

/** Matches a text that begins with a number, or with a word of at most 14 letters, which fits into a narrow column. */
const beginsWithWord = new RegExp(
	[`^(?![${openingMarks}]?${letter}{15})`, `[${openingMarks}]?[${letter}${digit}№£€]`].join(""),
	"u",
);

const spaceBeforeParticle = new RegExp(
	String.raw`(?<=\p{Script=Cyrillic}) (?=(?:${russianParticles})(?!${compoundCharacter}))`,
	"giu",
);

/** Matches the space between a number and its unit: `60 minutes`, `2 500 ₽`, `15 %`; not in `B12 panel`. */
const spaceBeforeUnit = new RegExp(
	[
		`(?<=(?<!${letter}-?${digit}*)${digit}) `,
		`(?!(?:${joiningWords})(?!${letter}))`,
		`(?=[${letter}%‰°${currency}])`,
	].join(""),
	"gu",
);

/** Matches the space that separates thousands: `2 500`. */
const spaceInNumber = new RegExp(`(?<=(?<!${digit})${digit}{1,3}) (?=${digit}{3}(?!${digit}))`, "gu");

const spaceAfterSign = new RegExp(`(?<=[№§©]) (?=${wordCharacter})|(?<=[${currency}]) (?=${digit})`, "gu");

/** Matches the space in a number of a register, such as `no. 20418` and `no. NFT/2012`. */
const spaceAfterNo = new RegExp(String.raw`(?<=(?<!${letter})no\.) (?=[\p{Lu}/-]*${digit})`, "gu");

/** Matches the space inside a code, such as `DT 19022`. */
const spaceInCode = new RegExp(String.raw`(?<=(?<!${compoundCharacter})\p{Lu}{2,4}) (?=${digit}{4})`, "gu");

/** Matches the space before a single Latin capital: `vitamin D`. The English words "A" and "I" are not matched. */
const spaceBeforeCapital = new RegExp(`(?<=${letter}) (?=[B-HJ-Z](?![${letter}${digit}'’-]))`, "gu");

const spaceBeforeDash = /(?<=\S) (?=[–—](?:\s|$))/gu;

/** Patterns that each match one space. `bindWords` replaces this space by a no-break space. */
const boundSpaces = [
	spaceBeforeParticle,
	spaceBeforeUnit,
	spaceInNumber,
	spaceAfterSign,
	spaceAfterNo,
	spaceInCode,
	spaceBeforeCapital,
	spaceBeforeDash,
];

/** Matches a text with a hyphen or dash that must not end a line, such as `omega-3` or `1–2`. */
const breakableHyphen = new RegExp(
	[
		`${digit}–${digit}`,
		`(?<!${compoundCharacter})${wordCharacter}{1,3}-${wordCharacter}`,
		`${wordCharacter}-${wordCharacter}{1,3}(?!${compoundCharacter})`,
	].join("|"),
	"u",
);

/** Maximum length of an unbreakable text such as `omega-3` or `1–2`, in characters. */
const maxCompoundLength = 20;

/** Splits a text. Items at odd indices must stay on one line, such as `omega-3` or `1–2`. */
export function splitCompounds(text: string): string[] {
	const parts: string[] = [];
	let textBetween = "";
	for (const part of text.split(/(\s+)/)) {
		const isCompound = part.length <= maxCompoundLength && breakableHyphen.test(part);
		if (isCompound) {
			parts.push(textBetween, part);
			textBetween = "";
		} else {
			textBetween += part;
		}
	}
	return [...parts, textBetween];
}

/**
 * Replaces spaces by no-break spaces between words that belong on one line, in English and Russian. Changes no other
 * character.
 */
export function bindWords(text: string): string {
	let bound = text;
	for (const space of boundSpaces) bound = bound.replace(space, noBreakSpace);
	return bindShortWords(bound);
}

/**
 * Replaces spaces by no-break spaces in a whole paragraph: as `bindWords` does, and before a short last word, so that
 * this word has no line of its own. Some browsers do not support `text-wrap: pretty`.
 */
export function bindParagraph(text: string): string {
	const bound = bindWords(text);
	const parts = bound.split(/([ \u00a0])/);
	const space = parts.length - 2;
	const hasFewWords = parts.filter(Boolean).length < 2 * minWordsWithLastLine - 1;
	const endsInSpace = parts.at(-1) === "";
	if (hasFewWords || endsInSpace || measureBoundWords(parts, space) > maxBoundLength) return bound;
	parts[space] = noBreakSpace;
	return parts.join("");
}

/** Replaces spaces after short words by no-break spaces. */
function bindShortWords(text: string): string {
	// Words are at even indices, and the spaces between them at odd ones.
	const parts = text.split(/([ \u00a0])/);
	// Loops backwards, so that the last of consecutive short words is followed by a no-break space.
	for (let space = parts.length - 2; space > 0; space -= 2) {
		const isNextToBound = parts[space - 2] === noBreakSpace || parts[space + 2] === noBreakSpace;
		const isBindable = endsInShortWord.test(parts[space - 1] ?? "") && beginsWithWord.test(parts[space + 1] ?? "");
		const isTooLong = isNextToBound && measureBoundWords(parts, space) > maxBoundLength;
		if (isBindable && !isTooLong) parts[space] = noBreakSpace;
	}
	return parts.join("");
}

/**
 * Returns the length of the words that would be on one line if a space were a no-break space, in characters. Words of a
 * single letter do not count, because they must not end a line.
 */
function measureBoundWords(parts: string[], space: number): number {
	let first = space - 1;
	let last = space + 1;
	while (parts[first - 1] === noBreakSpace) first -= 2;
	while (parts[last + 1] === noBreakSpace) last += 2;
	const longerWords = parts.slice(first, last + 1).filter((part) => part.length > 1);
	return longerWords.join(" ").length;
}
