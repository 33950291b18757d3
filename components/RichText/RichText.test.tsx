import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { joinChanged } from "../../tests/joinChanged.ts";
import { assetLink, entryLink, node, textNode } from "../../tests/testContent.ts";
import { RichText } from "./RichText.tsx";

type Node = ReturnType<typeof node>;
type Content = (Node | string)[];

const p = (...content: Content) => node("paragraph", content);
const heading = (level: number, text = "Sleep") => node(`heading-${level}`, [text]);
const link = (uri: string, text: string) => node("hyperlink", [text], { uri });
const quote = (...content: Node[]) => node("blockquote", content);
const list = (kind: string, ...content: Node[]) => node(kind, [node("list-item", content)]);
const row = (...cells: Node[]) => node("table-row", cells);
const cell = (...content: Node[]) => node("table-cell", content);
const headerCell = (text: string) => node("table-header-cell", [p(text)]);

/** Shows a Rich Text or plain text of Contentful, without the element around it. `_` is a no-break space. */
function show(content: Node[] | string, headingLevel = 2) {
	const text = typeof content === "string" ? content : node("document", content);
	const { en, rows } = joinChanged((space) => {
		space.addAsset("leaf");
		space.set("about", "about", { "en-US": text, ru: "Да" });
	});
	const element = <RichText text={en.about.about} headingLevel={headingLevel} />;
	const html = renderToStaticMarkup(element)
		.replace(/^<div class="prose">|<\/div>$/g, "")
		.replace(/<picture>.*(alt="[^"]*").*<\/picture>/, "<img $1>")
		.replaceAll("\u00a0", "_");
	return { html, rows };
}

test.each<[string, Node[], number, string[]]>([
	["leave out no level", [heading(2), heading(4), heading(2)], 2, ["h2", "h3", "h2"]],
	["begin at the given level", [heading(5), heading(3), heading(6)], 3, ["h3", "h3", "h4"]],
	["go no deeper than h6", [heading(1), heading(2), heading(3)], 5, ["h5", "h6", "h6"]],
	["in quotations count, too", [heading(2), quote(heading(3))], 2, ["h2", "h3"]],
])("headings %s", (_, content, level, tags) => {
	const { html } = show(content, level);
	expect([...html.matchAll(/<(h\d)/g)].map(([, tag]) => tag)).toEqual(tags);
});

test.each<[string, Node[] | string, string, string[]?]>([
	[
		"headings have ids by position",
		[heading(2, "Two"), heading(6, "Six")],
		'<h2 id="aboutOdd-about-1">Two</h2><h3 id="aboutOdd-about-2">Six</h3>',
	],
	[
		"links keep their addresses",
		[p(link("https://example.org/?a=1&b=2", "out"), link("/about#top", "in"))],
		'<p><a href="https://example.org/?a=1&amp;b=2">out</a><a href="/about#top">in</a></p>',
	],
	[
		"each known mark is an element, also within another",
		[
			p(
				textNode("x", "italic", "bold", "glow"),
				...["underline", "code", "superscript", "subscript", "strikethrough"].map((mark) =>
					textNode("x", mark),
				),
			),
		],
		"<p><strong><em>x</em></strong><u>x</u><code>x</code><sup>x</sup><sub>x</sub><s>x</s></p>",
	],
	[
		"newlines become line breaks",
		[p(textNode("one\r\ntwo\u2028three", "bold"))],
		"<p><strong>one</strong><br/><strong>two</strong><br/><strong>three</strong></p>",
	],
	[
		"no-break spaces are added across marks and links",
		[p("и ", link("/about", "в "), textNode("доме", "bold"), " есть — да")],
		'<p>и_<a href="/about">в_</a><strong>доме</strong> есть_— да</p>',
	],
	[
		"line breaks and code get no no-break spaces",
		[p("и \nв доме ", textNode("a 60 min", "code"))],
		"<p>и <br/>в_доме <code>a 60 min</code></p>",
	],
	[
		"only a list item's first paragraph has no element",
		[list("unordered-list", p("a"), list("ordered-list", p("b")), p("c"))],
		"<ul><li>a<ol><li>b</li></ol><p>c</p></li></ul>",
	],
	[
		"a quotation's last paragraph with a dash is its source",
		[quote(p("— Ann"), p(textNode("- Ben", "italic"))), node("hr")],
		'<blockquote dir="auto"><p>— Ann</p><p class="source"><em>- Ben</em></p></blockquote><hr/>',
	],
	[
		"header cells name their column or row",
		[node("table", [row(headerCell("a"), headerCell("b")), row(headerCell("c"), cell(p("")))])],
		'<div class="table"><table><thead><tr><th scope="col">a</th><th scope="col">b</th></tr></thead>' +
			'<tbody><tr><th scope="row">c</th><td></td></tr></tbody></table></div>',
	],
	[
		"a missing picture is left out",
		["leaf", "lost"].map((id) => node("embedded-asset-block", [], { target: assetLink(id) })),
		'<figure><img alt="Title of leaf"></figure>',
		["pictureMissing, pictureLeftOut | asset=lost"],
	],
	[
		"embedded entries and unknown parts become their words",
		[node("embedded-entry-block", [], { target: entryLink("a") }), node("callout", ["Mind this."])],
		"<p>Mind this.</p>",
		["embedded-entry-block", "callout"].map(
			(part) => `richTextPartUnknown, wordsShown | part=${part}`,
		),
	],
	[
		"blocks and links without words are left out",
		[
			p("  \n "),
			p("\u200e\u00ad"),
			heading(2, ""),
			quote(p("")),
			list("unordered-list", p("")),
			node("table", [row(cell(p()))]),
			p("before", link("https://example.org", " ")),
		],
		"<p>before </p>",
	],
	[
		"damaged parts are left out alone",
		[
			null as never,
			p("before", null as never, "Strong", "after"),
			list("unordered-list", null as never),
			node("table", [row(null as never, cell(p("Cell")))]),
			{ nodeType: 7, data: {} } as never,
		],
		'<p>beforeStrongafter</p><div class="table"><table><tbody><tr><td>Cell</td></tr></tbody></table></div>',
		["richTextPartDamaged, partLeftOut"],
	],
	[
		"an empty line of a plain text separates paragraphs",
		"one\r\n\r\ntwo\u2029three\n\n\u200e\n\nfour\nfive",
		"<p>one</p><p>two</p><p>three</p><p>four<br/>five</p>",
	],
])("%s", (_, content, html, findings = []) => {
	const shown = show(content);
	expect(shown.html).toBe(html);
	expect(shown.rows).toEqual(findings.map((row) => `warning | aboutOdd.about.en-US | ${row}`));
});
