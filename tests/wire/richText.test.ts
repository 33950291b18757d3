import { expect, test } from "vitest";
import type { Block, Inline, Mark } from "../../content/snapshot.ts";
import { pullChanged } from "./services.ts";
import { assetLink, entryLink, node, plain, text } from "./testContent.ts";

type Node = ReturnType<typeof node>;

// The following functions create nodes in Contentful's Rich Text format.
const words = (value: string, ...marks: string[]): Node => {
	return { nodeType: "text", value, marks: marks.map((type) => ({ type })), data: {} };
};
const p = (...content: Node[]) => node("paragraph", content);

// The following functions create the blocks and inlines that the test expects in the snapshot.
const createText = (value: string, ...marks: Mark[]): Inline =>
	marks.length > 0 ? { type: "text", value, marks } : { type: "text", value };
const br: Inline = { type: "break" };
const createParagraph = (...content: Inline[]): Block => ({ type: "paragraph", content });
const paragraphs = (...lines: string[]) => lines.map((line) => createParagraph(createText(line)));

const unknown = (kind: string) =>
	`the text has a part of the kind "${kind}", which the site does not show: only the words of the part are shown`;

/** `content` is a Rich Text, or a plain text. */
type Row = [description: string, content: Node[] | string, blocks: unknown[], problems?: string[]];

const rows: Row[] = [
	[
		"headings have ids by position",
		[node("heading-2", [words("Two")]), node("heading-6", [words("Six")])],
		[
			{ type: "heading", id: "faq-0-answer-1", level: 2, content: [createText("Two")] },
			{ type: "heading", id: "faq-0-answer-2", level: 6, content: [createText("Six")] },
		],
	],
	[
		"nested lists, quotes and rules stay",
		[
			node("unordered-list", [
				node("list-item", [node("ordered-list", [node("list-item", [p(words("b"))])])]),
			]),
			node("blockquote", [p(words("Rest."))]),
			node("hr"),
		],
		[
			{
				type: "list",
				ordered: false,
				items: [[{ type: "list", ordered: true, items: [paragraphs("b")] }]],
			},
			{ type: "quote", content: paragraphs("Rest.") },
			{ type: "rule" },
		],
	],
	[
		"tables keep header cells and empty cells",
		[
			node("table", [
				node("table-row", [
					node("table-header-cell", [p(words("Day"))]),
					node("table-cell", [p(words(""))]),
				]),
			]),
		],
		[
			{
				type: "table",
				rows: [
					[
						{ header: true, content: paragraphs("Day") },
						{ header: false, content: [] },
					],
				],
			},
		],
	],
	[
		"a missing picture is left out",
		["leaf", "lost"].map((id) => node("embedded-asset-block", [], { target: assetLink(id) })),
		[{ type: "figure", picture: expect.objectContaining({ title: { value: "Title of leaf" } }) }],
		['asset "lost" is a draft, archived or deleted: the picture is left out'],
	],
	[
		"embedded entries and unknown parts become their words",
		[
			node("embedded-entry-block", [], { target: entryLink("a") }),
			node("callout", [words("Mind this.")]),
		],
		paragraphs("Mind this."),
		[unknown("embedded-entry-block"), unknown("callout")],
	],
	[
		"blocks and links without words are left out",
		[
			p(words("  \n ")),
			p(words("\u200e\u00ad")),
			node("heading-2", [words("")]),
			node("blockquote", [p(words(""))]),
			node("unordered-list", [node("list-item", [p(words(""))])]),
			node("table", [node("table-row", [node("table-cell", [p()])])]),
			p(words("before"), node("hyperlink", [words(" ")], { uri: "https://example.org" })),
		],
		[createParagraph(createText("before"), createText(" "))],
	],
	[
		"known marks stay, and newlines become line breaks",
		[p(words("one\r\ntwo\u2028three", "italic", "bold", "glow"))],
		[
			createParagraph(
				createText("one", "bold", "italic"),
				br,
				createText("two", "bold", "italic"),
				br,
				createText("three", "bold", "italic"),
			),
		],
	],
	[
		"an empty line of a plain text separates paragraphs",
		"one\r\n\r\ntwo\u2029three\n\n\u200e\n\nfour\nfive",
		[
			...paragraphs("one", "two", "three"),
			createParagraph(createText("four"), br, createText("five")),
		],
	],
];

test("formatted and plain texts become the site's own blocks", async () => {
	const { en, report } = await pullChanged((content) => {
		content.addAsset("leaf");
		for (const [index, [description, value]] of rows.entries()) {
			const answer = typeof value === "string" ? value : node("document", value);
			content.add(`faq-${index}`, {
				question: text(description),
				answer: { "en-US": answer, ru: "Да" },
			});
		}
		const links = rows.map((_, index) => entryLink(`faq-${index}`));
		content.set("functionalTests", "faqOptions", plain(links));
	});
	for (const [index, [description, , blocks, problems = []]] of rows.entries()) {
		expect.soft(en.functionalTests.faqOptions[index]?.answer.blocks, description).toEqual(blocks);
		const ownRows = report.filter(({ entry }) => entry === `faq-${index}`);
		const found = ownRows.map(({ problem, instead }) => `${problem}: ${instead}`);
		expect.soft(found, description).toEqual(problems);
	}
});
