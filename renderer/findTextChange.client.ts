/** Arguments of `CharacterData.replaceData`. */
type TextChange = { offset: number; count: number; replacement: string };

/** Returns the shortest replacement that turns a text into the next one. */
export function findTextChange(text: string, next: string): TextChange {
	const shortest = Math.min(text.length, next.length);
	let start = 0;
	while (start < shortest && text[start] === next[start]) start += 1;
	let end = 0;
	while (end < shortest - start && text.at(-1 - end) === next.at(-1 - end)) end += 1;
	return { offset: start, count: text.length - start - end, replacement: next.slice(start, next.length - end) };
}
