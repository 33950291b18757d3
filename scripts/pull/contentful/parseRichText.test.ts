import { describe, expect, test } from "vitest";
import type { Block as ResolvedBlock, Inline as ResolvedInline } from "../../../content/snapshot.ts";
import type { Place } from "../report.ts";
import type { Unresolved } from "./links.ts";
import { parsePlainText, parseRichText, type RichTextContext, richTextDocument } from "./parseRichText.ts";

type Block = Unresolved<ResolvedBlock>;
type Inline = Unresolved<ResolvedInline>;
type Json = Record<string, unknown>;
const node = (nodeType: string, content: unknown[] = [], data: Json = {}): Json => ({ nodeType, data, content });
const words = (value: string, ...marks: string[]): Json => ({
	nodeType: "text",
	value,
	marks: marks.map((type) => ({ type })),
	data: {},
});
const paragraph = (...content: unknown[]) => node("paragraph", content);
const target = (linkType: string, id: string) => ({ target: { sys: { type: "Link", linkType, id } } });

const place: Place = { type: "entries", id: "entry1", field: "about", locale: "ru" };

function parse(...content: unknown[]): { blocks: Block[]; notices: string[] } {
	const notices: string[] = [];
	const context: RichTextContext = {
		place,
		picture: (id) =>
			id === "lost" ? undefined : { src: `/media/${id}.png`, title: { value: id }, width: 3, height: 2 },
		file: (id) => (id === "lost" ? undefined : `/media/${id}.pdf`),
		notice: (problem, instead) => notices.push(`${problem}: ${instead}`),
	};
	const { blocks } = parseRichText(richTextDocument.parse(node("document", content)), context);
	return { blocks, notices };
}

/** The inline content of a text of one paragraph. */
function parseInlines(...content: unknown[]): { content: Inline[]; notices: string[] } {
	const { blocks, notices } = parse(paragraph(...content));
	const [block] = blocks;
	return { content: block?.type === "paragraph" ? block.content : [], notices };
}

const text = (value: string): Inline => ({ type: "text", value });
const shown = (...content: Inline[]): Block => ({ type: "paragraph", content });

describe("blocks", () => {
	test("headings keep their level, and get ids by their place in the text", () => {
		const { blocks, notices } = parse(
			...[1, 2, 3, 4, 5, 6].map((level) => node(`heading-${level}`, [words(`Level ${level}`)])),
		);
		expect(blocks).toEqual(
			[1, 2, 3, 4, 5, 6].map((level) => ({
				type: "heading",
				id: `entry1-about-${level}`,
				level,
				content: [text(`Level ${level}`)],
			})),
		);
		expect(notices).toEqual([]);
	});

	test("the ids of headings do not depend on the words, so both languages have the same", () => {
		const ids = (word: string) =>
			parse(node("heading-2", [words(word)]), paragraph(words(word)), node("heading-3", [words(word)])).blocks.flatMap(
				(block) => (block.type === "heading" ? block.id : []),
			);
		expect(ids("Sleep")).toEqual(["entry1-about-1", "entry1-about-2"]);
		expect(ids("Сон")).toEqual(ids("Sleep"));
	});

	test("lists, also in lists", () => {
		const inner = node("ordered-list", [node("list-item", [paragraph(words("inner"))])]);
		const list = node("unordered-list", [node("list-item", [paragraph(words("outer")), inner])]);
		expect(parse(list).blocks).toEqual([
			{
				type: "list",
				ordered: false,
				items: [[shown(text("outer")), { type: "list", ordered: true, items: [[shown(text("inner"))]] }]],
			},
		]);
	});

	test("quotes and rules", () => {
		expect(parse(node("blockquote", [paragraph(words("Rest."))]), node("hr")).blocks).toEqual([
			{ type: "quote", content: [shown(text("Rest."))] },
			{ type: "rule" },
		]);
	});

	test("tables keep header cells and empty cells", () => {
		const row = (...cells: unknown[]) => node("table-row", cells);
		const table = node("table", [
			row(node("table-header-cell", [paragraph(words("Day"))]), node("table-header-cell", [paragraph(words(""))])),
			row(node("table-cell", [paragraph(words("Mon"))]), node("table-cell", [paragraph(words("9"))])),
		]);
		expect(parse(table).blocks).toEqual([
			{
				type: "table",
				rows: [
					[
						{ header: true, content: [shown(text("Day"))] },
						{ header: true, content: [] },
					],
					[
						{ header: false, content: [shown(text("Mon"))] },
						{ header: false, content: [shown(text("9"))] },
					],
				],
			},
		]);
	});

	test("an embedded asset is a figure; one that is left out leaves nothing", () => {
		const { blocks } = parse(
			node("embedded-asset-block", [], target("Asset", "leaf")),
			node("embedded-asset-block", [], target("Asset", "lost")),
			node("embedded-asset-block", [], {}),
		);
		expect(blocks).toEqual([
			{ type: "figure", picture: { src: "/media/leaf.png", title: { value: "leaf" }, width: 3, height: 2 } },
		]);
	});

	test("embedded entries are left out and noticed", () => {
		const { blocks, notices } = parse(
			node("embedded-entry-block", [], target("Entry", "a")),
			node("embedded-resource-block"),
			paragraph(words("before "), node("embedded-entry-inline", [], target("Entry", "a")), words("after")),
			paragraph(words("x"), node("embedded-resource-inline")),
		);
		expect(blocks).toEqual([shown(text("before "), text("after")), shown(text("x"))]);
		expect(notices).toEqual(Array(4).fill("an entry is embedded in the text: it is left out"));
	});

	test("blocks without words are dropped, wherever they are", () => {
		const empty = paragraph(words(""));
		const { blocks, notices } = parse(
			empty,
			paragraph(words("  \n ")),
			paragraph(),
			node("heading-2", [words("")]),
			node("blockquote", [empty]),
			node("unordered-list", [node("list-item", [empty]), node("list-item", [])]),
			node("table", []),
			paragraph(node("hyperlink", [words(" ")], { uri: "https://example.org" })),
		);
		expect(blocks).toEqual([]);
		expect(notices).toEqual([]);
	});

	test("of a block of an unknown kind its content is shown, and it is noticed", () => {
		const { blocks, notices } = parse(node("callout", [paragraph(words("Mind this."))]));
		expect(blocks).toEqual([shown(text("Mind this."))]);
		expect(notices).toEqual(['the text has a part of the unknown kind "callout": only what it contains is shown']);
	});

	test("text and links outside any block make a paragraph", () => {
		expect(parse(words("loose"), node("hyperlink", [words("link")], { uri: "/about" })).blocks).toEqual([
			shown(text("loose")),
			shown({ type: "link", target: { kind: "address", href: "/about" }, content: [text("link")], place }),
		]);
	});
});

describe("inlines", () => {
	test("every mark, also together; unknown ones are ignored", () => {
		const marks = ["bold", "italic", "underline", "code", "superscript", "subscript", "strikethrough"];
		const { content } = parseInlines(
			...marks.map((mark) => words(mark, mark)),
			words("both", "bold", "italic", "glow"),
		);
		expect(content).toEqual([
			...marks.map((mark) => ({ type: "text", value: mark, marks: [mark] })),
			{ type: "text", value: "both", marks: ["bold", "italic"] },
		]);
	});

	test.each(["\n", "\r\n", "\r", "\u2028"])("%j is a line break, with the marks on both sides", (newline) => {
		expect(parseInlines(words(`one${newline}two`, "bold")).content).toEqual([
			{ type: "text", value: "one", marks: ["bold"] },
			{ type: "break" },
			{ type: "text", value: "two", marks: ["bold"] },
		]);
	});

	test("links keep the marks inside", () => {
		const link = node("hyperlink", [words("a "), words("b", "italic")], { uri: "https://example.org/?a=1&b=2" });
		expect(parseInlines(link).content).toEqual([
			{
				type: "link",
				target: { kind: "address", href: "https://example.org/?a=1&b=2" },
				content: [text("a "), { type: "text", value: "b", marks: ["italic"] }],
				place,
			},
		]);
	});

	test("a bad link is removed and noticed, its text is kept", () => {
		const { content, notices } = parseInlines(
			words("go "),
			node("hyperlink", [words("here")], { uri: "javascript:alert(1)" }),
			node("hyperlink", [words(" there")], {}),
		);
		expect(content).toEqual([text("go "), text("here"), text(" there")]);
		expect(notices).toEqual([
			'the text links to "javascript:alert(1)": the text is shown without the link',
			'the text links to "": the text is shown without the link',
		]);
	});

	test("links to assets and entries", () => {
		const { content, notices } = parseInlines(
			node("asset-hyperlink", [words("leaflet")], target("Asset", "leaf")),
			node("asset-hyperlink", [words("lost")], target("Asset", "lost")),
			node("entry-hyperlink", [words("page")], target("Entry", "home")),
			node("entry-hyperlink", [words("none")], {}),
			node("resource-hyperlink", [words("far")], target("ResourceLink", "far")),
		);
		expect(content).toEqual([
			{ type: "link", target: { kind: "file", href: "/media/leaf.pdf" }, content: [text("leaflet")], place },
			text("lost"),
			{ type: "link", target: { kind: "entry", id: "home" }, content: [text("page")], place },
			text("none"),
			text("far"),
		]);
		expect(notices).toEqual([
			"the text links to an entry that is not named: the text is shown without the link",
			"the text links to an entry of another space: the text is shown without the link",
		]);
	});

	test("of an inline of an unknown kind the text is shown", () => {
		expect(parseInlines(node("sparkle", [words("shine")])).content).toEqual([text("shine")]);
	});

	test("mark-up in a text is text", () => {
		expect(parseInlines(words("<script>alert(1)</script>")).content).toEqual([text("<script>alert(1)</script>")]);
	});
});

describe("plain text", () => {
	test.each([
		["one line", [["one line"]]],
		["one\n\ntwo", [["one"], ["two"]]],
		["one\r\n\r\ntwo", [["one"], ["two"]]],
		["one\r\rtwo", [["one"], ["two"]]],
		["one\n \t \n\n\ntwo\n\n", [["one"], ["two"]]],
		["one\u2029two", [["one"], ["two"]]],
		["one\ntwo", [["one", "two"]]],
		["one\r\ntwo\rthree\u2028four", [["one", "two", "three", "four"]]],
		["\n\n one \n\n", [["one"]]],
		["", []],
		[" \n\n ", []],
	])("%j: a blank line makes a paragraph, a newline a line break", (value, paragraphs) => {
		expect(parsePlainText(value).blocks).toEqual(
			paragraphs.map((lines) =>
				shown(
					...lines.flatMap((line, index): Inline[] => (index > 0 ? [{ type: "break" }, text(line)] : [text(line)])),
				),
			),
		);
	});
});

test("what is no Rich Text is refused", () => {
	for (const value of [{}, "text", { nodeType: "paragraph", content: [] }, { nodeType: "document" }]) {
		expect(richTextDocument.safeParse(value).success).toBe(false);
	}
});

test("a link without words is left out", () => {
	const { content } = parseInlines(words("before"), node("hyperlink", [words("")], { uri: "https://example.org" }));
	expect(content).toEqual([{ type: "text", value: "before" }]);
});
