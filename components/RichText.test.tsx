import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import type { Block, Inline, RichTextValue } from "../content/snapshot.ts";
import { RichText } from "./RichText.tsx";

const words = (value: string): Inline => ({ type: "text", value });
const paragraph = (...content: Inline[]): Block => ({ type: "paragraph", content });
const heading = (level: number, value = `Level ${level}`): Block => ({
	type: "heading",
	id: `id-${level}`,
	level,
	content: [words(value)],
});

function render(text: RichTextValue | undefined, headingLevel?: number): string {
	return renderToStaticMarkup(<RichText of={text} {...(headingLevel ? { headingLevel } : {})} />);
}
const renderBlocks = (...blocks: Block[]) => render({ blocks }).replace(/^<div class="prose">|<\/div>$/g, "");
const renderInlines = (...content: Inline[]) => renderBlocks(paragraph(...content)).replace(/^<p>|<\/p>$/g, "");

describe("headings", () => {
	const tagsOf = (html: string) => [...html.matchAll(/<(h\d)/g)].map(([, tag]) => tag);

	test("are fitted into the page's outline, without gaps", () => {
		expect(tagsOf(render({ blocks: [heading(2), heading(4), heading(2)] }))).toEqual(["h2", "h3", "h2"]);
		expect(tagsOf(render({ blocks: [heading(1), heading(6)] }, 3))).toEqual(["h3", "h4"]);
		expect(tagsOf(render({ blocks: [heading(5), heading(3)] }, 2))).toEqual(["h2", "h2"]);
	});

	test("in lists, quotes and tables count as well", () => {
		const blocks: Block[] = [
			heading(2),
			{ type: "list", ordered: false, items: [[heading(4)]] },
			{ type: "quote", content: [heading(3)] },
			{ type: "table", rows: [[{ header: false, content: [heading(1)] }]] },
		];
		expect(tagsOf(render({ blocks }))).toEqual(["h2", "h3", "h3", "h2"]);
	});

	test("go no deeper than h6", () => {
		expect(tagsOf(render({ blocks: [heading(1), heading(2), heading(3)] }, 5))).toEqual(["h5", "h6", "h6"]);
	});

	test("carry their id", () => {
		expect(renderBlocks(heading(2, "Sleep"))).toBe('<h2 id="id-2">Sleep</h2>');
	});
});

describe("nothing is mark-up", () => {
	test("in text", () => {
		expect(renderInlines(words(`<script>alert("1")</script> & 'x' &amp;`))).toBe(
			"&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#x27;x&#x27; &amp;amp;",
		);
	});

	test("in addresses, ids and titles", () => {
		const html = renderBlocks(
			{ type: "heading", id: '"><script>', level: 2, content: [words("a")] },
			paragraph({ type: "link", href: 'https://example.org/"><script>', content: [words("b")] }),
			{ type: "figure", picture: { src: "/media/a.png", title: { value: '"><script>' }, width: 3, height: 2 } },
		);
		expect(html).not.toContain("<script>");
		expect(html.match(/&quot;&gt;&lt;script&gt;/g)?.length).toBe(3);
	});
});

test("links to other sites tell them nothing, links on this site are plain", () => {
	expect(renderInlines({ type: "link", href: "https://example.org/?a=1&b=2", content: [words("out")] })).toBe(
		'<a href="https://example.org/?a=1&amp;b=2" rel="noopener noreferrer">out</a>',
	);
	expect(renderInlines({ type: "link", href: "/about#x", content: [words("in")] })).toBe('<a href="/about#x">in</a>');
	expect(renderInlines({ type: "link", href: "mailto:a@b.org", content: [words("mail")] })).toBe(
		'<a href="mailto:a@b.org">mail</a>',
	);
});

test("marks lie in each other, line breaks are kept", () => {
	const marks = ["bold", "italic", "underline", "code", "superscript", "subscript", "strikethrough"] as const;
	expect(renderInlines(...marks.map((mark): Inline => ({ type: "text", value: "x", marks: [mark] })))).toBe(
		"<strong>x</strong><em>x</em><u>x</u><code>x</code><sup>x</sup><sub>x</sub><s>x</s>",
	);
	expect(renderInlines({ type: "text", value: "x", marks: ["bold", "italic"] }, { type: "break" }, words("y"))).toBe(
		"<strong><em>x</em></strong><br/>y",
	);
});

describe("words are bound by no-break spaces in the place of spaces", () => {
	const link = (value: string): Inline => ({ type: "link", href: "/about", content: [words(value)] });
	const show = (...content: Inline[]) => renderInlines(...content).replaceAll("\u00a0", "_");

	test("across marks, links and their ends", () => {
		expect(show(words("и "), link("в "), { type: "text", value: "доме", marks: ["bold"] }, words(" — да"))).toBe(
			'и_<a href="/about">в_</a><strong>доме</strong>_— да',
		);
	});

	test("not across line breaks, and not in code", () => {
		expect(show(words("и "), { type: "break" }, words("в доме"))).toBe("и <br/>в_доме");
		expect(show({ type: "text", value: "a 60 min", marks: ["code"] })).toBe("<code>a 60 min</code>");
	});

	test("where editors have bound them nothing changes", () => {
		expect(show(words("eat\u00a0well  and sleep"))).toBe("eat_well  and sleep");
	});
});

test("lists, quotes and rules", () => {
	const list = (ordered: boolean, ...items: Block[][]): Block => ({ type: "list", ordered, items });
	expect(renderBlocks(list(false, [paragraph(words("a")), list(true, [paragraph(words("b"))])]))).toBe(
		"<ul><li>a<ol><li>b</li></ol></li></ul>",
	);
	const item = [paragraph(words("a")), list(true, [paragraph(words("b"))]), paragraph(words("c"))];
	expect(renderBlocks(list(false, item))).toBe("<ul><li>a<ol><li>b</li></ol><p>c</p></li></ul>");
	expect(renderBlocks({ type: "quote", content: [paragraph(words("a"))] }, { type: "rule" })).toBe(
		"<blockquote><p>a</p></blockquote><hr/>",
	);
});

describe("tables", () => {
	const cell = (header: boolean, value: string) => ({ header, content: [paragraph(words(value))] });

	test("a first row of header cells names the columns, others name their row", () => {
		const rows = [
			[cell(true, "Day"), cell(true, "Hours")],
			[cell(true, "Mon"), cell(false, "nine hours and a half")],
		];
		expect(renderBlocks({ type: "table", rows })).toContain(
			'<thead><tr><th scope="col" class="short">Day</th><th scope="col" class="short">Hours</th></tr></thead>' +
				'<tbody><tr><th scope="row" class="short">Mon</th><td>nine hours and a\u00a0half</td></tr></tbody>',
		);
	});

	test("a first row with another cell names no columns", () => {
		const html = renderBlocks({ type: "table", rows: [[cell(true, "Mon"), cell(false, "9")]] });
		expect(html).toContain('<tbody><tr><th scope="row" class="short">Mon</th><td class="short">9</td></tr></tbody>');
		expect(html).not.toContain("thead");
	});
});

test("a figure has the picture with its title and measures", () => {
	const picture = { src: "/media/a.png", title: { value: "A leaf" }, width: 30, height: 20 };
	const html = renderBlocks({ type: "figure", picture });
	expect(html).toMatch(/^<figure>.*<\/figure>$/);
	for (const attribute of ['src="/media/a.png"', 'alt="A leaf"', 'width="30"', 'height="20"', 'loading="lazy"']) {
		expect(html).toContain(attribute);
	}
});

test("English that stands in is marked, the page's own language is not", () => {
	const blocks = [paragraph(words("a"))];
	expect(render({ lang: "en", blocks })).toBe('<div class="prose" lang="en"><p>a</p></div>');
	expect(render({ blocks })).toBe('<div class="prose"><p>a</p></div>');
});

test("a text that is absent leaves no trace", () => {
	expect(render(undefined)).toBe("");
});
