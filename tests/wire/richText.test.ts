import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { RichText } from "../../components/RichText/RichText.tsx";
import { pullChanged } from "./services.ts";
import { assetLink, entryLink, node, plain, text, textNode } from "./testContent.ts";

type Node = ReturnType<typeof node>;

const p = (...content: Parameters<typeof node>[1] & object) => node("paragraph", content);
const list = (kind: string, content: Node) => node(kind, [node("list-item", [content])]);
const row = (...cells: Node[]) => node("table", [node("table-row", cells)]);

const unknown = (kind: string) =>
	`the text has a part of the kind "${kind}", which the site does not show: only the words of the part are shown`;

/** `content` is a Rich Text, or a plain text. */
type Row = [description: string, content: Node[] | string, html: string, problems?: string[]];

const rows: Row[] = [
	[
		"headings have ids by position",
		[node("heading-2", ["Two"]), node("heading-6", ["Six"])],
		'<h2 id="faq-0-answer-1">Two</h2><h3 id="faq-0-answer-2">Six</h3>',
	],
	[
		"nested lists, quotes and rules stay",
		[
			list("unordered-list", list("ordered-list", p("b"))),
			node("blockquote", [p("Rest.")]),
			node("hr"),
		],
		'<ul><li><ol><li>b</li></ol></li></ul><blockquote dir="auto"><p>Rest.</p></blockquote><hr/>',
	],
	[
		"tables keep header cells and empty cells",
		[row(node("table-header-cell", [p("Day")]), node("table-cell", [p("")]))],
		'<div class="table"><table><tbody><tr><th scope="row">Day</th><td></td></tr></tbody></table></div>',
	],
	[
		"a missing picture is left out",
		["leaf", "lost"].map((id) => node("embedded-asset-block", [], { target: assetLink(id) })),
		'<figure><img alt="Title of leaf"></figure>',
		['asset "lost" is a draft, archived or deleted: the picture is left out'],
	],
	[
		"embedded entries and unknown parts become their words",
		[node("embedded-entry-block", [], { target: entryLink("a") }), node("callout", ["Mind this."])],
		"<p>Mind this.</p>",
		[unknown("embedded-entry-block"), unknown("callout")],
	],
	[
		"blocks and links without words are left out",
		[
			p("  \n "),
			p("\u200e\u00ad"),
			node("heading-2", [""]),
			node("blockquote", [p("")]),
			list("unordered-list", p("")),
			row(node("table-cell", [p()])),
			p("before", node("hyperlink", [" "], { uri: "https://example.org" })),
		],
		"<p>before </p>",
	],
	[
		"known marks stay, and newlines become line breaks",
		[p(textNode("one\r\ntwo\u2028three", "italic", "bold", "glow"))],
		"<p><strong><em>one</em></strong><br/><strong><em>two</em></strong><br/><strong><em>three</em></strong></p>",
	],
	[
		"damaged parts are left out alone",
		[
			null as never,
			p("before", null as never, "Strong" as never, textNode("after")),
			list("unordered-list", null as never),
			row(null as never, node("table-cell", [p("Cell")])),
			{ nodeType: 7, data: {} } as never,
		],
		'<p>beforeStrongafter</p><div class="table"><table><tbody><tr><td>Cell</td></tr></tbody></table></div>',
		["the text has a damaged part: the part is left out"],
	],
	[
		"an empty line of a plain text separates paragraphs",
		"one\r\n\r\ntwo\u2029three\n\n\u200e\n\nfour\nfive",
		"<p>one</p><p>two</p><p>three</p><p>four<br/>five</p>",
	],
];

test("formatted and plain texts become HTML", async () => {
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
	for (const [index, [description, , html, problems = []]] of rows.entries()) {
		const value = en.functionalTests.faqOptions[index]?.answer ?? { blocks: [] };
		const shown = renderToStaticMarkup(createElement(RichText, { text: value, headingLevel: 2 }));
		const picture = /<picture>.*(alt="[^"]*").*<\/picture>/;
		expect
			.soft(shown.replace(picture, "<img $1>"), description)
			.toBe(`<div class="prose">${html}</div>`);
		const ownRows = report.filter(({ entry }) => entry === `faq-${index}`);
		const found = ownRows.map(({ problem, instead }) => `${problem}: ${instead}`);
		expect.soft(found, description).toEqual(problems);
	}
});
