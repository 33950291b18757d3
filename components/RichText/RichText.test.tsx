import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { Block, Inline, Mark } from "../../content/snapshot.ts";
import { RichText } from "./RichText.tsx";

const words = (value: string, ...marks: Mark[]): Inline => ({ type: "text", value, marks });
const paragraph = (...content: Inline[]): Block => ({ type: "paragraph", content });
const heading = (level: number): Block => ({
	type: "heading",
	id: `id-${level}`,
	level,
	content: [words("Sleep")],
});
const link = (href: string, value: string): Inline => ({
	type: "link",
	href,
	content: [words(value)],
});
const list = (ordered: boolean, ...items: Block[][]): Block => ({ type: "list", ordered, items });
const cell = (header: boolean, ...content: Block[]) => ({ header, content });
const picture = { src: "/media/a.png", title: { value: "A leaf" }, width: 30, height: 20 };

const render = (blocks: Block[], headingLevel = 2) =>
	renderToStaticMarkup(<RichText text={{ blocks }} headingLevel={headingLevel} />);
const renderBlocks = (...blocks: Block[]) =>
	render(blocks).replace(/^<div class="prose">|<\/div>$/g, "");

test.each<[string, Block[], boolean]>([
	[
		"that begins with a dash",
		[paragraph(words("Half a pear!")), paragraph(words("— a client, 2022"))],
		true,
	],
	[
		"that begins with a hyphen",
		[paragraph(words("Half a pear!")), paragraph(words("- Ann", "italic"))],
		true,
	],
	[
		"that begins with a word",
		[paragraph(words("Half a pear!")), paragraph(words("Half — no more"))],
		false,
	],
	["before a list", [paragraph(words("— Ann")), list(false, [paragraph(words("a pear"))])], false],
])("a quotation's last paragraph %s is its source: %3$j", (_, content, isSource) => {
	expect(renderBlocks({ type: "quote", content }).includes('<p class="source">')).toBe(isSource);
});

test.each<[string, Block[], number, string[]]>([
	[
		"are fitted into the page's outline, without gaps",
		[heading(2), heading(4), heading(2)],
		2,
		["h2", "h3", "h2"],
	],
	["begin at the given level", [heading(1), heading(6)], 3, ["h3", "h4"]],
	["of decreasing level have the same level", [heading(5), heading(3)], 2, ["h2", "h2"]],
	["go no deeper than h6", [heading(1), heading(2), heading(3)], 5, ["h5", "h6", "h6"]],
	[
		"in lists, quotes and tables are part of the outline, too",
		[
			heading(2),
			list(false, [heading(4)]),
			{ type: "quote", content: [heading(3)] },
			{ type: "table", rows: [[cell(false, heading(1))]] },
			heading(2),
		],
		2,
		["h2", "h3", "h3", "h2", "h3"],
	],
])("headings %s", (_, blocks, level, tags) => {
	expect([...render(blocks, level).matchAll(/<(h\d)/g)].map(([, tag]) => tag)).toEqual(tags);
});

// Each row: test name, inline nodes of one paragraph, and their HTML, in which `_` is a no-break space.
test.each<[string, Inline[], string]>([
	[
		"links to other sites send no referrer",
		[link("https://example.org/?a=1&b=2", "out")],
		'<a href="https://example.org/?a=1&amp;b=2" rel="noopener noreferrer">out</a>',
	],
	["links on this site are plain", [link("/about#x", "in")], '<a href="/about#x">in</a>'],
	[
		"each mark is an element",
		(
			["bold", "italic", "underline", "code", "superscript", "subscript", "strikethrough"] as const
		).map((mark) => words("x", mark)),
		"<strong>x</strong><em>x</em><u>x</u><code>x</code><sup>x</sup><sub>x</sub><s>x</s>",
	],
	[
		"marks are nested, and line breaks are kept",
		[words("x", "bold", "italic"), { type: "break" }, words("y")],
		"<strong><em>x</em></strong><br/>y",
	],
	[
		"no-break spaces are added across marks and links",
		[words("и "), link("/about", "в "), words("доме", "bold"), words(" есть — да")],
		'и_<a href="/about">в_</a><strong>доме</strong> есть_— да',
	],
	[
		"no-break spaces are not added across line breaks",
		[words("и "), { type: "break" }, words("в доме")],
		"и <br/>в_доме",
	],
	["no-break spaces are not added in code", [words("a 60 min", "code")], "<code>a 60 min</code>"],
])("%s", (_, content, html) => {
	expect(renderBlocks(paragraph(...content)).replaceAll("\u00a0", "_")).toBe(`<p>${html}</p>`);
});

const [a, b, c] = ["a", "b", "c"].map((value) => paragraph(words(value))) as [Block, Block, Block];

test.each<[string, Block[], string]>([
	["a heading has its id", [heading(2)], '<h2 id="id-2">Sleep</h2>'],
	[
		"only the first paragraph of a list item has no element",
		[list(false, [a, list(true, [b]), c])],
		"<ul><li>a<ol><li>b</li></ol><p>c</p></li></ul>",
	],
	[
		"quotes and rules are elements",
		[{ type: "quote", content: [a] }, { type: "rule" }],
		'<blockquote dir="auto"><p>a</p></blockquote><hr/>',
	],
	[
		"header cells in a first row of header cells name columns, others name rows",
		[
			{
				type: "table",
				rows: [
					[cell(true, a), cell(true, b)],
					[cell(true, c), cell(false, paragraph(words("nine hours and a half")))],
				],
			},
		],
		'<div class="table"><table><thead><tr><th scope="col">a</th><th scope="col">b</th></tr></thead>' +
			'<tbody><tr><th scope="row">c</th><td>nine hours and a\u00a0half</td></tr></tbody></table></div>',
	],
	[
		"a figure contains the picture with its title and size",
		[{ type: "figure", picture }],
		'<figure><picture><img src="/media/a.png" alt="A leaf" width="30" height="20" loading="lazy" decoding="async"/></picture></figure>',
	],
])("%s", (_, blocks, html) => {
	expect(renderBlocks(...blocks)).toBe(html);
});
