const zeroWidthSpaces = String.raw`\u200B\uFEFF`;
/** Characters that set the writing direction (left-to-right or right-to-left) of the text after them. */
const directionControls = String.raw`\u202A-\u202E\u2066-\u2069`;
const lonelySurrogates = String.raw`\p{Cs}`;
const controls = String.raw`(?![\t\n\r])\p{Cc}`;

/**
 * Matches the invisible characters that `cleanText` removes. Pages do not need them, and some make a text unreadable.
 */
const harmful = new RegExp(
	`[\\p{Noncharacter_Code_Point}${lonelySurrogates}${zeroWidthSpaces}${directionControls}]|${controls}`,
	"gu",
);

/**
 * Matches every invisible character except spaces. Includes characters that `cleanText` keeps, such as soft hyphens.
 */
const invisible = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]/gu;

/** Removes harmful invisible characters from all texts in a value, at any depth. */
export function cleanText(value: unknown): unknown {
	if (typeof value === "string") return value.replace(harmful, "");
	if (Array.isArray(value)) return value.map(cleanText);
	if (typeof value !== "object" || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, cleanText(part)]));
}

/** Formats a text for a log or table: on one line, with each invisible character replaced by its code point. */
export function makeVisible(text: string): string {
	return text.replace(invisible, (character) => {
		const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
		return `‹U+${code.padStart(4, "0")}›`;
	});
}
