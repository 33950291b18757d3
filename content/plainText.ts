import type { Block, Inline, RichTextValue, TextValue } from "./snapshot.ts";

/** Returns the words of formatted text on one line, for places that hold no mark-up. */
export function toPlainText(text: RichTextValue | undefined): string {
	return toLines(text).join(" ");
}

/** Returns the words of formatted text, a string for each line of a block. Lines without words are left out. */
export function toLines(text: RichTextValue | undefined): string[] {
	const lines = (text?.blocks ?? []).flatMap((block) => textOfBlock(block).split("\n"));
	return lines.map((line) => line.replace(/\s+/g, " ").trim()).filter(Boolean);
}

/** Returns the headings of formatted text, each as a text of its own. */
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

/** In characters: two lines of a column. */
const longestSentence = 125;

/** The first sentence of formatted text, of a long one its first part; undefined when the text begins with no words. */
export function firstSentence(text: RichTextValue | undefined): TextValue | undefined {
	const [first] = text?.blocks ?? [];
	const words = first ? toPlainText({ blocks: [first] }) : "";
	// A language is named, so that the same content gives the same bytes on every machine.
	const [sentence] = new Intl.Segmenter("en", { granularity: "sentence" }).segment(words);
	if (!sentence) return undefined;
	const whole = sentence.segment.trim();
	const [part = whole] = whole.length > longestSentence ? whole.split(/[:;] | [–—] /) : [whole];
	const value = part === whole ? whole : `${part}.`;
	const { lang, source } = text ?? {};
	return { value: cutAtWord(value, longestSentence), ...(lang && { lang }), ...(source && { source }) };
}

/** The words of a line, as they stand in it. */
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
