const noBreakSpace = "\u00a0";

/** Zero-width character that forbids a line break. Browsers ignore it in searches, and screen readers do not read it. */
const wordJoiner = "\u2060";

// `\b` knows Latin letters only, so the patterns name letters by their Unicode properties.
const letter = String.raw`\p{L}`;
const digit = String.raw`\p{N}`;
const wordCharacter = String.raw`[\p{L}\p{N}]`;
const compoundCharacter = String.raw`[\p{L}\p{N}-]`;
const currency = "£€$₽";
const openingQuotes = '«„“"(';

/** Russian prepositions, conjunctions and negations of one to three letters. */
const shortRussianWords =
	"в|во|и|к|ко|о|об|обо|с|со|у|а|но|да|не|ни|из|за|на|от|до|по|под|над|при|про|без|для|то|или|как|что";

const russianParticles = "бы|ли|же|б|ль|ж";

/** Words that are no units when they follow a number. */
const joiningWords = "and|or|to|in|of|for|with|at|on|from|by|the|и|или|а|но|до|в|на|с|к|у|о|от|по|из|за|для";

/**
 * Matches a short Russian word and the space after it. A very long next word is excluded: bound together, both could be wider
 * than a narrow column, and browsers without Russian hyphenation would break the word anywhere.
 */
const shortWordBeforeWord = new RegExp(
	[
		`(?<!${compoundCharacter})`,
		`(${shortRussianWords}) `,
		`(?=[${letter}${digit}${openingQuotes}№£€])`,
		`(?![${openingQuotes}]?${letter}{14})`,
	].join(""),
	"giu",
);

const spaceBeforeParticle = new RegExp(
	String.raw`(?<=\p{Script=Cyrillic}) (${russianParticles})(?!${compoundCharacter})`,
	"giu",
);

/** Matches the English article and pronoun of one letter, and the space after them. */
const singleLetterWord = new RegExp(`(?<![${letter}${digit}'’-])(a|A|I) (?=${wordCharacter})`, "gu");

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
	[shortWordBeforeWord, `$1${noBreakSpace}`],
	[spaceBeforeParticle, `${noBreakSpace}$1`],
	[singleLetterWord, `$1${noBreakSpace}`],
	[spaceBeforeUnit, noBreakSpace],
	[spaceInNumber, noBreakSpace],
	[spaceAfterSign, noBreakSpace],
	[spaceBeforeDash, noBreakSpace],
];

/** Matches the dash of a range of numbers, and a hyphen beside a part of one to three characters: «по-русски», omega-3. */
const breakableHyphen = new RegExp(
	[
		`(?<=${digit})–(?=${digit})`,
		`(?<=(?<!${compoundCharacter})${wordCharacter}{1,3})-(?=${wordCharacter})`,
		`(?<=${wordCharacter})-(?=${wordCharacter}{1,3}(?!${compoundCharacter}))`,
	].join("|"),
	"gu",
);

/** Adds word joiners to short compounds and ranges, so that they are not broken at the end of a line. */
export function joinCompounds(text: string): string {
	return text.replace(breakableHyphen, `$&${wordJoiner}`);
}

/**
 * Replaces spaces by no-break spaces between words that belong on one line, in English and in Russian. No other character is
 * changed, since letters, quotes and punctuation are the editors' own.
 */
export function bindWords(text: string): string {
	return rules.reduce((bound, [pattern, replacement]) => bound.replace(pattern, replacement), text);
}
