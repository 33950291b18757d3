import type { Block, Inline, RichTextValue } from "./snapshot.ts";

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
