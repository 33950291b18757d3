import { readdirSync } from "node:fs";
import { brotliCompressSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { pages as pageFacts } from "../../content/pages.ts";
import { paperColours } from "../../renderer/colours.ts";
import { loadStyles } from "../../scripts/render/styles.ts";
import { budgets, explainExcess } from "../tools/budgets.ts";
import { bundleFolder } from "../tools/bundle.ts";
import { clientFolder, loadPages, requireSingle, type SitePage } from "./sitePages.ts";

const pages = loadPages();
const styleOf = ({ document }: SitePage) => requireSingle(document, "style").textContent ?? "";
const sizeOf = (text: string) => brotliCompressSync(text).length;

/** Lists the classes and custom elements in the selectors of a style sheet. */
function listNames(css: string): Set<string> {
	const withoutUrls = css.replace(/url\([^)]*\)/g, "");
	return new Set(withoutUrls.match(/(?<=\.)[a-z][\w-]*|\bsite-[\w-]+/g));
}

/** Returns the source file of a built style sheet, such as `components_cards-6d9638e2.C7yiIYxo.css`. */
const sourceOf = (built: string) => built.replace(/-[\da-f]{8}\..*/, ".css").replaceAll("_", "/");

describe.each(pages)("$file", (page) => {
	const { document, locale, route, html } = page;
	const attributes = (selector: string, name: string) =>
		[...document.querySelectorAll(selector)].map((element) => element.getAttribute(name));

	test("has its styles in its head and loads no style sheet", () => {
		const loaded =
			"link[rel~=stylesheet], [style], script[src]:not([type=module], [async], [defer])";
		expect(document.querySelectorAll(loaded).length).toBe(0);
		expect(requireSingle(document, "style").parentElement).toBe(document.head);
		expect(styleOf(page)).not.toMatch(/@import|url\((?!\/assets\/)/);
		// Safari before 16.4 ignores media queries with a range, such as `width >= 48rem`, and with `not (`.
		expect(styleOf(page)).not.toMatch(/@media[^{]*([<>]|not \()/);
		// Browsers search for the character encoding in the first 1024 bytes only.
		expect(html.indexOf("<style>")).toBeGreaterThan(html.search(/<meta charset/i));
	});

	test("has the same styles in the other language", () => {
		const other = pages.find(
			(candidate) => candidate.route === route && candidate.locale !== locale,
		);
		expect(other && styleOf(other) === styleOf(page)).toBe(true);
	});

	test("preloads only fonts that its styles use", () => {
		for (const link of document.querySelectorAll("link[rel=preload][as=font]")) {
			const read = (name: string) => link.getAttribute(name);
			expect(styleOf(page)).toContain(`url(${read("href")})`);
			expect([read("type"), read("crossorigin")]).toEqual(["font/woff2", ""]);
			expect(link.parentElement, "Chromium waits for fonts in the head").toBe(document.body);
			if (locale === "ru") expect(read("href")).not.toContain("latin");
		}
	});

	test("fits into one round trip", () => {
		const sections = [...document.querySelectorAll("body > header, main > *, body > footer")];
		const parts = [
			{ name: "styles", size: sizeOf(styleOf(page)) },
			...sections.map((part) => ({
				name: `${part.localName}.${part.className}`,
				size: sizeOf(part.outerHTML),
			})),
		];
		const size = sizeOf(html);
		expect(size, explainExcess(budgets.document, parts, size)).toBeLessThanOrEqual(
			budgets.document.limit,
		);
	});

	test("names its icons and its theme colours", () => {
		expect(attributes("link[rel~=icon], link[rel=apple-touch-icon]", "href")).toEqual([
			"/favicon.ico",
			expect.stringMatching(/^\/assets\/static\/favicon\..+\.svg$/),
			"/apple-touch-icon.png",
		]);
		const colours = attributes("meta[name=theme-color]", "content");
		expect(colours).toEqual([paperColours.light, paperColours.dark]);
		expect(attributes("meta[name=color-scheme]", "content")).toEqual(["light dark"]);
		for (const colour of colours) {
			expect(styleOf(page), "renderer/tokens.css and renderer/colours.ts differ").toContain(
				`--paper:${colour}`,
			);
		}
	});
});

test("every page has the styles of its own classes only", async () => {
	const sheets = [...(await loadStyles(bundleFolder))].map(([file, css]) => ({
		file: sourceOf(file),
		names: listNames(css),
	}));
	for (const page of pages) {
		const own = listNames(styleOf(page));
		const folder = `pages/${page.route ? pageFacts[page.route].path.slice(1) || "index" : "_error"}/`;
		// A page may style a component's class for itself.
		const shared = sheets.filter(
			({ file }) => !file.startsWith("pages/") || file.startsWith(folder),
		);
		const listSheets = (name: string) =>
			shared.filter(({ names }) => names.has(name)).map(({ file }) => file);
		const elements = [...page.document.querySelectorAll("*")];
		const used = elements.flatMap(({ classList, localName }) => [...classList, localName]);
		const lost = [...new Set(used)].filter((name) => listSheets(name).length > 0 && !own.has(name));
		expect(
			lost.map((name) => `${name}: import ${listSheets(name).join(" or ")}`),
			page.file,
		).toEqual([]);
		expect(own.has("checklist"), page.file).toBe(page.route === "home");
	}
});

test("no style sheet is published, and every font is used", () => {
	const files = readdirSync(clientFolder, { recursive: true }).map(String);
	expect(files.filter((file) => file.endsWith(".css"))).toEqual([]);
	const styles = pages.map(styleOf).join("");
	const fonts = files.filter((file) => file.endsWith(".woff2"));
	expect(fonts.length).toBeGreaterThan(0);
	expect(fonts.filter((file) => !styles.includes(`url(/${file.replaceAll("\\", "/")})`))).toEqual(
		[],
	);
});
