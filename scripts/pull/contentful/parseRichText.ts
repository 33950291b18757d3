import { BLOCKS, INLINES } from "@contentful/rich-text-types";
import { z } from "zod";
import type {
	Mark,
	Block as ResolvedBlock,
	Inline as ResolvedInline,
	RichTextValue,
} from "../../../content/snapshot.ts";
import type { Place } from "../report.ts";
import type { ParseContext } from "./context.ts";
import { isEmpty } from "./isEmpty.ts";
import type { LinkTarget, WithUnresolvedLinks } from "./links.ts";
import { parseTextLink, quoteAddress, shownWithoutLink } from "./parseLink.ts";
import { parseFile, parsePicture } from "./parsePicture.ts";
import { assetLinkSchema, entryLinkSchema } from "./schemas.ts";

type Block = WithUnresolvedLinks<ResolvedBlock>;
type Inline = WithUnresolvedLinks<ResolvedInline>;

const nodeSchema = z.object({
	nodeType: z.string(),
	value: z.string().optional(),
	marks: z.array(z.object({ type: z.string() })).optional(),
	data: z.record(z.string(), z.unknown()).optional(),
	get content() {
		return z.array(nodeSchema).optional();
	},
});
type Node = z.infer<typeof nodeSchema>;

/** Schema of a Rich Text field: https://www.contentful.com/developers/docs/concepts/rich-text/ */
export const richTextDocument = z.object({
	nodeType: z.literal(BLOCKS.DOCUMENT),
	content: z.array(nodeSchema),
});

/** Text formats ("marks" in Contentful) that the site shows. */
const knownMarks: Mark[] = [
	"bold",
	"italic",
	"underline",
	"code",
	"superscript",
	"subscript",
	"strikethrough",
];

/**
 * Converts plain text to blocks. A blank line separates paragraphs, and a single newline (or U+2028) is a line break.
 */
export function parsePlainText(text: string): WithUnresolvedLinks<RichTextValue> {
	const paragraphs = text.replace(/\r\n?/g, "\n").split(/\n[^\S\n]*\n\s*|\u2029/);
	const blocks = paragraphs.map(
		(paragraph): Block => ({ type: "paragraph", content: parseLines(paragraph.trim()) }),
	);
	return { blocks: blocks.filter(isVisible) };
}

/**
 * Converts Contentful's Rich Text to the site's own blocks, without the empty blocks that Contentful's editor creates.
 */
export function parseRichText(
	document: z.infer<typeof richTextDocument>,
	place: Place,
	context: ParseContext,
): WithUnresolvedLinks<RichTextValue> {
	return { blocks: parseBlocks(document.content, { ...context, place, headingCount: 0 }) };
}

type TextContext = ParseContext & {
	place: Place;
	/** Number of headings converted so far, which becomes part of the next heading's id. */
	headingCount: number;
};

function warn({ report, place }: TextContext, problem: string, instead: string): void {
	report.add("warning", place, problem, instead);
}

function parseBlocks(nodes: Node[] = [], context: TextContext): Block[] {
	return nodes.flatMap((node) => parseBlock(node, context)).filter(isVisible);
}

function parseBlock(node: Node, context: TextContext): Block[] {
	const [, level] = /^heading-([1-6])$/.exec(node.nodeType) ?? [];
	if (level) return [parseHeading(node, Number(level), context)];
	switch (node.nodeType) {
		case BLOCKS.PARAGRAPH:
			return [{ type: "paragraph", content: parseInlines(node.content, context) }];
		case BLOCKS.UL_LIST:
		case BLOCKS.OL_LIST:
			return [parseList(node, context)];
		case BLOCKS.QUOTE:
			return [{ type: "quote", content: parseBlocks(node.content, context) }];
		case BLOCKS.HR:
			return [{ type: "rule" }];
		case BLOCKS.TABLE:
			return [parseTable(node, context)];
		case BLOCKS.EMBEDDED_ASSET:
			return parseEmbeddedAsset(node, context);
		case BLOCKS.EMBEDDED_ENTRY:
		case BLOCKS.EMBEDDED_RESOURCE:
			warn(context, "an entry is embedded in the text", "the entry is left out");
			return [];
		default:
			return parseOtherBlock(node, context);
	}
}

function parseHeading(node: Node, level: number, context: TextContext): Block {
	context.headingCount++;
	const { id, field } = context.place;
	// The same id in both languages, so that a change of language keeps the scroll position.
	const headingId = `${id}-${field}-${context.headingCount}`;
	return { type: "heading", id: headingId, level, content: parseInlines(node.content, context) };
}

function parseList({ nodeType, content = [] }: Node, context: TextContext): Block {
	const ordered = nodeType === BLOCKS.OL_LIST;
	const items = content.map((item) => parseBlocks(item.content, context));
	return { type: "list", ordered, items: items.filter((item) => item.length > 0) };
}

function parseTable({ content = [] }: Node, context: TextContext): Block {
	const parseCell = (cell: Node) => ({
		header: cell.nodeType === BLOCKS.TABLE_HEADER_CELL,
		content: parseBlocks(cell.content, context),
	});
	const rows = content.map((row) => (row.content ?? []).map(parseCell));
	return { type: "table", rows: rows.filter((row) => row.length > 0) };
}

function parseEmbeddedAsset({ data }: Node, context: TextContext): Block[] {
	const target = assetLinkSchema.safeParse(data?.target);
	if (!target.success) {
		warn(context, "the text embeds a picture without an id", "the picture is left out");
		return [];
	}
	const picture = parsePicture(target.data.sys.id, context.place, context);
	return picture ? [{ type: "figure", picture }] : [];
}

/** Converts a text that is outside of paragraphs, or a block of an unknown kind. */
function parseOtherBlock(node: Node, context: TextContext): Block[] {
	if (node.nodeType === "text" || isInline(node)) {
		return [{ type: "paragraph", content: parseInlines([node], context) }];
	}
	const problem = `the text has a part of the unknown kind "${node.nodeType}"`;
	warn(context, problem, "only the content of the part is shown");
	return parseBlocks(node.content, context);
}

function parseInlines(nodes: Node[] = [], context: TextContext): Inline[] {
	return nodes.flatMap((node) => parseInline(node, context));
}

/** Converts a Rich Text node to inline content. A link without a valid target is replaced by its content. */
function parseInline(node: Node, context: TextContext): Inline[] {
	if (node.nodeType === "text") return parseText(node);
	const content = parseInlines(node.content, context);
	switch (node.nodeType) {
		case INLINES.HYPERLINK:
			return createLink(parseAddressTarget(node, context), content, context);
		case INLINES.ASSET_HYPERLINK:
			return createLink(parseFileTarget(node, context), content, context);
		case INLINES.ENTRY_HYPERLINK:
			return createLink(parseEntryTarget(node, context), content, context);
		case INLINES.RESOURCE_HYPERLINK:
			warn(context, "the text links to an entry of another space", shownWithoutLink);
			return content;
		case INLINES.EMBEDDED_ENTRY:
		case INLINES.EMBEDDED_RESOURCE:
			warn(context, "an entry is embedded in the text", "the entry is left out");
			return [];
		default:
			return content;
	}
}

function parseText({ value = "", marks = [] }: Node): Inline[] {
	const shownMarks = marks.flatMap(({ type }) => knownMarks.find((mark) => mark === type) ?? []);
	return parseLines(value, shownMarks);
}

function parseAddressTarget({ data }: Node, context: TextContext): LinkTarget | undefined {
	const address = typeof data?.uri === "string" ? data.uri : "";
	const href = parseTextLink(address);
	if (href) return { kind: "address", href };
	warn(
		context,
		`the text links to ${quoteAddress(address)}, which is not a valid address`,
		shownWithoutLink,
	);
	return undefined;
}

function parseFileTarget({ data }: Node, context: TextContext): LinkTarget | undefined {
	const target = assetLinkSchema.safeParse(data?.target);
	if (!target.success) {
		warn(context, "the text links to a file without an id", shownWithoutLink);
		return undefined;
	}
	const href = parseFile(target.data.sys.id, context.place, context);
	return href ? { kind: "file", href } : undefined;
}

function parseEntryTarget({ data }: Node, context: TextContext): LinkTarget | undefined {
	const target = entryLinkSchema.safeParse(data?.target);
	if (target.success) return { kind: "entry", id: target.data.sys.id };
	warn(context, "the text links to an entry without an id", shownWithoutLink);
	return undefined;
}

/**
 * Creates a link. Returns only the content when the link has no target, or no text that visitors could see and press.
 */
function createLink(
	target: LinkTarget | undefined,
	content: Inline[],
	{ place }: TextContext,
): Inline[] {
	return target && hasText(content) ? [{ type: "link", target, place, content }] : content;
}

function isInline({ nodeType }: Node): boolean {
	return (Object.values(INLINES) as string[]).includes(nodeType);
}

function parseLines(text: string, marks: Mark[] = []): Inline[] {
	const inlines: Inline[] = [];
	for (const [index, line] of text.split(/\r\n|[\n\r\u2028]/).entries()) {
		if (index > 0) inlines.push({ type: "break" });
		if (line && marks.length > 0) inlines.push({ type: "text", value: line, marks });
		else if (line) inlines.push({ type: "text", value: line });
	}
	return inlines;
}

function isVisible(block: Block): boolean {
	switch (block.type) {
		case "heading":
		case "paragraph":
			return hasText(block.content);
		case "quote":
			return block.content.length > 0;
		case "list":
			return block.items.length > 0;
		case "table":
			return block.rows.flat().some((cell) => cell.content.length > 0);
		default:
			return true;
	}
}

function hasText(inlines: Inline[]): boolean {
	return inlines.some((inline) => {
		if (inline.type === "link") return hasText(inline.content);
		return inline.type === "text" && !isEmpty(inline.value);
	});
}
