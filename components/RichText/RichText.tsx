import { createElement, Fragment, type ReactNode } from "react";
import { inlinesToText } from "../../content/plainText.ts";
import type { Block, Inline, Mark, RichTextValue } from "../../content/snapshot.ts";
import { createSourceAttributes } from "../createSourceAttributes.ts";
import { Picture } from "../Picture/Picture.tsx";
import { bindWords } from "../Text/typography.ts";
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
	text: RichTextValue | undefined;
	/** Heading level of the highest headings in the text, from 2 to 6. */
	headingLevel?: number;
	className?: string;
	/** Element around the text. A quotation may be written from right to left. */
	as?: "div" | "blockquote";
};

/** Formatted text from Contentful. */
export function RichText({ text, headingLevel = 2, className = "", as: Element = "div" }: Props) {
	if (!text) return null;
	const { blocks, lang } = text;
	return (
		<Element
			className={`prose ${className}`.trim()}
			lang={lang}
			dir={Element === "blockquote" ? "auto" : undefined}
			{...createSourceAttributes(text)}
		>
			{renderBlocks(blocks, createOutline(headingLevel))}
		</Element>
	);
}

/**
 * Function that converts an editor's heading level to the level on the page. Called once for each heading, in document
 * order.
 */
type Outline = (level: number) => number;

/** Creates an outline without gaps: an `h4` directly after an `h2` becomes an `h3`. */
function createOutline(highest: number): Outline {
	let ancestorLevels: number[] = [];
	return (level) => {
		ancestorLevels = ancestorLevels.filter((ancestorLevel) => ancestorLevel < level);
		const depth = ancestorLevels.length;
		ancestorLevels.push(level);
		return Math.min(highest + depth, 6);
	};
}

function renderBlocks(blocks: Block[], outline: Outline): ReactNode {
	return joinNodes(blocks.map((block) => renderBlock(block, outline)));
}

/** Joins nodes as arguments, because elements in an array need keys. Static HTML is never reordered. */
function joinNodes(nodes: ReactNode[]): ReactNode {
	return createElement(Fragment, undefined, ...nodes);
}

function renderBlock(block: Block, outline: Outline): ReactNode {
	switch (block.type) {
		case "heading": {
			const Element = `h${outline(block.level)}` as "h2";
			return <Element id={block.id}>{renderInlines(bindInlines(block.content))}</Element>;
		}
		case "paragraph":
			return <p>{renderInlines(bindInlines(block.content))}</p>;
		case "list": {
			const List = block.ordered ? "ol" : "ul";
			const items = block.items.map((item) => <li>{renderItem(item, outline)}</li>);
			return <List>{joinNodes(items)}</List>;
		}
		case "quote":
			return renderQuote(block.content, outline);
		case "rule":
			return <hr />;
		case "figure":
			return (
				<figure>
					<Picture picture={block.picture} place="figure" isWhole />
				</figure>
			);
		case "table":
			return renderTable(block.rows, outline);
	}
}

/**
 * Renders a quotation. A last paragraph such as `— Anna, 2022` is its source. All quotations have `dir="auto"`, because
 * their language may be written from right to left.
 */
function renderQuote(blocks: Block[], outline: Outline): ReactNode {
	const source = blocks.at(-1);
	const hasSource =
		blocks.length > 1 &&
		source?.type === "paragraph" &&
		/^\s*[–—―-]/.test(inlinesToText(source.content));
	if (!hasSource) return <blockquote dir="auto">{renderBlocks(blocks, outline)}</blockquote>;
	return (
		<blockquote dir="auto">
			{renderBlocks(blocks.slice(0, -1), outline)}
			<p className="source">{renderInlines(bindInlines(source.content))}</p>
		</blockquote>
	);
}

/** Renders a list item or a table cell. When its first block is a paragraph, this block is rendered without `<p>`. */
function renderItem(blocks: Block[], outline: Outline): ReactNode {
	const [first, ...rest] = blocks;
	if (first?.type !== "paragraph") return renderBlocks(blocks, outline);
	return (
		<>
			{renderInlines(bindInlines(first.content))}
			{renderBlocks(rest, outline)}
		</>
	);
}

type TableRow = Extract<Block, { type: "table" }>["rows"][number];

// Must not be a component. Otherwise `outline` would be called for later headings first.
function renderTable(rows: TableRow[], outline: Outline): ReactNode {
	const headRowCount = rows[0]?.every(({ header }) => header) ? 1 : 0;
	return (
		<div className="table">
			<table>
				{headRowCount > 0 && (
					<thead>{renderRows(rows.slice(0, headRowCount), "col", outline)}</thead>
				)}
				<tbody>{renderRows(rows.slice(headRowCount), "row", outline)}</tbody>
			</table>
		</div>
	);
}

/** Renders table rows whose header cells have a given `scope`. */
function renderRows(rows: TableRow[], scope: "col" | "row", outline: Outline): ReactNode {
	const renderRow = (row: TableRow) => (
		<tr>{joinNodes(row.map((cell) => renderCell(cell, scope, outline)))}</tr>
	);
	return joinNodes(rows.map(renderRow));
}

function renderCell(
	{ header, content }: TableRow[number],
	scope: "col" | "row",
	outline: Outline,
): ReactNode {
	const children = renderItem(content, outline);
	return header ? <th scope={scope}>{children}</th> : <td>{children}</td>;
}

/** Adds no-break spaces to inline nodes, also between differently formatted words, but not in code. */
function bindInlines(inlines: Inline[]): Inline[] {
	// `bindWords` does not change the length of the text, so each inline node keeps its position in the text.
	const bound = bindWords(inlinesToText(inlines));
	let position = 0;
	const bind = (inline: Inline): Inline => {
		if (inline.type === "link") return { ...inline, content: inline.content.map(bind) };
		const start = position;
		position += inlinesToText([inline]).length;
		if (inline.type === "break" || inline.marks?.includes("code")) return inline;
		return { ...inline, value: bound.slice(start, position) };
	};
	return inlines.map(bind);
}

function renderInlines(inlines: Inline[]): ReactNode {
	return joinNodes(inlines.map(renderInline));
}

function renderInline(inline: Inline): ReactNode {
	switch (inline.type) {
		case "break":
			return <br />;
		case "link":
			return <a href={inline.href}>{renderInlines(inline.content)}</a>;
		case "text":
			return renderMarked(inline.value, inline.marks);
	}
}

/** Renders a text inside one element for each mark, such as `<strong>`. The first mark is the outermost element. */
function renderMarked(value: string, marks: Mark[] = []): ReactNode {
	const [mark, ...others] = marks;
	if (!mark) return value;
	const Element = markElements[mark];
	return <Element>{renderMarked(value, others)}</Element>;
}
