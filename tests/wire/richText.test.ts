import { expect, test } from "vitest";
import type { Block, Inline, Mark } from "../../content/snapshot.ts";
import { pullChanged } from "./services.ts";
import { assetLink, entryLink, ids, node, plain, text } from "./testContent.ts";

type Node = ReturnType<typeof node>;

// The following functions create nodes in Contentful's Rich Text format.
const words = (value: string, ...marks: string[]): Node => {
	return { nodeType: "text", value, marks: marks.map((type) => ({ type })), data: {} };
};
const p = (...content: Node[]) => node("paragraph", content);
const hyperlink = (uri: string, ...content: Node[]) => node("hyperlink", content, { uri });

// The following functions create the blocks and inlines that the test expects in the snapshot.
const createText = (value: string, ...marks: Mark[]): Inline => ({
	type: "text",
	value,
	...(marks.length > 0 && { marks }),
});
const br: Inline = { type: "break" };
const createParagraph = (...content: Inline[]): Block => ({ type: "paragraph", content });
const list = (ordered: boolean, ...item: Block[]): Block => ({
	type: "list",
	ordered,
	items: [item],
});
const cell = (header: boolean, ...content: Block[]) => ({ header, content });
const levels = [1, 2, 3, 4, 5, 6];
const marks: Mark[] = [
	"bold",
	"italic",
	"underline",
	"code",
	"superscript",
	"subscript",
	"strikethrough",
];

/** `content` is a Rich Text, or a plain text. */
type Row = [description: string, content: Node[] | string, blocks: unknown[], problems?: string[]];

const rows: Row[] = [
	[
		"headings keep their level, and get ids by their position, not by their words",
		levels.map((level) => node(`heading-${level}`, [words(`Level ${level}`)])),
		levels.map((level) => ({
			type: "heading",
			id: expect.stringMatching(new RegExp(`-answer-${level}$`)),
			level,
			content: [createText(`Level ${level}`)],
		})),
	],
	[
		"nested lists stay nested",
		[
			node("unordered-list", [
				node("list-item", [
					p(words("a")),
					node("ordered-list", [node("list-item", [p(words("b"))])]),
				]),
			]),
		],
		[list(false, createParagraph(createText("a")), list(true, createParagraph(createText("b"))))],
	],
	[
		"quotes and rules stay",
		[node("blockquote", [p(words("Rest."))]), node("hr")],
		[{ type: "quote", content: [createParagraph(createText("Rest."))] }, { type: "rule" }],
	],
	[
		"tables keep header cells and empty cells",
		[
			node("table", [
				node("table-row", [
					node("table-header-cell", [p(words("Day"))]),
					node("table-header-cell", [p(words(""))]),
				]),
				node("table-row", [node("table-cell", [p(words("9"))])]),
			]),
		],
		[
			{
				type: "table",
				rows: [
					[cell(true, createParagraph(createText("Day"))), cell(true)],
					[cell(false, createParagraph(createText("9")))],
				],
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
			[createParagraph(createText("after"))],
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
			node("table", [
				node("table-row", [node("table-header-cell", [p(words(""))]), node("table-cell", [p()])]),
			]),
			p(words("\u200e\u00ad")),
			p(hyperlink("https://example.org", words(" "))),
			p(words("before"), hyperlink("https://example.org", words(""))),
		],
		[createParagraph(createText("before"))],
	],
	[
		"a block of an unknown type is replaced by its content, and an inline by its text",
		[node("callout", [p(words("Mind this."), node("sparkle", [words("shine")]))])],
		[createParagraph(createText("Mind this."), createText("shine"))],
		['the text has a part of the unknown kind "callout": only the content of the part is shown'],
	],
	[
		"text and links outside a block become paragraphs, with their marks",
		[words("<b>loose</b>"), hyperlink("/about", words("a "), words("b", "italic"))],
		[
			createParagraph(createText("<b>loose</b>")),
			createParagraph({
				type: "link",
				href: "/about",
				content: [createText("a "), createText("b", "italic")],
			}),
		],
	],
	[
		"all marks stay, also combined, and unknown ones are ignored",
		[p(...marks.map((mark) => words(mark, mark)), words("both", "bold", "italic", "glow"))],
		[
			createParagraph(
				...marks.map((mark) => createText(mark, mark)),
				createText("both", "bold", "italic"),
			),
		],
	],
	[
		"every newline becomes a line break, with the marks on both sides",
		[p(words("one\r\ntwo\u2028three", "bold"))],
		[
			createParagraph(
				createText("one", "bold"),
				br,
				createText("two", "bold"),
				br,
				createText("three", "bold"),
			),
		],
	],
	[
		"a link to a file without an id becomes its text, and is reported",
		[p(node("asset-hyperlink", [words("our leaflet")], {}))],
		[createParagraph(createText("our leaflet"))],
		["the text links to a file without an id: the text is shown without the link"],
	],
	["text that consists of one horizontal rule is shown", [node("hr")], [{ type: "rule" }]],
	[
		"an empty line of a plain text separates paragraphs",
		"one\r\n\r\ntwo\r\rthree\u2029four\n\n\u200e\n\nfive",
		["one", "two", "three", "four", "five"].map((line) => createParagraph(createText(line))),
	],
	[
		"every other newline of a plain text becomes a line break",
		"one\r\ntwo\rthree\u2028four\nfive",
		[
			createParagraph(
				...["one", "two", "three", "four", "five"]
					.flatMap((line) => [br, createText(line)])
					.slice(1),
			),
		],
	],
];

/** Returns the name of the question whose answer has a description in `rows`. */
const nameOf = (description: string) => `faq-${rows.findIndex(([first]) => first === description)}`;

const pullRows = () =>
	pullChanged((content) => {
		content.addAsset("leaf");
		for (const [description, value] of rows) {
			const answer = typeof value === "string" ? value : node("document", value);
			content.add(nameOf(description), {
				question: text(description),
				answer: { "en-US": answer, ru: "Да" },
			});
		}
		content.set(
			"functionalTests",
			"faqOptions",
			plain(rows.map(([description]) => entryLink(nameOf(description)))),
		);
		content.set("about", "about", { "en-US": p(words("text")), ru: "О нас" });
	});

test("formatted and plain texts become the site's own blocks, and each part that cannot be shown is reported", async () => {
	const { en, report } = await pullRows();
	const blocksOf = (key: string) =>
		en.functionalTests.faqOptions.find(({ id }) => id === nameOf(key))?.answer.blocks;
	const problemsOf = (id: string) =>
		report
			.filter(({ entry }) => entry === id)
			.map(({ problem, instead }) => `${problem}: ${instead}`);
	for (const [key, , blocks, problems = []] of rows) {
		expect.soft(blocksOf(key), key).toEqual(blocks);
		expect.soft(problemsOf(nameOf(key)), key).toEqual(problems);
	}
	expect(problemsOf(ids.about)).toEqual([
		expect.stringMatching(/^the Rich Text is malformed: nodeType/),
	]);
});
