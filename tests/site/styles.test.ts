import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { pages as pageFacts } from "../../content/pages.ts";
import { paperColours } from "../../renderer/colours.ts";
import { budgets, explainExcess } from "../tools/budgets.ts";
import { bundleFolder } from "../tools/bundle.ts";
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
		expect(style).toMatch(/^@layer reset\{.*\}@layer base\{.*\}@layer components\{/);
		expect(style).not.toMatch(/@import|url\((?!\/assets\/)/);
		// Safari before 16.4 ignores media queries with a range, such as `width >= 48rem`, and with `not (`.
		expect(style).not.toMatch(/@media[^{]*([<>]|not \()/);
		const other = pages.find(({ route, locale }) => route === page.route && locale !== page.locale);
		expect(other && styleOf(other) === style, "the other language").toBe(true);
	}
});

test("pages preload no font, because Chromium would wait for it", () => {
	for (const { document, file } of pages)
		expect(document.querySelectorAll("link[as=font]").length, file).toBe(0);
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

/** Lists the classes and custom elements in the selectors of a style sheet. */
function listNames(css: string): Set<string> {
	const withoutUrls = css.replace(/url\([^)]*\)/g, "");
	return new Set(withoutUrls.match(/(?<=\.)[a-z][\w-]*|\bsite-[\w-]+/g));
}

test("every page has the styles of its own classes only", () => {
	const folder = join(bundleFolder, "server/styles");
	const sheets = readdirSync(folder).map((file) => ({
		// `components/cards.css` for `components_cards-6d9638e2.C7yiIYxo.css`.
		file: file.replace(/-[\da-f]{8}\..*/, ".css").replaceAll("_", "/"),
		names: listNames(readFileSync(join(folder, file), "utf8")),
	}));
	for (const page of pages) {
		const own = listNames(styleOf(page));
		const path = page.route ? pageFacts[page.route].path.slice(1) || "index" : "_error";
		// A page may style a component's class for itself.
		const shared = sheets.filter(
			({ file }) => !file.startsWith("pages/") || file.startsWith(`pages/${path}/`),
		);
		const elements = [...page.document.querySelectorAll("*")];
		const used = new Set(elements.flatMap(({ classList, localName }) => [...classList, localName]));
		for (const name of used) {
			const styled = shared.filter(({ names }) => names.has(name)).map(({ file }) => file);
			if (styled.length > 0)
				expect(own.has(name), `${page.file}: ${name}: import ${styled.join(" or ")}`).toBe(true);
		}
		expect(own.has("checklist"), page.file).toBe(page.route === "home");
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
