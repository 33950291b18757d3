import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { renderPage } from "vike/server";
import type { Snapshots } from "../../content/snapshotFiles.server.ts";
import type { Site } from "../../site/site.ts";
import { parseDocument, parseXml, sitePages } from "./sitePages.ts";

const site: Site = { url: "https://www.example.org", indexable: true };

/** Renders documents as React writes them, before the build parses and serialises them, by file name. */
export async function renderSources(snapshots: Snapshots, pages = sitePages): Promise<Map<string, string>> {
	await import(pathToFileURL(resolve("dist/server/entry.mjs")).href);
	const sources = new Map<string, string>();
	for (const { file, path } of pages) {
		const { httpResponse } = await renderPage({ urlOriginal: path, snapshots, site });
		sources.set(file, httpResponse?.body ?? "");
	}
	return sources;
}

/**
 * Finds the first difference between a document's source and what a browser makes of it. React writes every end tag, so a
 * strict parser and a browser, which mends wrong nesting, must see the same. Vike's script stands behind the footer.
 */
export function findMisnesting(source: string): string[] {
	const written = source.slice(source.indexOf("<body"), source.lastIndexOf("</footer>") + "</footer>".length);
	const strict = outline(parseXml(`${written}</body>`).documentElement);
	const mended = outline(parseDocument(source).body);
	const differs = mended.findIndex((line, index) => line !== strict[index]);
	if (differs < 0 && strict.length === mended.length) return [];
	return [`the browser mends the document: ${strict[differs]} becomes ${mended[differs]}`];
}

/** Lists the elements of a body: name, parent and text of each. */
function outline(body: Element): string[] {
	return [...body.querySelectorAll(":not(script)")].map(
		({ localName, parentElement, textContent }) => `${localName} in ${parentElement?.localName}: ${textContent}`,
	);
}
