import { hash } from "node:crypto";
import { findLastPageChange } from "../../content/changes.ts";
import { localeCodes } from "../../content/locales.ts";
import { pathOf, routeNames } from "../../content/routes.ts";
import type { Snapshots } from "../../content/snapshotFiles.server.ts";
import { fileOf } from "./addresses.ts";
import { type DocumentPart, isElement, type SiteDocument } from "./siteDocument.ts";

/** Hash of a page's text, and time of its last change in ISO 8601. */
type PageState = { textHash: string; changed?: string | undefined };

/** State of each page, by the page's path. */
export type PageStates = Record<string, PageState>;

type DatedPages = { documents: ReadonlyMap<string, SiteDocument>; pages: PageStates };

/**
 * Writes the date of its last change into each page: the time of the newest entry that the page shows. The date never
 * moves back, and a page whose text has changed without a newer entry gets the current time.
 * @param rendered documents by file name, as `renderSite` returns them
 * @param previous states of the pages in the version that is live
 */
export function datePages(
	rendered: ReadonlyMap<string, SiteDocument>,
	snapshots: Snapshots,
	previous: PageStates = {},
): DatedPages {
	const documents = new Map(rendered);
	const pages: PageStates = {};
	for (const locale of localeCodes) {
		for (const route of routeNames) {
			const path = pathOf(route, locale);
			const file = fileOf(path);
			const document = documents.get(file);
			const newest = findLastPageChange(snapshots[locale], route);
			const textHash = hash("sha256", readIndexedText(document?.parts ?? [])).slice(0, 16);
			const changed = chooseDate({ textHash, changed: newest }, previous[path]);
			pages[path] = { textHash, changed };
			if (document) documents.set(file, replaceDate(document, newest, changed));
		}
	}
	return { documents, pages };
}

function chooseDate(current: PageState, previous: PageState | undefined): string | undefined {
	if (!previous) return current.changed;
	const isNewer = (current.changed ?? "") > (previous.changed ?? "");
	if (isNewer) return current.changed;
	return current.textHash === previous.textHash ? previous.changed : new Date().toISOString();
}

/** Replaces the date in a page's structured data, which were rendered with the time of the newest entry. */
function replaceDate(document: SiteDocument, rendered: string | undefined, changed: string | undefined): SiteDocument {
	if (!rendered || !changed) return document;
	// A document contains this text only once, in the structured data at the end of its body.
	return { ...document, html: document.html.replace(formatDate(rendered), formatDate(changed)) };
}

function formatDate(date: string): string {
	return `"dateModified":"${date}"`;
}

const readAttributes: Record<string, string> = { a: "href", meta: "content", img: "alt" };

/** Returns the parts of a document that search engines read, as one text. */
function readIndexedText(parts: DocumentPart[]): string {
	return parts.map(readPart).join("\n");
}

function readPart(part: DocumentPart): string {
	if (!isElement(part)) return part.text;
	const { name, attributes, text } = part;
	if (attributes.get("type") === "application/ld+json") return text.replace(/"dateModified":"[^"]*"/g, "");
	const attribute = readAttributes[name] ?? "";
	return attributes.get(attribute) ?? "";
}
