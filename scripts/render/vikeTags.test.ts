import { expect, test } from "vitest";
import { finishDocument, parseRendered } from "./siteDocument.ts";
import { replaceVikeTags } from "./vikeTags.ts";

const styles = new Map([
	["pages_index_home-1.css", "@layer pages{h1{content:'$&'}}"],
	["components_Icon-2.css", "@layer components{svg{width:1em}}"],
	["components_Header-3.css", "@layer components{header{top:0}}"],
	["renderer_base-4.css", "@layer reset,base,components,pages;"],
	["components_fonts_roman-5.css", "@font-face{font-family:Own}"],
]);
const link = (file: string) =>
	`<link rel="stylesheet" type="text/css" href="/assets/static/${file}">`;
const entry = '<script src="/assets/entries/client.a1b2.js" type="module" async=""></script>';
const start = (address = "") => `<script data-entry="${address}">start()</script>`;
const own =
	'<link rel="preload" as="font" type="font/woff2" href="/assets/static/b.woff2" crossorigin="">';

const wrap = (head: string, body: string) =>
	`<!DOCTYPE html><html><head>${head}</head><body>${body}</body></html>`;

function replaceTags(head: string, body: string, known = styles): string {
	const document = parseRendered(wrap(head, body));
	replaceVikeTags(document, known);
	return finishDocument(document).html.trimEnd();
}

const files = [
	"pages_index_home-1.css",
	"components_Icon-2.css",
	"components_fonts_roman-5.css",
	"renderer_base-4.css",
];
const css =
	"@layer reset,base,components,pages;@layer components{svg{width:1em}}@font-face{font-family:Own}@layer pages{h1{content:'$&'}}";

test("style sheets that Vike links to are inlined in the order of the layers, and the inline script gets the address of the page's script", () => {
	const head = files.map(link).join("") + start() + own;
	const replaced = replaceTags(head, `<p data-entry=""></p>${entry}`);
	expect(replaced).toBe(
		wrap(
			`${start("/assets/entries/client.a1b2.js")}${own}<style>${css}</style>`,
			'<p data-entry=""></p>',
		),
	);
});

test.each(["components_Lost-7.css", "scripts_own-8.css"])(
	"the style sheet %s, which is unknown or in no layer, is refused",
	(file) => {
		const known = new Map([...styles, ["scripts_own-8.css", "a{}"]]);
		expect(() => replaceTags(link(file) + start(), entry, known)).toThrow(
			`The style sheet ${file} is not one of`,
		);
	},
);

test.each([
	["Vike's tag", start(), ""],
	["the inline script", "", entry],
])("a page without %s is refused", (_, head, body) => {
	expect(() => replaceTags(head, body)).toThrow(
		"Vike has put no script into the page, or the head has no place",
	);
});
