import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { renderPage } from "vike/server";
import { type Locale, localeCodes } from "../../content/locales.ts";
import { listShownRoutes, localisePath, pathOf } from "../../content/routes.ts";
import type { Snapshots } from "../../content/snapshotFiles.server.ts";
import type { Site } from "../../environment/site.ts";
import { FaultsError, listFaults } from "../shared/faults.ts";
import { fileOf } from "./addresses.ts";
import { finishDocument, parseRendered, type SiteDocument } from "./siteDocument.ts";
import { loadStyles } from "./styles.ts";
import { replaceVikeTags } from "./vikeTags.ts";

/**
 * Loads the renderer of a bundle. A process can load the renderer of one bundle only.
 * @param folder folder of the bundle
 * @returns function that renders the page at a path. It rejects when the page fails to render.
 */
export async function openRenderer(folder: string) {
	// Imported for its side effect: the bundle registers the site's pages for `renderPage`.
	await import(pathToFileURL(join(folder, "server", "entry.mjs")).href);
	const styles = await loadStyles(folder);
	return async (
		path: string,
		snapshots: Snapshots,
		site: Site,
	): Promise<{ status: number; document: SiteDocument }> => {
		// Vike calls `renderer/+onBeforeRoute.ts`, which removes the locale from `/ru/packages`, and then
		// `renderer/+onRenderHtml.tsx` with `pages/packages/+Page.tsx`.
		const { httpResponse, errorWhileRendering } = await renderPage({
			urlOriginal: path,
			snapshots,
			site,
		});
		if (errorWhileRendering) throw errorWhileRendering;
		const document = parseRendered(httpResponse.body);
		replaceVikeTags(document, styles);
		return { status: httpResponse.statusCode, document: finishDocument(document) };
	};
}

/**
 * Renders all pages in each language.
 * @param folder folder of the bundle, which contains the renderer
 * @returns the documents to publish, by file name
 * @throws FaultsError with the error of each page that fails to render
 */
export async function renderSite(
	folder: string,
	snapshots: Snapshots,
	site: Site,
): Promise<ReadonlyMap<string, SiteDocument>> {
	const renderOne = await openRenderer(folder);
	const documents = new Map<string, SiteDocument>();
	const faults: string[] = [];
	// `locale` is used only in the text of a fault.
	const render = async (path: string, locale: Locale, expectedStatus: number) => {
		try {
			const { status, document } = await renderOne(path, snapshots, site);
			if (status !== expectedStatus) throw new Error(`status ${status}`);
			documents.set(fileOf(path), document);
		} catch (error) {
			const [reason] = listFaults(error);
			faults.push(`The page ${path} (${locale}) fails to render: ${reason}`);
		}
	};
	for (const locale of localeCodes) {
		for (const route of listShownRoutes(snapshots[locale]))
			await render(pathOf(route, locale), locale, 200);
		await render(localisePath("/404", locale), locale, 404);
	}
	if (faults.length > 0) throw new FaultsError(faults);
	return documents;
}
