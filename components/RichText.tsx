import { Fragment, type ReactNode } from "react";
import { textOfInlines } from "../content/plainText.ts";
import type { Block, Inline, Mark, RichTextValue } from "../content/snapshot.ts";
import { bindWords, joinCompounds } from "../content/typography.ts";
import { Picture } from "./Picture.tsx";
import { sizes } from "./sizes.ts";
import { sourceAttributes } from "./sourceAttributes.ts";
import "./RichText.css";

const markElements: Record<Mark, "strong" | "em" | "u" | "code" | "sup" | "sub" | "s"> = {
	bold: "strong",
	italic: "em",
	underline: "u",
	code: "code",
	superscript: "sup",
	subscript: "sub",
	strikethrough: "s",
};

type Props = {
	of: RichTextValue | undefined;
	/** The level of the text's highest headings in the outline of the page, 2 to 6. */
	headingLevel?: number;
	className?: string;
};

/** Formatted text: the one renderer for all of it. */
export function RichText({ of, headingLevel = 2, className = "" }: Props) {
	if (!of) return null;
	return (
		<div className={`prose ${className}`.trim()} lang={of.lang} {...sourceAttributes(of)}>
			{renderBlocks(of.blocks, fitHeadings(of.blocks, headingLevel))}
		</div>
	);
}

type Heading = Extract<Block, { type: "heading" }>;
/** The level of each heading in the outline of the page. */
type Levels = Map<Heading, number>;

/** Editors pick levels by size: what counts is which heading is under which, so that the outline has no gaps. */
function fitHeadings(blocks: Block[], highest: number): Levels {
	const levels: Levels = new Map();
	const above: number[] = [];
	for (const heading of headingsIn(blocks)) {
		while ((above.at(-1) ?? 0) >= heading.level) above.pop();
		above.push(heading.level);
		levels.set(heading, Math.min(highest + above.length - 1, 6));
	}
	return levels;
}

function headingsIn(blocks: Block[]): Heading[] {
	return blocks.flatMap((block) => {
		switch (block.type) {
			case "heading":
				return [block];
			case "list":
				return headingsIn(block.items.flat());
			case "quote":
				return headingsIn(block.content);
			case "table":
				return headingsIn(block.rows.flat().flatMap((cell) => cell.content));
			default:
				return [];
		}
	});
}

function renderBlocks(blocks: Block[], levels: Levels): ReactNode {
	// Finished text never changes its order, so the position is the key.
	return blocks.map((block, index) => <Fragment key={String(index)}>{renderBlock(block, levels)}</Fragment>);
}

function renderBlock(block: Block, levels: Levels): ReactNode {
	switch (block.type) {
		case "heading": {
			const Element = `h${levels.get(block)}` as "h2";
			return <Element id={block.id}>{renderInlines(bindInlines(block.content))}</Element>;
		}
		case "paragraph":
			return <p>{renderInlines(bindInlines(block.content))}</p>;
		case "list": {
			const List = block.ordered ? "ol" : "ul";
			return (
				<List>
					{block.items.map((item, index) => (
						<li key={String(index)}>{renderItem(item, levels)}</li>
					))}
				</List>
			);
		}
		case "quote":
			return <blockquote>{renderBlocks(block.content, levels)}</blockquote>;
		case "rule":
			return <hr />;
		case "figure":
			return (
				<figure>
					<Picture picture={block.picture} sizes={sizes.figure} />
				</figure>
			);
		case "table":
			return <Table rows={block.rows} levels={levels} />;
	}
}

/** A list item or table cell that is one paragraph needs no paragraph around it. */
function renderItem(blocks: Block[], levels: Levels): ReactNode {
	const [first, ...rest] = blocks;
	if (first?.type !== "paragraph") return renderBlocks(blocks, levels);
	return (
		<>
			{renderInlines(bindInlines(first.content))}
			{renderBlocks(rest, levels)}
		</>
	);
}

function Table({ rows, levels }: { rows: Extract<Block, { type: "table" }>["rows"]; levels: Levels }) {
	const [first, ...rest] = rows;
	const isHead = first?.every((cell) => cell.header) ?? false;
	const body = isHead ? rest : rows;
	const renderRow = (row: (typeof rows)[number], scope: "col" | "row") => (
		<tr>
			{row.map(({ header, content }, index) => {
				// `Weeks 11–12` is not torn at its dash.
				const className = lengthOf(content) <= 14 ? "short" : undefined;
				const Cell = header ? "th" : "td";
				return (
					<Cell key={String(index)} scope={header ? scope : undefined} className={className}>
						{renderItem(content, levels)}
					</Cell>
				);
			})}
		</tr>
	);
	return (
		<div className="table">
			<table>
				{isHead && first && <thead>{renderRow(first, "col")}</thead>}
				<tbody>
					{body.map((row, index) => (
						<Fragment key={String(index)}>{renderRow(row, "row")}</Fragment>
					))}
				</tbody>
			</table>
		</div>
	);
}

/** The length of a cell that is one paragraph. */
function lengthOf([only, ...others]: Block[]): number {
	return only?.type === "paragraph" && others.length === 0
		? textOfInlines(only.content).length
		: Number.POSITIVE_INFINITY;
}

/** Binds the words of a line across its marks and links, but for code. Its length stays, so each part gets its own back. */
function bindInlines(inlines: Inline[]): Inline[] {
	const bound = bindWords(textOfInlines(inlines));
	let position = 0;
	const bind = (inline: Inline): Inline => {
		if (inline.type === "link") return { ...inline, content: inline.content.map(bind) };
		const start = position;
		position += textOfInlines([inline]).length;
		if (inline.type === "break" || inline.marks?.includes("code")) return inline;
		return { ...inline, value: joinCompounds(bound.slice(start, position)) };
	};
	return inlines.map(bind);
}

function renderInlines(inlines: Inline[]): ReactNode {
	return inlines.map((inline, index) => <Fragment key={String(index)}>{renderInline(inline)}</Fragment>);
}

function renderInline(inline: Inline): ReactNode {
	switch (inline.type) {
		case "break":
			return <br />;
		case "link":
			return (
				<a href={inline.href} rel={/^https?:/i.test(inline.href) ? "noopener noreferrer" : undefined}>
					{renderInlines(inline.content)}
				</a>
			);
		case "text":
			return renderMarked(inline.value, inline.marks);
	}
}

function renderMarked(value: string, [mark, ...others]: Mark[] = []): ReactNode {
	if (!mark) return value;
	const Element = markElements[mark];
	return <Element>{renderMarked(value, others)}</Element>;
}
