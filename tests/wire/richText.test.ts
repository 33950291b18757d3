import { expect, test } from "vitest";
import type { Block, Inline, Mark } from "../../content/snapshot.ts";
import { assetLink, entryLink, ids, node } from "./content.ts";
import { pullChanged } from "./services.ts";

type Node = ReturnType<typeof node>;

// What Contentful answers.
const words = (value: string, ...marks: string[]): Node => {
	return { nodeType: "text", value, marks: marks.map((type) => ({ type })), data: {} };
};
const p = (...content: Node[]) => node("paragraph", content);
const hyperlink = (uri: string, ...content: Node[]) => node("hyperlink", content, { uri });

// What becomes of it.
const text = (value: string, ...marks: Mark[]): Inline => ({ type: "text", value, ...(marks.length > 0 && { marks }) });
const br: Inline = { type: "break" };
const shown = (...content: Inline[]): Block => ({ type: "paragraph", content });
const list = (ordered: boolean, ...item: Block[]): Block => ({ type: "list", ordered, items: [item] });
const cell = (header: boolean, ...content: Block[]) => ({ header, content });
const levels = [1, 2, 3, 4, 5, 6];
const marks: Mark[] = ["bold", "italic", "underline", "code", "superscript", "subscript", "strikethrough"];

/** What becomes of a text in English, and what is told of it. */
async function show(value: unknown) {
	const { en, report } = await pullChanged((content) => {
		content.addAsset("leaf");
		content.set("about", "about", { "en-US": value, ru: "О нас" });
	});
	const notices = report.map(({ problem, instead }) => `${problem}: ${instead}`);
	return { blocks: en.about.about?.blocks ?? [], notices };
}

type Row = [what: string, content: Node[], blocks: Block[], notices?: string[]];

test.each<Row>([
	[
		"headings keep their level, and get ids by their place in the text, whatever their words",
		levels.map((level) => node(`heading-${level}`, [words(`Level ${level}`)])),
		levels.map((level) => ({
			type: "heading",
			id: `${ids.about}-about-${level}`,
			level,
			content: [text(`Level ${level}`)],
		})),
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
		[{ target: assetLink("leaf") }, { target: assetLink("lost") }, {}].map((data) =>
			node("embedded-asset-block", [], data),
		),
		[{ type: "figure", picture: expect.objectContaining({ title: { value: "Title of leaf" } }) }],
		[
			'asset "lost" is a draft, archived or deleted: the picture is left out',
			"the text embeds a picture without an id: the picture is left out",
		],
	],
	...["entry-block", "resource-block", "entry-inline", "resource-inline"].map(
		(kind): Row => [
			`an embedded ${kind} is left out and told of`,
			[node(`embedded-${kind}`, [], { target: entryLink("a") }), p(words("after"))],
			[shown(text("after"))],
			["an entry is embedded in the text: the entry is left out"],
		],
	),
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
		['the text has a part of the unknown kind "callout": only the content of the part is shown'],
	],
	[
		"text and links outside any block make a paragraph, with the marks inside",
		[words("<b>loose</b>"), hyperlink("/about", words("a "), words("b", "italic"))],
		[shown(text("<b>loose</b>")), shown({ type: "link", href: "/about", content: [text("a "), text("b", "italic")] })],
	],
	[
		"every mark, also together; unknown ones are ignored",
		[p(...marks.map((mark) => words(mark, mark)), words("both", "bold", "italic", "glow"))],
		[shown(...marks.map((mark) => text(mark, mark)), text("both", "bold", "italic"))],
	],
	[
		"every newline is a line break, with the marks on both sides",
		[p(words("one\r\ntwo\u2028three", "bold"))],
		[shown(text("one", "bold"), br, text("two", "bold"), br, text("three", "bold"))],
	],
])("%s", async (_, content, blocks, notices = []) => {
	expect(await show(node("document", content))).toEqual({ blocks, notices });
});

test("a link to a file without an id becomes its text, and is reported", async () => {
	const link = node("asset-hyperlink", [words("our leaflet")], {});
	expect(await show(node("document", [p(link)]))).toEqual({
		blocks: [shown(text("our leaflet"))],
		notices: ["the text links to a file without an id: the text is shown without the link"],
	});
});

test.each([
	["one\r\n\r\ntwo\r\rthree\u2029four", [["one"], ["two"], ["three"], ["four"]]],
	["one\r\ntwo\rthree\u2028four\nfive", [["one", "two", "three", "four", "five"]]],
	["one\n\n\u200e\n\ntwo", [["one"], ["two"]]],
])("of plain text %j a blank line makes a paragraph, a newline a line break", async (value, paragraphs) => {
	const broken = (lines: string[]) => lines.flatMap((line) => [br, text(line)]).slice(1);
	expect((await show(value)).blocks).toEqual(paragraphs.map((lines) => shown(...broken(lines))));
});

test("a text that is one rule is shown", async () => {
	expect((await show(node("document", [node("hr")]))).blocks).toEqual([{ type: "rule" }]);
});

test("what is no document is no Rich Text", async () => {
	expect((await show(p(words("text")))).notices).toEqual([
		expect.stringMatching(/^the Rich Text is malformed: nodeType/),
	]);
});
