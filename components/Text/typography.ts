const noBreakSpace = "\u00a0";

// In regular expressions, `\b` and `\w` match Latin letters only, so Unicode properties replace them.
const letter = String.raw`\p{L}`;
const digit = String.raw`\p{N}`;
const wordCharacter = String.raw`[\p{L}\p{N}]`;
const compoundCharacter = String.raw`[\p{L}\p{N}-]`;
const currency = "£€$₽";
const openingMarks = '«„“"(';

/** Russian prepositions of up to three letters, and conjunctions, negations and pronouns of one or two. */
const shortRussianWords =
	"в|во|и|к|ко|о|об|с|со|у|а|но|да|не|ни|из|за|на|от|до|по|я|без|для|над|под|при|про";

const russianParticles = "бы|ли|же|б|ль|ж";

/** Words after a number that are not its unit, such as `and` in `60 and 90`. */
const joiningWords =
	"and|or|to|in|of|for|with|at|on|from|by|the|и|или|а|но|до|в|на|с|к|у|о|от|по|из|за|для";

const spaceAfterShortWord = new RegExp(
	`(?<!${compoundCharacter}|['’])(${shortRussianWords}|a|I) (?=[${openingMarks}]?[${letter}${digit}№£€])`,
	"giu",
);

const spaceBeforeParticle = new RegExp(
	String.raw`(?<=\p{Script=Cyrillic}) (?=(?:${russianParticles})(?!${compoundCharacter}))`,
	"giu",
);

/** Matches the space between a number and its unit: `60 minutes`, `2 500 ₽`, `15 %`; not in `B12 panel`. */
const spaceBeforeUnit = new RegExp(
	[
		` (?<=(?<!${letter}-?${digit}*)${digit} )`,
		`(?!(?:${joiningWords})(?!${letter}))`,
		`(?=[${letter}%‰°${currency}])`,
	].join(""),
	"gu",
);

/** Matches the space that separates thousands: `2 500`. */
const spaceInNumber = new RegExp(
	`(?<=(?<!${digit})${digit}{1,3}) (?=${digit}{3}(?!${digit}))`,
	"gu",
);

const spaceAfterSign = new RegExp(
	`(?<=[№§©]) (?=${wordCharacter})|(?<=[${currency}]) (?=${digit})`,
	"gu",
);

/** Matches the space in a number of a register, such as `no. 20418` and `no. NFT/2012`. */
const spaceAfterNo = new RegExp(String.raw`(?<=(?<!${letter})no\.) (?=[\p{Lu}/-]*${digit})`, "gu");

/** Matches the space inside a code, such as `DT 19022`. */
const spaceInCode = new RegExp(
	String.raw`(?<=(?<!${compoundCharacter})\p{Lu}{2,4}) (?=${digit}{4})`,
	"gu",
);

/** Matches the space before a single Latin capital: `vitamin D`. The English words "A" and "I" are not matched. */
const spaceBeforeCapital = new RegExp(
	`(?<=${letter}) (?=[B-HJ-Z](?![${letter}${digit}'’-]))`,
	"gu",
);

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

/**
 * Replaces spaces by no-break spaces between words that belong on one line, in English and Russian. Changes no other
 * character.
 */
export function bindWords(text: string): string {
	let bound = text;
	for (const space of boundSpaces) bound = bound.replace(space, noBreakSpace);
	// Each match begins after the space before it, so that consecutive short words are all found.
	return bound.replace(spaceAfterShortWord, `$1${noBreakSpace}`);
}
