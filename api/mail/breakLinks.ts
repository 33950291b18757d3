/** Characters that join the parts of an address, and those that begin a tag or a character reference of HTML. */
const joint = /[.。@:/\\<&]/;

/**
 * Returns a text in which mail programs and HTML templates find no link: a space follows each joint, and each character
 * that browsers read as one, such as a full-width dot: https://www.unicode.org/reports/tr46/
 */
export function breakLinks(text: string): string {
	return text.replace(/\S(?=\S)/gu, (character) =>
		joint.test(character.normalize("NFKC")) ? `${character} ` : character,
	);
}
