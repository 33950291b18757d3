import type { Block, Inline, RichTextValue, TextValue } from "./snapshot.ts";

export function toText(value: TextValue | number): string {
	return typeof value === "number" ? String(value) : value.value;
}

export function toPlainText(text: RichTextValue | undefined): string {
	return toLines(text).join(" ");
}

/** Converts formatted text into lines of plain text, without empty lines. */
export function toLines(text: RichTextValue | undefined): string[] {
	const lines = (text?.blocks ?? []).flatMap((block) => textOfBlock(block).split("\n"));
	return lines.map((line) => line.replace(/\s+/g, " ").trim()).filter(Boolean);
}

/** Returns the headings in formatted text, each as a formatted text of its own. */
export function listHeadings(text: RichTextValue | undefined): RichTextValue[] {
	const headings = (text?.blocks ?? []).filter((block) => block.type === "heading");
	return headings.map((heading) => ({ blocks: [heading] }));
}

function textOfBlock(block: Block): string {
	switch (block.type) {
		case "heading":
		case "paragraph":
			return inlinesToText(block.content);
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

/** Splits a text into sentences. The language is fixed, so that the result does not depend on the machine's settings. */
function splitSentences(text: string): Intl.Segments {
	return new Intl.Segmenter("en", { granularity: "sentence" }).segment(text);
}

/** Maximum length of each sentence in the results of `extractFirstSentences`, in characters: about two lines of text. */
const maxSentenceLength = 125;

/**
 * Returns the first sentence of formatted text, with at most `maxLength` characters. Undefined when the first block
 * contains no text.
 */
export function extractFirstSentence(text: RichTextValue | undefined, maxLength: number): TextValue | undefined {
	return extractFirstSentences(text, 1, maxLength);
}

/**
 * Returns as many sentences of the first block of formatted text as have `minLength` characters together, or else all
 * of them. Undefined when the block contains no text.
 */
export function extractFirstSentences(
	text: RichTextValue | undefined,
	minLength: number,
	maxSentence = maxSentenceLength,
): TextValue | undefined {
	const [block] = text?.blocks ?? [];
	const words = block ? toPlainText({ blocks: [block] }) : "";
	let value = "";
	for (const { segment } of splitSentences(words)) {
		if (value.length >= minLength) break;
		value = `${value} ${shortenSentence(segment.trim(), maxSentence)}`.trim();
	}
	if (!value) return undefined;
	const first: TextValue = { value };
	if (text?.lang) first.lang = text.lang;
	if (text?.source) first.source = text.source;
	return first;
}

/**
 * Reduces a long sentence to its first clause: the text before a colon, semicolon or dash. Cuts a clause that is still
 * too long, at its last comma if most of the text remains, so that the rest reads like a whole sentence.
 */
function shortenSentence(sentence: string, maxLength: number): string {
	if (sentence.length <= maxLength) return sentence;
	const [firstClause = ""] = sentence.split(/[:;] | [–—] /);
	const clause = firstClause === sentence ? sentence : `${firstClause}.`;
	return cutAtComma(clause, maxLength);
}

function cutAtComma(text: string, length: number): string {
	if (text.length <= length) return text;
	const comma = text.lastIndexOf(", ", length - 1);
	return comma > length / 2 ? `${text.slice(0, comma)}.` : cutAtWord(text, length);
}

export function inlinesToText(inlines: Inline[]): string {
	return inlines
		.map((inline) => {
			if (inline.type === "break") return "\n";
			return inline.type === "link" ? inlinesToText(inline.content) : inline.value;
		})
		.join("");
}

/** Shortens a text to at most `length` characters, with `…` after the last whole word. */
export function cutAtWord(text: string, length: number): string {
	if (text.length <= length) return text;
	const space = text.slice(0, length).lastIndexOf(" ");
	// A single long word is cut between graphemes, so that an emoji is not split.
	const end = space > 0 ? space : new Intl.Segmenter().segment(text).containing(length - 1)?.index;
	return `${text.slice(0, end).replace(/[\s,;:–—-]+$/, "")}…`;
}
