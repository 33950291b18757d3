import { expect, test } from "vitest";
import type { Block, Inline, Mark } from "../../content/snapshot.ts";
import { pullChanged } from "./services.ts";
import { assetLink, entryLink, ids, node } from "./testContent.ts";

type Node = ReturnType<typeof node>;

// The following functions create nodes in Contentful's Rich Text format.
const words = (value: string, ...marks: string[]): Node => {
	return { nodeType: "text", value, marks: marks.map((type) => ({ type })), data: {} };
};
const p = (...content: Node[]) => node("paragraph", content);
const hyperlink = (uri: string, ...content: Node[]) => node("hyperlink", content, { uri });

// The following functions create the blocks and inlines that the test expects in the snapshot.
const text = (value: string, ...marks: Mark[]): Inline => ({ type: "text", value, ...(marks.length > 0 && { marks }) });
const br: Inline = { type: "break" };
const createParagraph = (...content: Inline[]): Block => ({ type: "paragraph", content });
const list = (ordered: boolean, ...item: Block[]): Block => ({ type: "list", ordered, items: [item] });
const cell = (header: boolean, ...content: Block[]) => ({ header, content });
const levels = [1, 2, 3, 4, 5, 6];
const marks: Mark[] = ["bold", "italic", "underline", "code", "superscript", "subscript", "strikethrough"];

/** Pulls content with a Rich Text value. Returns the blocks of the English page, and the problems in the report. */
async function pullRichText(value: unknown) {
	const { en, report } = await pullChanged((content) => {
		content.addAsset("leaf");
		content.set("about", "about", { "en-US": value, ru: "О нас" });
	});
	const problems = report.map(({ problem, instead }) => `${problem}: ${instead}`);
	return { blocks: en.about.about?.blocks ?? [], problems };
}

type Row = [description: string, content: Node[], blocks: Block[], problems?: string[]];

test.each<Row>([
	[
		"headings keep their level, and get ids by their position, not by their words",
		levels.map((level) => node(`heading-${level}`, [words(`Level ${level}`)])),
		levels.map((level) => ({
			type: "heading",
			id: `${ids.about}-about-${level}`,
			level,
			content: [text(`Level ${level}`)],
		})),
	],
	[
		"nested lists stay nested",
		[
			node("unordered-list", [
				node("list-item", [p(words("a")), node("ordered-list", [node("list-item", [p(words("b"))])])]),
			]),
		],
		[list(false, createParagraph(text("a")), list(true, createParagraph(text("b"))))],
	],
	[
		"quotes and rules stay",
		[node("blockquote", [p(words("Rest."))]), node("hr")],
		[{ type: "quote", content: [createParagraph(text("Rest."))] }, { type: "rule" }],
	],
	[
		"tables keep header cells and empty cells",
		[
			node("table", [
				node("table-row", [node("table-header-cell", [p(words("Day"))]), node("table-header-cell", [p(words(""))])]),
				node("table-row", [node("table-cell", [p(words("9"))])]),
			]),
		],
		[
			{
				type: "table",
				rows: [[cell(true, createParagraph(text("Day"))), cell(true)], [cell(false, createParagraph(text("9")))]],
			},
		],
	],
	[
		"an embedded asset becomes a figure, and a missing one is left out and reported",
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
			`an embedded ${kind} is left out and reported`,
			[node(`embedded-${kind}`, [], { target: entryLink("a") }), p(words("after"))],
			[createParagraph(text("after"))],
			["an entry is embedded in the text: the entry is left out"],
		],
	),
	[
		"blocks and links without words are left out",
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
		[createParagraph(text("before"))],
	],
	[
		"a block of an unknown type is replaced by its content, and an inline by its text",
		[node("callout", [p(words("Mind this."), node("sparkle", [words("shine")]))])],
		[createParagraph(text("Mind this."), text("shine"))],
		['the text has a part of the unknown kind "callout": only the content of the part is shown'],
	],
	[
		"text and links outside a block become paragraphs, with their marks",
		[words("<b>loose</b>"), hyperlink("/about", words("a "), words("b", "italic"))],
		[
			createParagraph(text("<b>loose</b>")),
			createParagraph({ type: "link", href: "/about", content: [text("a "), text("b", "italic")] }),
		],
	],
	[
		"all marks stay, also combined, and unknown ones are ignored",
		[p(...marks.map((mark) => words(mark, mark)), words("both", "bold", "italic", "glow"))],
		[createParagraph(...marks.map((mark) => text(mark, mark)), text("both", "bold", "italic"))],
	],
	[
		"every newline becomes a line break, with the marks on both sides",
		[p(words("one\r\ntwo\u2028three", "bold"))],
		[createParagraph(text("one", "bold"), br, text("two", "bold"), br, text("three", "bold"))],
	],
])("%s", async (_, content, blocks, problems = []) => {
	expect(await pullRichText(node("document", content))).toEqual({ blocks, problems });
});

test("a link to a file without an id becomes its text, and is reported", async () => {
	const link = node("asset-hyperlink", [words("our leaflet")], {});
	expect(await pullRichText(node("document", [p(link)]))).toEqual({
		blocks: [createParagraph(text("our leaflet"))],
		problems: ["the text links to a file without an id: the text is shown without the link"],
	});
});

test.each([
	["one\r\n\r\ntwo\r\rthree\u2029four", [["one"], ["two"], ["three"], ["four"]]],
	["one\r\ntwo\rthree\u2028four\nfive", [["one", "two", "three", "four", "five"]]],
	["one\n\n\u200e\n\ntwo", [["one"], ["two"]]],
])(
	"plain text %j has a paragraph for each blank line, and a line break for each newline",
	async (value, paragraphs) => {
		const broken = (lines: string[]) => lines.flatMap((line) => [br, text(line)]).slice(1);
		expect((await pullRichText(value)).blocks).toEqual(paragraphs.map((lines) => createParagraph(...broken(lines))));
	},
);

test("Rich Text that consists of one horizontal rule is shown", async () => {
	expect((await pullRichText(node("document", [node("hr")]))).blocks).toEqual([{ type: "rule" }]);
});

test("Rich Text whose root is not a document is reported as malformed", async () => {
	expect((await pullRichText(p(words("text")))).problems).toEqual([
		expect.stringMatching(/^the Rich Text is malformed: nodeType/),
	]);
});
