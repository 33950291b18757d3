import { renderPage } from "vike/server";
import type { Snapshot } from "../../content/snapshot.ts";
import type { Snapshots } from "../../content/snapshotFiles.server.ts";
import type { Site } from "../../environment/site.ts";
import { registerPages } from "../tools/bundle.ts";
import { parseDocument, parseXml, sitePages } from "./sitePages.ts";

const site: Site = { url: "https://www.example.org", indexable: true };

/**
 * Renders pages to the HTML that React writes, without the changes that the build makes later.
 * @returns the HTML by file name
 */
export async function renderSources(snapshots: Snapshots, pages = sitePages): Promise<Map<string, string>> {
	await registerPages();
	const sources = new Map<string, string>();
	for (const { file, path } of pages) {
		const { httpResponse } = await renderPage({ urlOriginal: path, snapshots, site });
		sources.set(file, httpResponse?.body ?? "");
	}
	return sources;
}

/** Returns changed copies of the snapshots of both languages. */
export function changeBoth(snapshots: Snapshots, change: (content: Snapshot) => Snapshot): Snapshots {
	return { "en-US": change(snapshots["en-US"]), ru: change(snapshots.ru) };
}

export function findMisnesting(source: string): string[] {
	const written = source.slice(source.indexOf("<body"), source.lastIndexOf("</footer>") + "</footer>".length);
	const strict = outline(parseXml(`${written}</body>`).documentElement);
	const repaired = outline(parseDocument(source).body);
	const differs = repaired.findIndex((line, index) => line !== strict[index]);
	if (differs < 0 && strict.length === repaired.length) return [];
	return [`the browser repairs the document: ${strict[differs]} becomes ${repaired[differs]}`];
}

function outline(body: Element): string[] {
	return [...body.querySelectorAll(":not(script)")].map(
		({ localName, parentElement, textContent }) => `${localName} in ${parentElement?.localName}: ${textContent}`,
	);
}
