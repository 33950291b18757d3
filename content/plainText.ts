import type { Block, Inline, RichTextValue } from "./snapshot.ts";

/** The words of formatted text on one line, for places that hold no mark-up. */
export function toPlainText(text: RichTextValue | undefined): string {
	return (text?.blocks ?? []).map(textOfBlock).join(" ").replace(/\s+/g, " ").trim();
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
	const end = text.slice(0, length).lastIndexOf(" ");
	const words = end > 0 ? text.slice(0, end) : cutAtCharacter(text, length - 1);
	return `${words.replace(/[\s,;:–—-]+$/, "")}…`;
}

/** What is one sign to a reader, such as an emoji, is never torn apart. */
function cutAtCharacter(text: string, length: number): string {
	let end = 0;
	for (const { index, segment } of new Intl.Segmenter().segment(text)) {
		if (index + segment.length > length) break;
		end = index + segment.length;
	}
	return text.slice(0, end);
}
