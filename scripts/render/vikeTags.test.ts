import { expect, test } from "vitest";
import { replaceVikeTags } from "./vikeTags.ts";

const styles = new Map([
	["pages_index_home-1.css", "@layer pages{h1{content:'$&'}}"],
	["components_Icon-2.css", "@layer components{svg{width:1em}}"],
	["components_Header-3.css", "@layer components{header{top:0}}"],
	["renderer_base-4.css", "@layer reset,base,components,pages;"],
	["components_fonts_roman-5.css", "@font-face{font-family:Own}"],
	["pages_about-6.css", "@layer pages{h2{top:0}}"],
]);
const link = (file: string) => `<link rel="stylesheet" type="text/css" href="/assets/static/${file}">`;
const entry = '<script src="/assets/entries/client.a1b2.js" type="module" async></script>';
const start = (address = "") => `<script data-entry="${address}">start()</script>`;
const own = '<link rel="preload" as="font" type="font/woff2" href="/assets/static/b.woff2" crossorigin=""/>';

test("style sheets are in the head, the order of the layers first, and the inline script is told where the other lies", () => {
	const files = [
		"pages_index_home-1.css",
		"components_Icon-2.css",
		"components_fonts_roman-5.css",
		"renderer_base-4.css",
	];
	const expected =
		`<head>${start("/assets/entries/client.a1b2.js")}${own}<style>@layer reset,base,components,pages;@layer components{svg{width:1em}}` +
		`@font-face{font-family:Own}@layer pages{h1{content:'$&'}}</style></head><body><p>data-entry=""</p></head></body>`;
	for (const order of [files, files.toReversed()]) {
		const html = `<head>${order.map(link).join("")}${start()}${own}</head><body><p>data-entry=""</p></head>${entry}</body>`;
		expect(replaceVikeTags(html, styles)).toBe(expected);
	}
});

test.each(["components_Lost-7.css", "scripts_own-8.css"])("%s is refused", (file) => {
	const known = new Map([...styles, ["scripts_own-8.css", "a{}"]]);
	expect(() => replaceVikeTags(`<head>${link(file)}${start()}</head>${entry}`, known)).toThrow(
		`The style sheet ${file} is not one of`,
	);
});

test.each([
	["Vike's tag", start()],
	["the inline script", entry],
])("a page without %s is refused", (_, html) => {
	expect(() => replaceVikeTags(html, styles)).toThrow("Vike has put no script into the page, or the head has no place");
});
