import { readdirSync, readFileSync } from "node:fs";
import { brotliCompressSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { backdrops, paperColours } from "../../renderer/colours.ts";
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

/** Returns the source file of a built style sheet, such as `components_button-6d9638e2.C7yiIYxo.css`. */
const sourceOf = (built: string) => built.replace(/-[\da-f]{8}\..*/, ".css").replaceAll("_", "/");

function partsOf(page: SitePage) {
	const sections = [...page.document.querySelectorAll("body > header, main > *, body > footer")];
	return [
		{ name: "styles", size: sizeOf(styleOf(page)) },
		...sections.map((part) => ({ name: `${part.localName}.${part.className}`, size: sizeOf(part.outerHTML) })),
	];
}

describe.each(pages)("$file", (page) => {
	const { document, locale, route, html } = page;

	test("has its styles in its head and loads no style sheet", () => {
		expect(document.querySelectorAll("link[rel~=stylesheet], [style]").length).toBe(0);
		expect(requireSingle(document, "style").parentElement).toBe(document.head);
		expect(styleOf(page)).not.toMatch(/@import|url\((?!\/assets\/)/);
		// Safari before 16.4 ignores media queries with a range, such as `width >= 48rem`, and with `not (`.
		expect(styleOf(page)).not.toMatch(/@media[^{]*([<>]|not \()/);
		// Browsers search for the character encoding in the first 1024 bytes only, so `<meta charset>` comes before the
		// styles.
		expect(html.indexOf("<style>")).toBeGreaterThan(html.search(/<meta charset/i));
	});

	test("has the same styles in the other language", () => {
		const other = pages.find((candidate) => candidate.route === route && candidate.locale !== locale);
		expect(other && styleOf(other) === styleOf(page)).toBe(true);
	});

	test("preloads fonts that its styles use", () => {
		const links = [...document.querySelectorAll("link[rel=preload][as=font]")];
		expect(links.length).toBeGreaterThan(0);
		for (const link of links) {
			const href = link.getAttribute("href") ?? "";
			expect(href).toMatch(/^\/assets\/.+\.woff2$/);
			expect(styleOf(page)).toContain(`url(${href})`);
			expect(link.getAttribute("type")).toBe("font/woff2");
			expect(link.hasAttribute("crossorigin")).toBe(true);
			expect(link.getAttribute("fetchpriority"), href).toBe(href.includes("italic") ? "low" : null);
		}
		const files = links.map((link) => link.getAttribute("href") ?? "");
		const script = locale === "ru" ? "cyrillic" : "latin";
		expect(files.some((file) => file.includes(`/${script}-normal.`))).toBe(true);
		expect(files.filter((file) => file.includes("italic")).length).toBe(route === "home" ? 1 : 0);
		expect(files.some((file) => file.includes("latin"))).toBe(locale !== "ru");
	});

	test("fits into one round trip and needs no other file for its first paint", () => {
		const size = sizeOf(html);
		if (size > budgets.document.limit) expect.fail(explainExcess(budgets.document, partsOf(page), size));
		const blocking = document.querySelectorAll(
			"link[rel~=stylesheet], script[src]:not([type=module], [async], [defer])",
		);
		expect(blocking.length + 1).toBeLessThanOrEqual(budgets.blockingRequests.limit);
	});

	test("names its icons and its theme colours", () => {
		const icons = [...document.querySelectorAll("link[rel~=icon], link[rel=apple-touch-icon]")];
		expect(icons.map((link) => link.getAttribute("href"))).toEqual([
			"/favicon.ico",
			expect.stringMatching(/^\/assets\/static\/favicon\..+\.svg$/),
			"/apple-touch-icon.png",
		]);
		const colours = [...document.querySelectorAll("meta[name=theme-color]")].map((meta) =>
			meta.getAttribute("content"),
		);
		expect(colours).toEqual([paperColours.light, paperColours.dark]);
		expect(requireSingle(document, "meta[name=color-scheme]").getAttribute("content")).toBe("light dark");
		for (const colour of colours) {
			expect(styleOf(page), "renderer/tokens.css and renderer/colours.ts differ").toContain(`--paper:${colour}`);
		}
	});
});

test("every page has the styles of its classes and custom elements, and not those of all other pages", async () => {
	const sheets = [...(await loadStyles(bundleFolder))].map(([file, css]) => ({
		file: sourceOf(file),
		names: listNames(css),
	}));
	const listSheets = (name: string) => sheets.filter(({ names }) => names.has(name)).map(({ file }) => file);
	for (const page of pages) {
		const own = listNames(styleOf(page));
		const elements = [...page.document.querySelectorAll("*")];
		const used = elements.flatMap(({ classList, localName }) => [...classList, localName]);
		const styled = [...new Set(used)].filter((name) => listSheets(name).length > 0);
		expect(styled.length, page.file).toBeGreaterThan(20);
		const lost = styled
			.filter((name) => !own.has(name))
			.map((name) => `${name}: import ${listSheets(name).join(" or ")}`);
		expect(lost, page.file).toEqual([]);
		expect(own.has("hero-pictures"), page.file).toBe(page.route === "home");
	}
});

test("no style sheet is published, and every published font is used", () => {
	const files = readdirSync(clientFolder, { recursive: true }).map(String);
	expect(files.filter((file) => file.endsWith(".css"))).toEqual([]);
	const styles = pages.map(styleOf).join("");
	const fonts = files.filter((file) => file.endsWith(".woff2"));
	expect(fonts.length).toBeGreaterThan(0);
	expect(fonts.filter((file) => !styles.includes(`url(/${file.replaceAll("\\", "/")})`))).toEqual([]);
});

describe("Picture.css", () => {
	const css = readFileSync("components/Picture/Picture.css", "utf8");

	test("has a class for each backdrop", () => {
		const colours = [...css.matchAll(/\.backdrop-(\w+) \{\s*--backdrop: (#\w+);/g)].map(([, name, colour]) => [
			name,
			colour,
		]);
		expect(Object.fromEntries(colours)).toEqual(backdrops);
	});
});
