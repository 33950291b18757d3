import { readFileSync } from "node:fs";
import { join } from "node:path";
import { JSDOM } from "jsdom";
import { type Locale, localeCodes } from "../../content/locales.ts";
import { localisePath, pathOf, type RouteName, routeNames } from "../../content/routes.ts";

/** Output of `npm run build`. */
export const clientFolder = "dist/client";

/** A document and what it should be. */
export type SitePage = {
	/** Its name under the folder of the site. */
	file: string;
	/** The address that visitors see; of the page for unknown addresses any such address. */
	path: string;
	locale: Locale;
	/** Undefined on the page for unknown addresses. */
	route: RouteName | undefined;
	html: string;
	document: Document;
};

/** All pages, and undefined for the 404 page. */
const names: (RouteName | undefined)[] = [...routeNames, undefined];

/** Every document that the site has, without what is in it. */
export const sitePages = localeCodes.flatMap((locale) =>
	names.map((route) => {
		const path = route ? pathOf(route, locale) : localisePath("/404", locale);
		return { file: path === "/" ? "index.html" : `${path.slice(1)}.html`, path, locale, route };
	}),
);

/** Parses documents, by the name of their file. */
export function parseSitePages(load: (file: string) => string | undefined, parsed = sitePages): SitePage[] {
	return parsed.map((page) => {
		const html = load(page.file);
		if (html === undefined) throw new Error(`There is no document ${page.file}`);
		return { ...page, html, document: parseDocument(html) };
	});
}

const { DOMParser } = new JSDOM().window;

export function parseDocument(html: string): Document {
	return new DOMParser().parseFromString(html, "text/html");
}

/** Parses strictly, as XML. */
export function parseXml(xml: string): Document {
	const document = new DOMParser().parseFromString(xml, "application/xhtml+xml");
	const error = document.querySelector("parsererror");
	if (error) throw new Error(`The document is not well-formed: ${error.textContent}`);
	return document;
}

let built: SitePage[] | undefined;

/** The documents that the build wrote, which tests look at and do not change. */
export function loadPages(): SitePage[] {
	built ??= parseSitePages((file) => readFileSync(join(clientFolder, file), "utf8"));
	return built;
}

/** HTML's own white space becomes one space, a no-break space a space: and short compounds are not joined: which ones are is typography.test.ts's matter. */
export function collapse(text: string | null | undefined): string {
	return (text ?? "")
		.replace(/[ \t\n\r\f]+/g, " ")
		.replace(/^ | $/g, "")
		.replaceAll("\u00a0", " ")
		.replaceAll("\u2060", "");
}

/** The one element that a selector finds. */
export function only(root: ParentNode, selector: string): Element {
	const [found, ...others] = root.querySelectorAll(selector);
	if (!found || others.length > 0) throw new Error(`${others.length + (found ? 1 : 0)} elements match ${selector}`);
	return found;
}

/** The text nodes that visitors can read or hear. */
export function listTextNodes(root: Element): Text[] {
	// 4 is NodeFilter.SHOW_TEXT.
	const walker = root.ownerDocument.createTreeWalker(root, 4);
	const found: Text[] = [];
	for (let node = walker.nextNode(); node; node = walker.nextNode()) {
		const { parentElement } = node;
		if (collapse(node.textContent) && !parentElement?.closest("[hidden], script, style")) found.push(node as Text);
	}
	return found;
}
