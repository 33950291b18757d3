/**
 * Characters that nobody sees and no page needs: controls other than tab and line ends, code points that are no
 * characters, halves of such, zero-width spaces, and what turns the direction of all that follows.
 */
const harmful = /[\p{Noncharacter_Code_Point}\p{Cs}\u200B\u202A-\u202E\u2066-\u2069\uFEFF]|(?![\t\n\r])\p{Cc}/gu;

/**
 * A field's value without harmful characters, in all texts that it holds.
 * @param removed takes each of those that were found, as `U+202E`
 */
export function cleanText(value: unknown, removed: Set<string>): unknown {
	if (typeof value === "string") {
		return value.replace(harmful, (character) => {
			removed.add(nameCharacter(character));
			return "";
		});
	}
	if (Array.isArray(value)) return value.map((part) => cleanText(part, removed));
	if (typeof value !== "object" || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, cleanText(part, removed)]));
}

/** Formats a text for a log or table: on one line, with invisible characters spelt out. */
export function makeVisible(text: string): string {
	return text.replace(
		/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]/gu,
		(character) => `‹${nameCharacter(character)}›`,
	);
}

const nameCharacter = (character: string) =>
	`U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
