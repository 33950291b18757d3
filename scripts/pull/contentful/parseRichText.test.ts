import { expect, test } from "vitest";
import type { Block as ResolvedBlock, Inline as ResolvedInline } from "../../../content/snapshot.ts";
import type { Place } from "../report.ts";
import type { Unresolved } from "./links.ts";
import { parsePlainText, parseRichText, richTextDocument } from "./parseRichText.ts";

type Block = Unresolved<ResolvedBlock>;
type Inline = Unresolved<ResolvedInline>;

// What Contentful answers.
const node = (nodeType: string, content: unknown[] = [], data = {}) => ({ nodeType, data, content });
const words = (value: string, ...marks: string[]) => ({
	nodeType: "text",
	value,
	marks: marks.map((type) => ({ type })),
});
const p = (...content: unknown[]) => node("paragraph", content);
const hyperlink = (uri: string, ...content: unknown[]) => node("hyperlink", content, { uri });
const target = (linkType: string, id: string) => ({ target: { sys: { type: "Link", linkType, id } } });

// What becomes of it.
const place: Place = { type: "entries", id: "entry1", field: "about", locale: "ru" };
const text = (value: string): Inline => ({ type: "text", value });
const marked = (value: string, ...marks: Mark[]): Inline => ({ type: "text", value, marks });
const br: Inline = { type: "break" };
const shown = (...content: Inline[]): Block => ({ type: "paragraph", content });
const link = (href: string, ...content: Inline[]): Inline => {
	return { type: "link", target: { kind: "address", href }, place, content };
};
const list = (ordered: boolean, ...item: Block[]): Block => ({ type: "list", ordered, items: [item] });
const cell = (header: boolean, ...content: Block[]) => ({ header, content });
const leaf = { src: "/media/leaf.png", title: { value: "leaf" }, width: 3, height: 2 };
const embedded = "an entry is embedded in the text: it is left out";
const levels = [1, 2, 3, 4, 5, 6];
const marks = ["bold", "italic", "underline", "code", "superscript", "subscript", "strikethrough"] as const;
type Mark = (typeof marks)[number];

function parse(content: unknown[]): { blocks: Block[]; notices: string[] } {
	const notices: string[] = [];
	const { blocks } = parseRichText(richTextDocument.parse(node("document", content)), {
		place,
		picture: (id) => (id === "leaf" ? leaf : undefined),
		file: () => undefined,
		notice: (problem, instead) => notices.push(`${problem}: ${instead}`),
	});
	return { blocks, notices };
}

test.each<[string, unknown[], Block[], string[]?]>([
	[
		"headings keep their level, and get ids by their place in the text, whatever their words",
		levels.map((level) => node(`heading-${level}`, [words(`Level ${level}`)])),
		levels.map((level) => ({ type: "heading", id: `entry1-about-${level}`, level, content: [text(`Level ${level}`)] })),
	],
	[
		"lists, also in lists",
		[
			node("unordered-list", [
				node("list-item", [p(words("a")), node("ordered-list", [node("list-item", [p(words("b"))])])]),
			]),
		],
		[list(false, shown(text("a")), list(true, shown(text("b"))))],
	],
	[
		"quotes and rules",
		[node("blockquote", [p(words("Rest."))]), node("hr")],
		[{ type: "quote", content: [shown(text("Rest."))] }, { type: "rule" }],
	],
	[
		"tables keep header cells and empty cells",
		[
			node("table", [
				node("table-row", [node("table-header-cell", [p(words("Day"))]), node("table-header-cell", [p(words(""))])]),
				node("table-row", [node("table-cell", [p(words("9"))])]),
			]),
		],
		[{ type: "table", rows: [[cell(true, shown(text("Day"))), cell(true)], [cell(false, shown(text("9")))]] }],
	],
	[
		"an embedded asset is a figure; one that is left out leaves nothing",
		[target("Asset", "leaf"), target("Asset", "lost"), {}].map((data) => node("embedded-asset-block", [], data)),
		[{ type: "figure", picture: leaf }],
	],
	[
		"embedded entries are left out and told of",
		[
			node("embedded-entry-block", [], target("Entry", "a")),
			node("embedded-resource-block"),
			p(words("before "), node("embedded-entry-inline", [], target("Entry", "a")), words("after")),
			p(words("x"), node("embedded-resource-inline")),
		],
		[shown(text("before "), text("after")), shown(text("x"))],
		Array(4).fill(embedded),
	],
	[
		"blocks without words are left out, wherever they are, and links, too",
		[
			p(words("  \n ")),
			p(),
			node("heading-2", [words("")]),
			node("blockquote", [p(words(""))]),
			node("unordered-list", [node("list-item", [p(words(""))]), node("list-item", [])]),
			node("table", []),
			node("table", [node("table-row", [node("table-header-cell", [p(words(""))]), node("table-cell", [p()])])]),
			p(words("\u200e\u00ad")),
			p(hyperlink("https://example.org", words(" "))),
			p(words("before"), hyperlink("https://example.org", words(""))),
		],
		[shown(text("before"))],
	],
	[
		"of a block of an unknown kind its content is shown, of an inline its text",
		[node("callout", [p(words("Mind this."), node("sparkle", [words("shine")]))])],
		[shown(text("Mind this."), text("shine"))],
		['the text has a part of the unknown kind "callout": only what it contains is shown'],
	],
	[
		"text and links outside any block make a paragraph, with the marks inside",
		[words("<b>loose</b>"), hyperlink("/about", words("a "), words("b", "italic"))],
		[shown(text("<b>loose</b>")), shown(link("/about", text("a "), marked("b", "italic")))],
	],
	[
		"every mark, also together; unknown ones are ignored",
		[p(...marks.map((mark) => words(mark, mark)), words("both", "bold", "italic", "glow"))],
		[shown(...marks.map((mark) => marked(mark, mark)), marked("both", "bold", "italic"))],
	],
	[
		"every newline is a line break, with the marks on both sides",
		[p(words("one\r\ntwo\u2028three", "bold"))],
		[shown(marked("one", "bold"), br, marked("two", "bold"), br, marked("three", "bold"))],
	],
])("%s", (_, content, blocks, notices = []) => {
	expect(parse(content)).toEqual({ blocks, notices });
});

test.each([
	["one\r\n\r\ntwo\r\rthree\u2029four", [["one"], ["two"], ["three"], ["four"]]],
	["one\r\ntwo\rthree\u2028four\nfive", [["one", "two", "three", "four", "five"]]],
	[" \n\n ", []],
	["\u200e\n\n\u2060", []],
])("of plain text %j a blank line makes a paragraph, a newline a line break", (value, paragraphs) => {
	const broken = (lines: string[]) =>
		lines.flatMap((line, index): Inline[] => (index > 0 ? [br, text(line)] : [text(line)]));
	expect(parsePlainText(value).blocks).toEqual(paragraphs.map((lines) => shown(...broken(lines))));
});

test.each([p(), { nodeType: "document" }])("%j is no Rich Text", (value) => {
	expect(richTextDocument.safeParse(value).success).toBe(false);
});
