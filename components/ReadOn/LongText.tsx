import { toPlainText } from "../../content/plainText.ts";
import type { Block, RichTextValue } from "../../content/snapshot.ts";
import { RichText } from "../RichText/RichText.tsx";
import { estimateLines } from "./estimateLines.ts";
import { ReadOn, type ReadOnProps } from "./ReadOn.tsx";
import "./LongText.css";

/** Maximum number of lines, in a narrow column, that stay visible when a text is cut after a paragraph. */
const maxWholeLines = 8;

type Props = ReadOnProps & {
	text: RichTextValue | undefined;
	/** Maximum number of lines, in a narrow column, of a text that phones show in full. */
	maxUncutLines?: number | undefined;
	/** The same, on wide screens. */
	maxUncutLinesWhenWide?: number;
	className?: string;
	headingLevel?: number;
};

/**
 * Text that phones cut when it is long, so that it pushes no offer out of the screen. Wide screens cut only very long
 * texts. A button shows it all.
 */
export function LongText({
	id,
	name,
	text,
	locale,
	maxUncutLinesWhenWide = 20,
	maxUncutLines = maxUncutLinesWhenWide,
	className = "",
	headingLevel = 2,
}: Props) {
	const lines = estimateLines(text);
	if (!text || lines <= maxUncutLines) {
		return <RichText text={text} headingLevel={headingLevel} className={className} />;
	}
	const count = countWholeBlocks(text);
	return (
		<div className={lines > maxUncutLinesWhenWide ? "long-text very-long" : "long-text"}>
			<RichText
				text={text}
				headingLevel={headingLevel}
				className={count > 0 ? className : `${className} cut`.trim()}
				blocksBeforeRest={count}
			/>
			<ReadOn id={id} name={name} locale={locale} />
		</div>
	);
}

/** Returns the number of blocks that stay visible. 0 when the text is cut within its first paragraph. */
function countWholeBlocks({ blocks }: RichTextValue): number {
	let count = 0;
	while (count < blocks.length && estimateLines({ blocks: blocks.slice(0, count + 1) }) <= maxWholeLines) count++;
	while (introducesNext(blocks[count - 1])) count--;
	return count;
}

/** Checks whether a block is a heading, or a paragraph that introduces a list, and so stays with the next block. */
function introducesNext(block: Block | undefined): boolean {
	return block !== undefined && (block.type === "heading" || toPlainText({ blocks: [block] }).endsWith(":"));
}
