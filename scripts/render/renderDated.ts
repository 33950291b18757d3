import { hash } from "node:crypto";
import { lastChange } from "../../content/changes.ts";
import { localeCodes } from "../../content/locales.ts";
import { pathOf, routeNames } from "../../content/routes.ts";
import type { Snapshots } from "../../content/snapshotFiles.server.ts";
import type { Site } from "../../site/site.ts";
import { fileOf } from "./addresses.ts";
import { renderSite } from "./renderSite.ts";

/** What is known of each page, by its path: a hash of what a search engine reads of it, and when it was last changed, in ISO 8601. */
export type PageStates = Record<string, { words: string; changed?: string | undefined }>;

/**
 * Renders the site as `renderSite` does, so that what a page says of its last change never falls, and rises also when something vanishes
 * from it: of that no entry that is left tells, so that the time is now.
 * @param before what was known of the pages of the last version; without it the entries' own times are all there is
 * @returns beside the documents the snapshots with these times, and what is known of the pages now
 */
export async function renderDated(bundle: string, snapshots: Snapshots, site: Site, before: PageStates = {}) {
	let dated = raise(snapshots, (path) => before[path]?.changed);
	let documents = await renderSite(bundle, dated, site);
	let pages = describePages(documents, dated);
	const isLate = (path: string) => {
		const [was, is] = [before[path], pages[path]];
		return was && is && was.words !== is.words && (is.changed ?? "") <= (was.changed ?? "");
	};
	const late = Object.keys(pages).filter(isLate);
	if (late.length > 0) {
		const now = new Date().toISOString();
		dated = raise(dated, (path) => (late.includes(path) ? now : undefined));
		documents = await renderSite(bundle, dated, site);
		pages = describePages(documents, dated);
	}
	return { documents, snapshots: dated, pages };
}

/** The snapshots in which no page is older than is said by its path. */
function raise(snapshots: Snapshots, timeOf: (path: string) => string | undefined): Snapshots {
	const raised = { ...snapshots };
	for (const locale of localeCodes) {
		for (const route of routeNames) {
			const time = timeOf(pathOf(route, locale));
			if (!time || time <= (lastChange(raised[locale], route) ?? "")) continue;
			raised[locale] = { ...raised[locale], [route]: { ...raised[locale][route], updatedAt: time } };
		}
	}
	return raised;
}

function describePages(documents: Map<string, string>, snapshots: Snapshots): PageStates {
	const states = localeCodes.flatMap((locale) =>
		routeNames.map((route) => {
			const path = pathOf(route, locale);
			const words = hash("sha256", readWords(documents.get(fileOf(path)) ?? "")).slice(0, 16);
			return [path, { words, changed: lastChange(snapshots[locale], route) }] as const;
		}),
	);
	return Object.fromEntries(states);
}

/** What a search engine reads of a document: its texts, where its links lead, what its pictures and it itself are said to be. */
function readWords(document: string): string {
	return document
		.replace(/<style\b.*?<\/style>|<script\b(?! type="application\/ld\+json").*?<\/script>/gs, "")
		.replace(/"dateModified":"[^"]*"/g, "")
		.replace(/<[^>]*>/g, (tag) =>
			/^<(?:a|meta|img)\b/.test(tag) ? (tag.match(/ (?:href|content|alt)="[^"]*"/g) ?? []).join("") : " ",
		);
}
