import { hash } from "node:crypto";
import { localeCodes } from "../../content/locales.ts";
import { pathOf, routeNames } from "../../content/routes.ts";
import type { Snapshots } from "../../content/snapshotFiles.server.ts";
import { fileOf } from "./addresses.ts";
import {
	attributeOf,
	codeOf,
	type DocumentPart,
	isElement,
	type SiteDocument,
} from "./siteDocument.ts";

export const buildInfoFile = "build-info.json";

/**
 * State of each page, by the page's path: hash of its text, and time of its last change in ISO 8601. The hash is named
 * `words` as in earlier releases, because it is compared with that of the live site.
 */
export type PageStates = Record<string, { words: string; changed?: string | undefined }>;

/**
 * Returns the state of each page. A page whose text has changed gets the current time, and any other page keeps its
 * date. Without a previous version, a page has the time at which its entry was changed.
 * @param previous states of the pages in the version that is live
 */
export function computePageStates(
	documents: ReadonlyMap<string, SiteDocument>,
	snapshots: Snapshots,
	previous?: PageStates,
): PageStates {
	const states: PageStates = {};
	for (const locale of localeCodes) {
		for (const route of routeNames) {
			const path = pathOf(route, locale);
			const { parts = [] } = documents.get(fileOf(path)) ?? {};
			const textHash = hash("sha256", parts.map(readPart).join("\n")).slice(0, 16);
			const before = previous?.[path];
			if (!before) states[path] = { words: textHash, changed: snapshots[locale][route].updatedAt };
			else if (before.words === textHash) states[path] = before;
			else states[path] = { words: textHash, changed: new Date().toISOString() };
		}
	}
	return states;
}

const readAttributes: Record<string, string> = { a: "href", meta: "content", img: "alt" };

/** Returns what search engines read of an element or text. */
function readPart(part: DocumentPart): string {
	if (!isElement(part)) return part.value;
	if (attributeOf(part, "type") === "application/ld+json") return codeOf(part);
	const attribute = readAttributes[part.tagName] ?? "";
	return attributeOf(part, attribute) ?? "";
}

/** Returns the text of `build-info.json`. The Netlify plugin compares `inputHash` with that of the live site. */
export function formatBuildInfo(pages: PageStates, inputHash: string): string {
	return `${JSON.stringify({ inputHash, pages }, undefined, "\t")}\n`;
}
