import { readdirSync } from "node:fs";
import { brotliCompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { paperColours } from "../../renderer/colours.ts";
import { budgets, explainExcess } from "../tools/budgets.ts";
import { clientFolder, loadPages, requireSingle, type SitePage } from "./sitePages.ts";

const pages = loadPages();
const styleOf = ({ document }: SitePage) => requireSingle(document, "style").textContent ?? "";
const sizeOf = (text: string) => brotliCompressSync(text).length;

test("pages have their styles in their heads, for old browsers too", () => {
	const blocking =
		"link[rel~=stylesheet]:not([media=print]), [style], script[src]:not([type=module])";
	for (const page of pages) {
		const { document, file } = page;
		expect(document.querySelectorAll(blocking).length, file).toBe(0);
		expect(requireSingle(document, "style").parentElement).toBe(document.head);
		const style = styleOf(page);
		// Chromium would wait for preloaded fonts.
		expect(document.querySelector("link[as=font]"), file).toBeNull();
		expect(style).toMatch(/^@layer reset\{.*\}@layer base\{.*\}@layer components\{/);
		expect(style).not.toMatch(/@import|url\((?!\/assets\/)/);
		// A late font would move texts.
		expect(style).not.toMatch(/@font-face\{(?![^}]*font-display:optional)/);
		// Safari before 16.4 ignores media queries with a range, such as `width >= 48rem`, and with `not (`.
		expect(style).not.toMatch(/@media[^{]*([<>]|not \()/);
		const other = pages.find(({ route, locale }) => route === page.route && locale !== page.locale);
		if (!other) throw new Error(`${file} has no counterpart.`);
		expect(styleOf(other) === style, "the other language").toBe(true);
	}
});

test("documents fit into one round trip", () => {
	const { limit } = budgets.document;
	for (const page of pages) {
		const size = sizeOf(page.html);
		if (size <= limit) continue;
		const sections = page.document.querySelectorAll("body > header, main > *, body > footer");
		const parts = [...sections].map((part) => ({
			name: `${part.localName}.${part.className}`,
			size: sizeOf(part.outerHTML),
		}));
		parts.push({ name: "styles", size: sizeOf(styleOf(page)) });
		expect.unreachable(explainExcess(budgets.document, parts, size));
	}
});

test("pages name their icons and theme colours", () => {
	for (const page of pages) {
		const read = (selector: string, name: string) =>
			[...page.document.querySelectorAll(selector)].map((element) => element.getAttribute(name));
		expect(read("link[rel~=icon], link[rel=apple-touch-icon]", "href")).toEqual([
			"/favicon.ico",
			expect.stringMatching(/^\/assets\/static\/favicon\..+\.svg$/),
			"/apple-touch-icon.png",
		]);
		const colours = read("meta[name=theme-color]", "content");
		expect(colours).toEqual([paperColours.light, paperColours.dark]);
		for (const colour of colours) expect(styleOf(page)).toContain(`--paper:${colour}`);
	}
});

test("only the style sheet for printing is published, and every font is used", () => {
	const files = readdirSync(clientFolder, { recursive: true }).map(String);
	expect(files.filter((file) => file.endsWith(".css"))).toEqual([
		expect.stringMatching(/print\.[\w-]+\.css$/),
	]);
	const styles = pages.map(styleOf).join("");
	const fonts = files.filter((file) => file.endsWith(".woff2"));
	expect(fonts.length).toBeGreaterThan(0);
	for (const font of fonts) expect(styles).toContain(`url(/${font.replaceAll("\\", "/")})`);
});
