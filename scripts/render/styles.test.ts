import { expect, test } from "vitest";
import { inlineStyles } from "./styles.ts";

const styles = new Map([
	["pages_index_home-1.css", "@layer pages{h1{content:'$&'}}"],
	["components_Icon-2.css", "@layer components{svg{width:1em}}"],
	["components_Header-3.css", "@layer components{header{top:0}}"],
	["renderer_base-4.css", "@layer reset,base,components,pages;"],
	["components_fonts_roman-5.css", "@font-face{font-family:Own}"],
	["pages_about-6.css", "@layer pages{h2{top:0}}"],
]);
const link = (file: string) => `<link rel="stylesheet" type="text/css" href="/assets/static/${file}">`;
const preload = '<link rel="preload" href="/assets/static/a.woff2" as="font" type="font/woff2" crossorigin>';
const own = '<link rel="preload" as="font" type="font/woff2" href="/assets/static/b.woff2" crossorigin=""/>';

test("what a page links to is in its head, the order of the layers first, whatever the order of the links", () => {
	const files = [
		"pages_index_home-1.css",
		"components_Icon-2.css",
		"components_fonts_roman-5.css",
		"renderer_base-4.css",
	];
	const expected =
		`<head>${own}<style>@layer reset,base,components,pages;@layer components{svg{width:1em}}` +
		"@font-face{font-family:Own}@layer pages{h1{content:'$&'}}</style></head><body></head></body>";
	for (const order of [files, files.toReversed()]) {
		const html = `<head>${preload}${order.map(link).join("")}${own}</head><body></head></body>`;
		expect(inlineStyles(html, styles)).toBe(expected);
	}
});

test.each(["components_Lost-7.css", "scripts_own-8.css"])("%s is refused", (file) => {
	const known = new Map([...styles, ["scripts_own-8.css", "a{}"]]);
	expect(() => inlineStyles(`<head>${link(file)}</head>`, known)).toThrow(`The style sheet ${file} is not one of`);
});
