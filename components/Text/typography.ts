const noBreakSpace = "\u00a0";

// `\b` knows Latin letters only, so the patterns name letters by their Unicode properties.
const letter = String.raw`\p{L}`;
const digit = String.raw`\p{N}`;
const wordCharacter = String.raw`[\p{L}\p{N}]`;
const compoundCharacter = String.raw`[\p{L}\p{N}-]`;
const currency = "£€$₽";
const openingQuotes = '«„“"(';

/** Russian prepositions, conjunctions, negations and pronouns of one or two letters. */
const shortRussianWords = "в|во|и|к|ко|о|об|с|со|у|а|но|да|не|ни|из|за|на|от|до|по|я";

const russianParticles = "бы|ли|же|б|ль|ж";

/** Words that may follow a number and are not its unit. */
const joiningWords = "and|or|to|in|of|for|with|at|on|from|by|the|и|или|а|но|до|в|на|с|к|у|о|от|по|из|за|для";

/** Matches text that ends in a short word: Russian ones, the English article and the pronoun “I”. */
const endsInShortWord = new RegExp(`(?<!${compoundCharacter}|['’])(${shortRussianWords}|a|I)$`, "iu");

/**
 * Matches text that a short word may be bound to. A very long word is excluded: bound together, both could be wider than a
 * narrow column, and browsers without Russian hyphenation would break the word anywhere.
 */
const beginsWithWord = new RegExp(
	[`^(?![${openingQuotes}]?${letter}{14})`, `[${openingQuotes}]?[${letter}${digit}№£€]`].join(""),
	"u",
);

const spaceBeforeParticle = new RegExp(
	String.raw`(?<=\p{Script=Cyrillic}) (${russianParticles})(?!${compoundCharacter})`,
	"giu",
);

/** Matches the space between a number and its unit: 60 minutes, 2 500 ₽, 15 %. */
const spaceBeforeUnit = new RegExp(
	[`(?<=${digit}) `, `(?!(?:${joiningWords})(?!${letter}))`, `(?=[${letter}%‰°${currency}])`].join(""),
	"gu",
);

/** Matches the space that separates thousands. */
const spaceInNumber = new RegExp(`(?<=(?<!${digit})${digit}{1,3}) (?=${digit}{3}(?!${digit}))`, "gu");

const spaceAfterSign = new RegExp(`(?<=[№§${currency}]) (?=${digit})`, "gu");

/** Matches the space before a dash, which must not begin a line. */
const spaceBeforeDash = /(?<=\S) (?=[–—](?:\s|$))/gu;

/** Each rule replaces one space by one no-break space, so the length of the text does not change. */
const rules: [pattern: RegExp, replacement: string][] = [
	[spaceBeforeParticle, `${noBreakSpace}$1`],
	[spaceBeforeUnit, noBreakSpace],
	[spaceInNumber, noBreakSpace],
	[spaceAfterSign, noBreakSpace],
	[spaceBeforeDash, noBreakSpace],
];

/** Matches the dash of a range of numbers, and a hyphen beside a part of one to three characters: «по-русски», omega-3. */
const breakableHyphen = new RegExp(
	[
		`${digit}–${digit}`,
		`(?<!${compoundCharacter})${wordCharacter}{1,3}-${wordCharacter}`,
		`${wordCharacter}-${wordCharacter}{1,3}(?!${compoundCharacter})`,
	].join("|"),
	"u",
);

/** Maximum length of a compound that is never broken, in characters. Longer ones could be wider than a narrow column. */
const maxCompoundLength = 20;

/**
 * Splits a text at its short compounds and ranges, which must not break at the end of a line. They are at the odd positions.
 * Joined, the parts are the text.
 */
export function splitCompounds(text: string): string[] {
	const parts = [""];
	for (const part of text.split(/(\s+)/)) {
		const isCompound = part.length <= maxCompoundLength && breakableHyphen.test(part);
		if (isCompound) parts.push(part, "");
		else parts.push((parts.pop() ?? "") + part);
	}
	return parts;
}

/**
 * Replaces spaces by no-break spaces between words that belong on one line, in English and in Russian. No other character is
 * changed, since letters, quotes and punctuation are the editors' own.
 */
export function bindWords(text: string): string {
	// A space between two words may match several rules.
	return bindShortWords(rules.reduce((bound, [pattern, replacement]) => bound.replace(pattern, replacement), text));
}

/**
 * Binds short words to the next word, from the end to the beginning: of several short words in a row, the last one belongs to
 * the next word. A word that is bound already is bound to no further word, because long groups leave short lines.
 */
function bindShortWords(text: string): string {
	/** Words at the even positions, the spaces between them at the odd ones. */
	const parts = text.split(/([ \u00a0])/);
	for (let space = parts.length - 2; space > 0; space -= 2) {
		const isBeside = parts[space - 2] === noBreakSpace || parts[space + 2] === noBreakSpace;
		const isBindable = endsInShortWord.test(parts[space - 1] ?? "") && beginsWithWord.test(parts[space + 1] ?? "");
		if (isBindable && !isBeside) parts[space] = noBreakSpace;
	}
	return parts.join("");
}
