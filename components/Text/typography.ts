const space = "\u00a0";

/**
 * A letter, since \b knows no Cyrillic. The rules tell the language by the letters, so that one text may hold both.
 * Each replaces one space by one no-break space: the length stays.
 */
const rules: [pattern: RegExp, replacement: string][] = [
	// Russian prepositions, conjunctions and negations of one to three letters stay with the next word, unless that is so long that
	// both together could be wider than a narrow column: a browser without hyphens for Russian would tear it inside.
	[
		/(?<![\p{L}\p{N}-])(в|во|и|к|ко|о|об|обо|с|со|у|а|но|да|не|ни|из|за|на|от|до|по|под|над|при|про|без|для|то|или|как|что) (?=[\p{L}\p{N}«„“"(№£€])(?![«„“"(]?\p{L}{14})/giu,
		`$1${space}`,
	],
	// Particles stay with the word before them.
	[/(?<=\p{Script=Cyrillic}) (бы|ли|же|б|ль|ж)(?![\p{L}\p{N}-])/giu, `${space}$1`],
	// The English article and pronoun of one letter.
	[/(?<![\p{L}\p{N}'’-])(a|A|I) (?=[\p{L}\p{N}])/gu, `$1${space}`],
	// A number and what it counts or measures: 60 minutes, 2 500 ₽, 15 %. Not and, or, to, with …
	[
		/(?<=\p{N}) (?!(?:and|or|to|in|of|for|with|at|on|from|by|the|и|или|а|но|до|в|на|с|к|у|о|от|по|из|за|для)(?!\p{L}))(?=[\p{L}%‰°£€$₽])/gu,
		space,
	],
	[/(?<=(?<!\p{N})\p{N}{1,3}) (?=\p{N}{3}(?!\p{N}))/gu, space],
	// A sign and its number.
	[/(?<=[№§£€$₽]) (?=\p{N})/gu, space],
	// A dash is never the first on a line.
	[/(?<=\S) (?=[–—](?:\s|$))/gu, space],
];

/** A hyphen beside a part of one to three characters, «по-русски», omega-3, and the dash of a range of numbers, 60–75. */
const compound =
	/(?<=\p{N})–(?=\p{N})|(?<=(?<![\p{L}\p{N}-])[\p{L}\p{N}]{1,3})-(?=[\p{L}\p{N}])|(?<=[\p{L}\p{N}])-(?=[\p{L}\p{N}]{1,3}(?![\p{L}\p{N}-]))/gu;

/**
 * Holds short compounds and ranges together by word joiners, which are neither seen nor read out, and which a search in
 * the page passes over.
 */
export function joinCompounds(text: string): string {
	return text.replace(compound, "$&\u2060");
}

/**
 * Binds what should not be torn apart at the end of a line by no-break spaces, in English and in Russian. They take the
 * place of spaces; no other character is added or changed, since letters, quotes and punctuation are the editors' own.
 */
export function bindWords(text: string): string {
	// A word may be bound at both ends, so each rule matches spaces of both kinds.
	return rules.reduce((bound, [pattern, replacement]) => bound.replace(pattern, replacement), text);
}
