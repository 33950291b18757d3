import { hash } from "node:crypto";
import { findLastPageChange } from "../../content/changes.ts";
import { localeCodes } from "../../content/locales.ts";
import { pathOf, routeNames } from "../../content/routes.ts";
import type { Snapshots } from "../../content/snapshotFiles.server.ts";
import type { Site } from "../../site/site.ts";
import { fileOf } from "./addresses.ts";
import { renderSite } from "./renderSite.ts";
import { type DocumentPart, isElement, type SiteDocument } from "./siteDocument.ts";

/** Hash of a page's text, and time of its last change in ISO 8601. */
type PageState = { words: string; changed?: string | undefined };

/** State of each page, by the page's path. */
export type PageStates = Record<string, PageState>;

/** Renders the site with each page's date of last change. */
export async function renderWithDates(bundle: string, snapshots: Snapshots, site: Site, previous: PageStates = {}) {
	// Removing a page's newest entry must not make the page's date of last change earlier.
	const kept = raiseTimes(snapshots, (path) => previous[path]?.changed);
	const documents = await renderSite(bundle, kept, site);
	const pages = describePages(documents, kept);
	const outdated = Object.keys(pages).filter((path) => hasChangedWithoutDate(previous[path], pages[path]));
	if (outdated.length === 0) return { documents, snapshots: kept, pages };

	const now = new Date().toISOString();
	const raised = raiseTimes(kept, (path) => (outdated.includes(path) ? now : undefined));
	const dated = await renderSite(bundle, raised, site);
	return { documents: dated, snapshots: raised, pages: describePages(dated, raised) };
}

function hasChangedWithoutDate(previous: PageState | undefined, current: PageState | undefined): boolean {
	if (!previous || !current || previous.words === current.words) return false;
	return (current.changed ?? "") <= (previous.changed ?? "");
}

/** Raises each page's date of last change to at least `timeOf(path)`. */
function raiseTimes(snapshots: Snapshots, timeOf: (path: string) => string | undefined): Snapshots {
	const raised = { ...snapshots };
	for (const locale of localeCodes) {
		for (const route of routeNames) {
			const time = timeOf(pathOf(route, locale));
			const current = findLastPageChange(raised[locale], route) ?? "";
			if (!time || time <= current) continue;
			raised[locale] = { ...raised[locale], [route]: { ...raised[locale][route], updatedAt: time } };
		}
	}
	return raised;
}

function describePages(documents: ReadonlyMap<string, SiteDocument>, snapshots: Snapshots): PageStates {
	const states: PageStates = {};
	for (const locale of localeCodes) {
		for (const route of routeNames) {
			const path = pathOf(route, locale);
			const text = readWords(documents.get(fileOf(path))?.parts ?? []);
			states[path] = {
				words: hash("sha256", text).slice(0, 16),
				changed: findLastPageChange(snapshots[locale], route),
			};
		}
	}
	return states;
}

const readAttributes: Record<string, string> = { a: "href", meta: "content", img: "alt" };

/** Returns the parts of a document that search engines read, as one text. */
function readWords(parts: DocumentPart[]): string {
	return parts.map(readPart).join("\n");
}

function readPart(part: DocumentPart): string {
	if (!isElement(part)) return part.text;
	const { name, attributes, text } = part;
	if (attributes.get("type") === "application/ld+json") return text.replace(/"dateModified":"[^"]*"/g, "");
	const attribute = readAttributes[name] ?? "";
	return attributes.get(attribute) ?? "";
}
