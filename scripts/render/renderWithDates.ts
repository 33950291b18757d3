import { hash } from "node:crypto";
import { findLastPageChange } from "../../content/changes.ts";
import { localeCodes } from "../../content/locales.ts";
import { pathOf, routeNames } from "../../content/routes.ts";
import type { Snapshots } from "../../content/snapshotFiles.server.ts";
import type { Site } from "../../site/site.ts";
import { fileOf } from "./addresses.ts";
import { renderSite } from "./renderSite.ts";
import { type DocumentPart, isElement, type SiteDocument } from "./siteDocument.ts";

/**
 * Text and date of a page. `words` is a hash of all text that search engines read. `changed` is the time of the last
 * change in ISO 8601.
 */
type PageState = { words: string; changed?: string | undefined };

/** Text and date of each page, by the page's path. */
export type PageStates = Record<string, PageState>;

/**
 * Renders the site, and corrects each page's date of last change. The date is normally that of the page's newest entry.
 * When this date is not later than in the previous version, for example because an entry was removed, the page gets the
 * current time if its words have changed. Otherwise it keeps its previous date.
 * @param previous words and dates of the pages in the previous version. Without them, no date is corrected
 * @returns the documents, the snapshots with the new dates, and the words and dates of the pages
 */
export async function renderWithDates(bundle: string, snapshots: Snapshots, site: Site, previous: PageStates = {}) {
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

/** Checks whether the words of a page have changed while its date has not become later. */
function hasChangedWithoutDate(previous: PageState | undefined, current: PageState | undefined): boolean {
	if (!previous || !current || previous.words === current.words) return false;
	return (current.changed ?? "") <= (previous.changed ?? "");
}

/**
 * Returns copies of the snapshots in which no page's date of last change is earlier than a given date.
 * @param timeOf returns the earliest allowed date for the page at a path, in ISO 8601, or undefined when any date is
 * allowed
 */
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

/** Attribute that search engines read, by element: link targets, descriptions and alternative texts. */
const readAttributes: Record<string, string> = { a: "href", meta: "content", img: "alt" };

/** Returns everything that search engines read in a document: texts, structured data and `readAttributes`. */
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
