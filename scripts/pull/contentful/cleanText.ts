const zeroWidthSpaces = String.raw`\u200B\uFEFF`;
/** Characters that set the writing direction (left-to-right or right-to-left) of the text after them. */
const directionControls = String.raw`\u202A-\u202E\u2066-\u2069`;
const lonelySurrogates = String.raw`\p{Cs}`;
const controls = String.raw`(?![\t\n\r])\p{Cc}`;

/** Matches a bullet of a word processor: a character for private use at the beginning of a line. */
const bullet = /^\p{Co}/gmu;

/**
 * Matches the characters that `cleanText` removes: invisible ones, some of which make a text unreadable, and those for
 * private use, which only the program knows from which a text was copied.
 */
const harmful = new RegExp(
	`[\\p{Co}\\p{Noncharacter_Code_Point}${lonelySurrogates}${zeroWidthSpaces}${directionControls}]|${controls}`,
	"gu",
);

/** Removes harmful characters from all texts in a value, at any depth. Word processors' bullets become `•`. */
export function cleanText(value: unknown): unknown {
	if (typeof value === "string") return value.replace(bullet, "•").replace(harmful, "");
	if (Array.isArray(value)) return value.map(cleanText);
	if (typeof value !== "object" || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, cleanText(part)]));
}

/** Checks whether a field's value has no content that a page could show. */
export function isEmpty(value: unknown): boolean {
	// `Cf` is the Unicode category of invisible characters, such as soft hyphens.
	if (typeof value === "string") return /^[\s\p{Cf}]*$/u.test(value);
	if (Array.isArray(value)) return value.every(isEmpty);
	return value === undefined || value === null;
}
