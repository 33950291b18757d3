import { readFileSync } from "node:fs";
import { join } from "node:path";
import { JSDOM } from "jsdom";
import { type Locale, localeCodes } from "../../content/locales.ts";
import type { RouteName } from "../../content/pages.ts";
import {
	findRoute,
	listAllRoutes,
	localisePath,
	type Route,
	splitLocale,
} from "../../content/routes.ts";
import type { Snapshot, Snapshots } from "../../content/snapshot.ts";
import type { Site } from "../../environment/site.ts";
import { loadSnapshots } from "../../environment/snapshotFiles.server.ts";
import { openRenderer } from "../../scripts/render/renderSite.ts";
import { bundleFolder } from "../tools/bundle.ts";

/** Folder of the published files, written by `npm run build`. */
export const clientFolder = "dist/client";

/** HTML document of the site: a page or the 404 page. */
export type SitePage = {
	/** Path of the file in `clientFolder`. */
	file: string;
	/** URL path of the document. For the 404 page: an example of a path that does not exist. */
	path: string;
	locale: Locale;
	/** Path without the prefix of the locale, the same in both languages. */
	name: string;
	/** Page, or undefined for the 404 page. */
	route: Route | undefined;
	html: string;
	document: Document;
};

/** Content of the built site. */
export const snapshots = await loadSnapshots("content/generated");

/** File, path, name, locale and route of all documents of the site. */
export const sitePages = localeCodes.flatMap((locale) =>
	[...listAllRoutes(snapshots[locale]), undefined].map((route) => {
		const path = localisePath(route?.path ?? "/404", locale);
		const { path: name } = splitLocale(path);
		const file = path === "/" ? "index.html" : `${path.slice(1)}.html`;
		return { file, path, name, locale, route };
	}),
);

const { DOMParser } = new JSDOM().window;

const parsePage = (page: Omit<SitePage, "html" | "document">, html: string): SitePage => ({
	...page,
	html,
	document: new DOMParser().parseFromString(html, "text/html"),
});

let built: SitePage[] | undefined;

/** Returns the built documents. They are parsed once for all tests of a file, so a test must not change them. */
export function loadPages(): SitePage[] {
	built ??= sitePages.map((page) =>
		parsePage(page, readFileSync(join(clientFolder, page.file), "utf8")),
	);
	return built;
}

/** Changes a copy of a snapshot, or returns another snapshot. */
type Change = (content: Snapshot) => Snapshot | undefined;

/** Returns changed copies of the built site's snapshots. */
export function changeBoth(change: Change): Snapshots {
	const { "en-US": english, ru } = structuredClone(snapshots);
	return { "en-US": change(english) ?? english, ru: change(ru) ?? ru };
}

const site: Site = { url: "https://www.example.org", indexable: true };

/** Renders pages with other content. */
export async function renderPages(content: Snapshots, rendered = sitePages): Promise<SitePage[]> {
	const render = await openRenderer(bundleFolder);
	const pages: SitePage[] = [];
	for (const page of rendered) {
		const { document } = await render(page.path, content, site);
		const route = findRoute(page.name, content[page.locale]);
		pages.push(parsePage({ ...page, route }, document.html));
	}
	return pages;
}

/** Renders one page, in English, with changed content. */
export async function renderChanged(route: RouteName, change: Change): Promise<Document> {
	const pages = sitePages.filter((page) => page.route?.name === route && page.locale === "en-US");
	const [page] = await renderPages(changeBoth(change), pages);
	if (!page) throw new Error(`The page ${route} is not rendered.`);
	return page.document;
}

/**
 * Replaces each sequence of white space and no-break spaces by one space, and removes soft hyphens.
 * components/Text/ has the tests of no-break spaces and soft hyphens.
 */
export function collapse(text: string | null | undefined): string {
	return (text ?? "")
		.replace(/[ \t\n\r\f]+/g, " ")
		.replace(/^ | $/g, "")
		.replaceAll("\u00ad", "")
		.replaceAll("\u00a0", " ");
}

/**
 * Returns the element that matches a selector.
 * @throws Error if no element or several elements match
 */
export function requireSingle(root: ParentNode, selector: string): Element {
	const [found, ...others] = root.querySelectorAll(selector);
	if (!found || others.length > 0)
		throw new Error(`${others.length + (found ? 1 : 0)} elements match ${selector}`);
	return found;
}
