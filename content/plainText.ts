import type { Block, Inline, RichTextValue, TextValue } from "./snapshot.ts";

/** Returns formatted text as plain text on one line. */
export function toPlainText(text: RichTextValue | undefined): string {
	return toLines(text).join(" ");
}

/** Returns formatted text as plain text, one string for each line of a block. Empty lines are left out. */
export function toLines(text: RichTextValue | undefined): string[] {
	const lines = (text?.blocks ?? []).flatMap((block) => textOfBlock(block).split("\n"));
	return lines.map((line) => line.replace(/\s+/g, " ").trim()).filter(Boolean);
}

/** Returns each heading of formatted text as a text of its own. */
export function listHeadings(text: RichTextValue | undefined): RichTextValue[] {
	const headings = (text?.blocks ?? []).filter((block) => block.type === "heading");
	return headings.map((heading) => ({ blocks: [heading] }));
}

function textOfBlock(block: Block): string {
	switch (block.type) {
		case "heading":
		case "paragraph":
			return textOfInlines(block.content);
		case "list":
			return block.items.flat().map(textOfBlock).join(" ");
		case "quote":
			return block.content.map(textOfBlock).join(" ");
		case "table":
			return block.rows
				.flat()
				.flatMap((cell) => cell.content.map(textOfBlock))
				.join(" ");
		case "rule":
		case "figure":
			return "";
	}
}

/** Maximum length of a sentence, in characters: about two lines of a column. */
const maxSentenceLength = 125;

/**
 * Returns the first sentence of formatted text, or the first part of a long one. Returns undefined when the first block has no
 * text.
 */
export function firstSentence(text: RichTextValue | undefined): TextValue | undefined {
	const [block] = text?.blocks ?? [];
	const words = block ? toPlainText({ blocks: [block] }) : "";
	// The language is fixed, so that the same content gives the same bytes on every machine.
	const [sentence] = new Intl.Segmenter("en", { granularity: "sentence" }).segment(words);
	if (!sentence) return undefined;
	const whole = sentence.segment.trim();
	const [part = whole] = whole.length > maxSentenceLength ? whole.split(/[:;] | [–—] /) : [whole];
	const value = part === whole ? whole : `${part}.`;
	const first: TextValue = { value: cutAtWord(value, maxSentenceLength) };
	if (text?.lang) first.lang = text.lang;
	if (text?.source) first.source = text.source;
	return first;
}

/** Returns the text of inline nodes, with line breaks. */
export function textOfInlines(inlines: Inline[]): string {
	return inlines
		.map((inline) => {
			if (inline.type === "break") return "\n";
			return inline.type === "link" ? textOfInlines(inline.content) : inline.value;
		})
		.join("");
}

/** Cuts a text at the end of a word so that it has at most `length` characters, its ellipsis included. */
export function cutAtWord(text: string, length: number): string {
	if (text.length <= length) return text;
	const space = text.slice(0, length).lastIndexOf(" ");
	// A grapheme, such as an emoji, is never split.
	const end = space > 0 ? space : new Intl.Segmenter().segment(text).containing(length - 1)?.index;
	return `${text.slice(0, end).replace(/[\s,;:–—-]+$/, "")}…`;
}
