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
const cell = (header: boolean, ...content: Block[]) => ({ header, content });
const quote = (...content: Block[]): Block => ({ type: "quote", content });
const [a, b, c] = ["a", "b", "c"].map((value) => paragraph(words(value))) as [Block, Block, Block];

const render = (blocks: Block[], headingLevel = 2) =>
	renderToStaticMarkup(<RichText text={{ blocks }} headingLevel={headingLevel} />)
		.replace(/^<div class="prose">|<\/div>$/g, "")
		.replaceAll("\u00a0", "_");

test.each<[string, Block[], number, string[]]>([
	["leave out no level", [heading(2), heading(4), heading(2)], 2, ["h2", "h3", "h2"]],
	["begin at the given level", [heading(5), heading(3), heading(6)], 3, ["h3", "h3", "h4"]],
	["go no deeper than h6", [heading(1), heading(2), heading(3)], 5, ["h5", "h6", "h6"]],
	["in quotations count, too", [heading(2), quote(heading(3))], 2, ["h2", "h3"]],
])("headings %s", (_, blocks, level, tags) => {
	expect([...render(blocks, level).matchAll(/<(h\d)/g)].map(([, tag]) => tag)).toEqual(tags);
});

// `_` is a no-break space.
test.each<[string, Inline[], string]>([
	[
		"links keep their addresses",
		[link("https://example.org/?a=1&b=2", "out"), link("/about#x", "in")],
		'<a href="https://example.org/?a=1&amp;b=2">out</a><a href="/about#x">in</a>',
	],
	[
		"each mark is an element, also within another",
		[
			words("x", "bold", "italic"),
			...(["underline", "code", "superscript", "subscript", "strikethrough"] as const).map((mark) =>
				words("x", mark),
			),
		],
		"<strong><em>x</em></strong><u>x</u><code>x</code><sup>x</sup><sub>x</sub><s>x</s>",
	],
	[
		"no-break spaces are added across marks and links",
		[words("и "), link("/about", "в "), words("доме", "bold"), words(" есть — да")],
		'и_<a href="/about">в_</a><strong>доме</strong> есть_— да',
	],
	[
		"line breaks and code get no no-break spaces",
		[words("и "), { type: "break" }, words("в доме "), words("a 60 min", "code")],
		"и <br/>в_доме <code>a 60 min</code>",
	],
])("%s", (_, content, html) => {
	expect(render([paragraph(...content)])).toBe(`<p>${html}</p>`);
});

test.each<[string, Block, string]>([
	["a heading has its id", heading(2), '<h2 id="id-2">Sleep</h2>'],
	[
		"only a list item's first paragraph has no element",
		{
			type: "list",
			ordered: false,
			items: [[a, { type: "list", ordered: true, items: [[b]] }, c]],
		},
		"<ul><li>a<ol><li>b</li></ol><p>c</p></li></ul>",
	],
	[
		"a quotation's last paragraph with a dash is its source",
		quote(paragraph(words("— Ann")), paragraph(words("- Ben", "italic"))),
		'<blockquote dir="auto"><p>— Ann</p><p class="source"><em>- Ben</em></p></blockquote>',
	],
	[
		"header cells name their column or row",
		{
			type: "table",
			rows: [
				[cell(true, a), cell(true, b)],
				[cell(true, c), cell(false, a)],
			],
		},
		'<div class="table"><table><thead><tr><th scope="col">a</th><th scope="col">b</th></tr></thead>' +
			'<tbody><tr><th scope="row">c</th><td>a</td></tr></tbody></table></div>',
	],
])("%s", (_, block, html) => {
	expect(render([block])).toBe(html);
});
