import { toLines } from "../../content/plainText.ts";
import type { Block, RichTextValue } from "../../content/snapshot.ts";

/** Length of one line on a phone or in a narrow column, in characters. */
const lineLength = 35;

/** Returns the number of lines that a text has in a narrow column, without the spaces between its paragraphs. */
export function estimateLines(text: RichTextValue | undefined): number {
	const paragraphs = (text?.blocks ?? []).flatMap(listParagraphs).flatMap((block) => toLines({ blocks: [block] }));
	return paragraphs.reduce((sum, { length }) => sum + Math.ceil(length / lineLength), 0);
}

function listParagraphs(block: Block): Block[] {
	if (block.type === "list") return block.items.flat().flatMap(listParagraphs);
	return [block];
}
