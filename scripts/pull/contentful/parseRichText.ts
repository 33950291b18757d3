import { z } from "zod";
import * as snapshot from "../../../content/snapshot.ts";
import type { Parsed } from "../references.ts";
import { isEmpty } from "./cleanText.ts";
import type { FieldContext } from "./context.ts";
import { findFile, parsePicture } from "./parseAsset.ts";

type Block = snapshot.Block<Parsed>;
type Inline = snapshot.Inline<Parsed>;

/** Link to an entry or asset. A link to an entry of another space has no id. */
const target = z.object({ sys: z.object({ id: z.string().default("") }) });
const nodeSchema = z.object({
	nodeType: z.string(),
	value: z.string().default(""),
	marks: z.array(z.object({ type: z.string() })).default([]),
	data: z.object({ uri: z.string().default(""), target: target.default({ sys: { id: "" } }) }),
	content: z.array(z.unknown()).default([]),
});
type Node = Omit<z.infer<typeof nodeSchema>, "content"> & { content: Node[] };

/** Schema of a Rich Text field: https://www.contentful.com/developers/docs/concepts/rich-text/ */
export const richTextDocument = z.object({
	nodeType: z.literal("document"),
	content: z.array(z.unknown()),
});

type TextContext = FieldContext & {
	/** Number of headings converted so far, which becomes part of the next heading's id. */
	headingCount: number;
};

/**
 * Converts plain text to blocks. A blank line separates paragraphs, and a single newline (or U+2028) is a line break.
 */
export function parsePlainText(text: string): Block[] {
	const paragraphs = text.replace(/\r\n?/g, "\n").split(/\n[^\S\n]*\n\s*|\u2029/);
	const blocks = paragraphs.map(
		(paragraph): Block => ({ type: "paragraph", content: parseLines(paragraph.trim()) }),
	);
	return blocks.filter(isVisible);
}

/**
 * Converts Contentful's Rich Text to the site's own blocks, without the empty blocks that Contentful's editor creates.
 */
export function parseRichText(
	document: z.infer<typeof richTextDocument>,
	context: FieldContext,
): Block[] {
	const nodes = readNodes(document.content, context);
	return parseBlocks(nodes, { ...context, headingCount: 0 });
}

/** Validates nodes, at any depth. Reports those that are invalid, and leaves them out. */
function readNodes(content: unknown[], context: FieldContext): Node[] {
	return content.flatMap((child) => {
		const { data: node } = nodeSchema.safeParse(child);
		if (node) return [{ ...node, content: readNodes(node.content, context) }];
		context.report.add(context.place, "richTextPartDamaged", "partLeftOut");
		return [];
	});
}

function parseBlocks(nodes: Node[], context: TextContext): Block[] {
	return nodes.flatMap((node) => parseBlock(node, context) ?? []).filter(isVisible);
}

function parseBlock(node: Node, context: TextContext): Block | undefined {
	const { nodeType, content, data } = node;
	switch (nodeType) {
		case "paragraph":
			return { type: "paragraph", content: parseInlines(node, context) };
		case "unordered-list":
		case "ordered-list": {
			const items = content.map((item) => parseBlocks(item.content, context));
			const ordered = nodeType === "ordered-list";
			return { type: "list", ordered, items: items.filter((item) => item.length > 0) };
		}
		case "blockquote":
			return { type: "quote", content: parseBlocks(content, context) };
		case "hr":
			return { type: "rule" };
		case "table": {
			const parseCell = (cell: Node) => ({
				header: cell.nodeType === "table-header-cell",
				content: parseBlocks(cell.content, context),
			});
			return { type: "table", rows: content.map((row) => row.content.map(parseCell)) };
		}
		case "embedded-asset-block": {
			const picture = parsePicture(data.target.sys.id, context, "text");
			return picture && { type: "figure", picture };
		}
	}
	const isHeading = /^heading-[1-6]$/.test(nodeType);
	if (!isHeading) return { type: "paragraph", content: parseInline(node, context) };
	const words = parseInlines(node, context);
	if (context.field.withoutHeadings) return { type: "paragraph", content: words };
	context.headingCount++;
	const { id, field } = context.place;
	return {
		type: "heading",
		// The same id in both languages, so that a change of language keeps the scroll position.
		id: `${id}-${field}-${context.headingCount}`,
		level: Number(nodeType.at(-1)),
		content: words,
	};
}

function parseInlines({ content }: Node, context: TextContext): Inline[] {
	return content.flatMap((node) => parseInline(node, context));
}

/**
 * Converts a Rich Text node to inline content. A link without an address or without words becomes its content, and so
 * does a node of another kind, such as an embedded entry.
 */
function parseInline(node: Node, context: TextContext): Inline[] {
	const { nodeType, value, marks, data } = node;
	if (nodeType === "text") {
		const isOn = (mark: snapshot.Mark) => marks.some(({ type }) => type === mark);
		return parseLines(value, snapshot.knownMarks.filter(isOn));
	}
	const content = parseInlines(node, context);
	if (!/^((asset|entry)-)?hyperlink$/.test(nodeType)) {
		context.report.add(context.place, "richTextPartUnknown", "wordsShown", { part: nodeType });
		return content;
	}
	if (!content.some(isVisible)) return content;
	const { id } = data.target.sys;
	if (nodeType === "asset-hyperlink") {
		const file = findFile(id, "fileMissing", "textWithoutLink", context);
		return file ? [{ ...file, reference: "file", content }] : content;
	}
	const isEntry = nodeType === "entry-hyperlink";
	const href = isEntry ? id : data.uri;
	return [{ reference: "link", href, isEntry, content, place: context.place }];
}

function parseLines(text: string, marks: snapshot.Mark[] = []): Inline[] {
	const format = marks.length > 0 ? { marks } : {};
	return text.split(/\r\n|[\n\r\u2028]/).flatMap((value, index) => {
		const line: Inline[] = value ? [{ type: "text", value, ...format }] : [];
		return index > 0 ? [{ type: "break" }, ...line] : line;
	});
}

/** Checks whether blocks or inline content have anything that visitors see. */
function isVisible(part: unknown): boolean {
	if (typeof part !== "object" || part === null) return false;
	if ("type" in part && (part.type === "rule" || part.type === "figure")) return true;
	if ("value" in part) return !isEmpty(part.value);
	return Object.values(part).some(isVisible);
}
