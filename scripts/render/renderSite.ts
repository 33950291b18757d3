import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { renderPage } from "vike/server";
import { defaultLocale, type Locale, localeCodes } from "../../content/locales.ts";
import { listShownRoutes, localisePath, pathOf, previewReportPath } from "../../content/routes.ts";
import type { Snapshots } from "../../content/snapshotFiles.server.ts";
import type { Site } from "../../site/site.ts";
import { FaultsError, listFaults } from "../shared/faults.ts";
import { fileOf } from "./addresses.ts";
import { finishPages } from "./finishPages.ts";
import type { SiteDocument } from "./siteDocument.ts";

/**
 * Renders all pages in each language.
 * @param folder folder of the bundle, which contains the renderer
 * @throws FaultsError with the error of each page that fails to render
 */
export async function renderSite(
	folder: string,
	snapshots: Snapshots,
	site: Site,
): Promise<ReadonlyMap<string, SiteDocument>> {
	await import(pathToFileURL(join(folder, "server", "entry.mjs")).href);
	/** Maps a page's path in the default locale to the page's HTML by file name, one file for each locale. */
	const pages = new Map<string, Map<string, string>>();
	const faults: string[] = [];
	const render = async (page: string, locale: Locale, expectedStatus: number) => {
		const path = localisePath(page, locale);
		const { httpResponse, errorWhileRendering } = await renderPage({ urlOriginal: path, snapshots, site });
		if (httpResponse?.statusCode !== expectedStatus || errorWhileRendering) {
			const [reason = `status ${httpResponse?.statusCode}`] = errorWhileRendering
				? listFaults(errorWhileRendering)
				: [];
			faults.push(`The page ${path} (${locale}) fails to render: ${reason}`);
			return;
		}
		const translations = pages.get(page) ?? new Map<string, string>();
		pages.set(page, translations.set(fileOf(path), httpResponse.body));
	};
	for (const locale of localeCodes) {
		for (const route of listShownRoutes(snapshots[locale])) await render(pathOf(route, defaultLocale), locale, 200);
		await render("/404", locale, 404);
		if (site.preview) await render(previewReportPath, locale, 200);
	}
	if (faults.length > 0) throw new FaultsError(faults);
	// A preview keeps unused styles, because a later edit can need them in a page that is already open.
	return finishPages(folder, [...pages.values()], { canRemoveStyles: !site.preview });
}
