import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { renderPage } from "vike/server";
import { defaultLocale, type Locale, localeCodes } from "../../content/locales.ts";
import { pages } from "../../content/pages.ts";
import { localisePath, pathOf, previewReport, shownRoutes } from "../../content/routes.ts";
import type { Snapshots } from "../../content/snapshotFiles.server.ts";
import type { Site } from "../../site/site.ts";
import { FaultsError, faultsOf } from "../shared/faults.ts";
import { fileOf } from "./addresses.ts";
import {
	type DocumentTree,
	describeElement,
	finishDocument,
	listElements,
	parseRendered,
	type SiteDocument,
} from "./siteDocument.ts";
import { loadScriptNames, loadStyles, type ScriptNames } from "./styles.ts";
import { keepUsed } from "./usedStyles.ts";
import { replaceStyles, replaceVikeTags, stylesOf } from "./vikeTags.ts";

/**
 * Renders all pages in each language, the 404 page, and the report page of a preview, with the renderer in a bundle. Calls
 * Vike's `renderPage`: its `prerender` loads the bundler, writes files itself and stops at the first page that fails.
 * @param folder folder of the bundle
 * @returns the documents by file name
 * @throws FaultsError that names route, locale and error of each page that fails to render
 */
export async function renderSite(
	folder: string,
	snapshots: Snapshots,
	site: Site,
): Promise<ReadonlyMap<string, SiteDocument>> {
	await import(pathToFileURL(join(folder, "server", "entry.mjs")).href);
	const [styles, scriptNames] = await Promise.all([loadStyles(folder), loadScriptNames(folder)]);
	const documents = new Map<string, DocumentTree>();
	const faults: string[] = [];
	const render = async (path: string, locale: Locale, expectedStatus: number) => {
		const { httpResponse, errorWhileRendering } = await renderPage({ urlOriginal: path, snapshots, site });
		if (httpResponse?.statusCode !== expectedStatus || errorWhileRendering) {
			const [reason = `status ${httpResponse?.statusCode}`] = errorWhileRendering ? faultsOf(errorWhileRendering) : [];
			faults.push(`The page ${path} (${locale}) fails to render: ${reason}`);
			return;
		}
		const document = parseRendered(httpResponse.body);
		replaceVikeTags(document, styles);
		documents.set(fileOf(path), document);
	};
	for (const locale of localeCodes) {
		for (const route of shownRoutes(snapshots[locale])) await render(pathOf(route, locale), locale, 200);
		await render(localisePath("/404", locale), locale, 404);
		if (site.preview) await render(localisePath(previewReport, locale), locale, 200);
	}
	if (faults.length > 0) throw new FaultsError(faults);
	// A preview changes pages in place, so their styles must not depend on their content.
	if (!site.preview) {
		const paths = shownRoutes(snapshots[defaultLocale]).map((route) => pages[route].path);
		for (const path of [...paths, "/404"]) removeUnusedStyles(path, documents, scriptNames);
	}
	return new Map([...documents].map(([file, document]) => [file, finishDocument(document)]));
}

/**
 * Removes the styles that neither language of a page uses. Both languages keep the same styles, because the language switch
 * swaps them in place.
 * @param path path of the page in the default locale
 */
function removeUnusedStyles(
	path: string,
	documents: ReadonlyMap<string, DocumentTree>,
	scriptNames: ScriptNames,
): void {
	const translations = localeCodes.flatMap((locale) => documents.get(fileOf(localisePath(path, locale))) ?? []);
	const [first] = translations;
	if (!first) return;
	const elements = translations.flatMap(listElements).map(describeElement);
	const css = keepUsed(stylesOf(first), elements, scriptNames);
	for (const document of translations) replaceStyles(document, css);
}
