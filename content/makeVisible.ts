/** Every invisible character except spaces. */
const invisible = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]/gu;

/** Formats a text for a log or table: on one line, with each invisible character replaced by its code point. */
export function makeVisible(text: string): string {
	return text.replace(invisible, (character) => {
		const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
		return `‹U+${code.padStart(4, "0")}›`;
	});
}
