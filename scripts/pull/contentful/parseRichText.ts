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
import type { LinkTarget, Unresolved } from "./links.ts";
import { parseTextLink, quoteAddress, shownWithoutLink } from "./parseLink.ts";
import { parseFile, parsePicture } from "./parsePicture.ts";
import { assetLinkSchema, entryLinkSchema } from "./schemas.ts";

type Block = Unresolved<ResolvedBlock>;
type Inline = Unresolved<ResolvedInline>;

const node = z.object({
	nodeType: z.string(),
	value: z.string().optional(),
	marks: z.array(z.object({ type: z.string() })).optional(),
	data: z.record(z.string(), z.unknown()).optional(),
	get content() {
		return z.array(node).optional();
	},
});
type Node = z.infer<typeof node>;

/** https://www.contentful.com/developers/docs/concepts/rich-text/ */
export const richTextDocument = z.object({ nodeType: z.literal(BLOCKS.DOCUMENT), content: z.array(node) });

/** Contentful's names for them are ours. */
const marks: Mark[] = ["bold", "italic", "underline", "code", "superscript", "subscript", "strikethrough"];

/** Plain text: a blank line makes a paragraph, a single newline (or U+2028) a line break. */
export function parsePlainText(text: string): Unresolved<RichTextValue> {
	const paragraphs = text.replace(/\r\n?/g, "\n").split(/\n[^\S\n]*\n\s*|\u2029/);
	const blocks = paragraphs.map((paragraph): Block => ({ type: "paragraph", content: breakLines(paragraph.trim()) }));
	return { blocks: blocks.filter(isVisible) };
}

/**
 * Turns Contentful's Rich Text into the site's own blocks, and reports what is not shown as the editor entered it. Empty
 * blocks, which its editor leaves behind, are left out.
 * @param place where the text stands. The ids of headings begin with its entry and field, the same in both languages
 */
export function parseRichText(
	document: z.infer<typeof richTextDocument>,
	place: Place,
	context: ParseContext,
): Unresolved<RichTextValue> {
	const notice = (problem: string, instead: string) => context.report.add("warning", place, problem, instead);
	return { blocks: blocksOf(document.content, { ...context, place, notice, headings: 0 }) };
}

type State = ParseContext & {
	place: Place;
	notice: (problem: string, instead: string) => void;
	/** Number of occurrences. */
	headings: number;
};

function blocksOf(nodes: Node[] = [], state: State): Block[] {
	return nodes.flatMap((node) => blockOf(node, state)).filter(isVisible);
}

function blockOf(block: Node, state: State): Block[] {
	const level = /^heading-([1-6])$/.exec(block.nodeType)?.[1];
	if (level) {
		state.headings++;
		const id = `${state.place.id}-${state.place.field}-${state.headings}`;
		return [{ type: "heading", id, level: Number(level), content: inlinesOf(block.content, state) }];
	}
	switch (block.nodeType) {
		case BLOCKS.PARAGRAPH:
			return [{ type: "paragraph", content: inlinesOf(block.content, state) }];
		case BLOCKS.UL_LIST:
		case BLOCKS.OL_LIST: {
			const items = block.content?.map((item) => blocksOf(item.content, state)).filter((item) => item.length > 0) ?? [];
			return [{ type: "list", ordered: block.nodeType === BLOCKS.OL_LIST, items }];
		}
		case BLOCKS.QUOTE:
			return [{ type: "quote", content: blocksOf(block.content, state) }];
		case BLOCKS.HR:
			return [{ type: "rule" }];
		case BLOCKS.TABLE: {
			const rows = (block.content ?? []).map((row) =>
				(row.content ?? []).map((cell) => ({
					header: cell.nodeType === BLOCKS.TABLE_HEADER_CELL,
					content: blocksOf(cell.content, state),
				})),
			);
			return [{ type: "table", rows: rows.filter((row) => row.length > 0) }];
		}
		case BLOCKS.EMBEDDED_ASSET: {
			const target = assetLinkSchema.safeParse(block.data?.target);
			if (!target.success) {
				state.notice("the text embeds a picture without an id", "the picture is left out");
				return [];
			}
			const picture = parsePicture(target.data.sys.id, state.place, state);
			return picture ? [{ type: "figure", picture }] : [];
		}
		case BLOCKS.EMBEDDED_ENTRY:
		case BLOCKS.EMBEDDED_RESOURCE:
			state.notice("an entry is embedded in the text", "the entry is left out");
			return [];
		default:
			// Text directly in a block, or a kind of block that Contentful has added since.
			if (block.nodeType === "text" || isInline(block)) {
				return [{ type: "paragraph", content: inlinesOf([block], state) }];
			}
			state.notice(
				`the text has a part of the unknown kind "${block.nodeType}"`,
				"only the content of the part is shown",
			);
			return blocksOf(block.content, state);
	}
}

function inlinesOf(nodes: Node[] = [], state: State): Inline[] {
	return nodes.flatMap((node) => inlineOf(node, state));
}

function inlineOf(inline: Node, state: State): Inline[] {
	if (inline.nodeType === "text") {
		const known = inline.marks?.flatMap(({ type }) => marks.find((mark) => mark === type) ?? []);
		return breakLines(inline.value ?? "", known);
	}
	const content = inlinesOf(inline.content, state);
	switch (inline.nodeType) {
		case INLINES.HYPERLINK: {
			const address = typeof inline.data?.uri === "string" ? inline.data.uri : "";
			const href = parseTextLink(address);
			if (href) return link({ kind: "address", href }, content, state);
			state.notice(`the text links to ${quoteAddress(address)}, which is not a valid address`, shownWithoutLink);
			return content;
		}
		case INLINES.ASSET_HYPERLINK: {
			const target = assetLinkSchema.safeParse(inline.data?.target);
			if (!target.success) {
				state.notice("the text links to a file without an id", shownWithoutLink);
				return content;
			}
			const href = parseFile(target.data.sys.id, state.place, state);
			return href ? link({ kind: "file", href }, content, state) : content;
		}
		case INLINES.ENTRY_HYPERLINK: {
			const target = entryLinkSchema.safeParse(inline.data?.target);
			if (target.success) return link({ kind: "entry", id: target.data.sys.id }, content, state);
			state.notice("the text links to an entry without an id", shownWithoutLink);
			return content;
		}
		case INLINES.RESOURCE_HYPERLINK:
			state.notice("the text links to an entry of another space", shownWithoutLink);
			return content;
		case INLINES.EMBEDDED_ENTRY:
		case INLINES.EMBEDDED_RESOURCE:
			state.notice("an entry is embedded in the text", "the entry is left out");
			return [];
		default:
			return content;
	}
}

/** A link without words could be neither seen nor named, so it is none. */
function link(target: LinkTarget, content: Inline[], { place }: State): Inline[] {
	return hasText(content) ? [{ type: "link", target, place, content }] : content;
}

function isInline({ nodeType }: Node): boolean {
	return (Object.values(INLINES) as string[]).includes(nodeType);
}

function breakLines(text: string, marks: Mark[] = []): Inline[] {
	return text.split(/\r\n|[\n\r\u2028]/).flatMap((line, index): Inline[] => {
		const shown: Inline[] = line ? [{ type: "text", value: line, ...(marks.length > 0 ? { marks } : {}) }] : [];
		return index > 0 ? [{ type: "break" }, ...shown] : shown;
	});
}

function isVisible(block: Block): boolean {
	if ("content" in block) return block.type === "quote" ? block.content.length > 0 : hasText(block.content);
	if (block.type === "list") return block.items.length > 0;
	return block.type !== "table" || block.rows.flat().some((cell) => cell.content.length > 0);
}

function hasText(inlines: Inline[]): boolean {
	return inlines.some((inline) =>
		inline.type === "link" ? hasText(inline.content) : inline.type === "text" && !isEmpty(inline.value),
	);
}
