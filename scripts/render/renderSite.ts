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
import { loadScriptWords, loadStyles } from "./styles.ts";
import { keepUsed } from "./usedStyles.ts";
import { replaceStyles, replaceVikeTags, stylesOf } from "./vikeTags.ts";

/**
 * Renders all pages in each language, the 404 page, and the report page of a preview, with the renderer in a bundle. Calls
 * Vike's `renderPage`: its `prerender` loads the bundler, writes files itself and stops at the first page that fails.
 * @param folder folder of the bundle
 * @returns the documents by file name
 * @throws FaultsError that names route, locale and error of each page that fails to render
 */
export async function renderSite(folder: string, snapshots: Snapshots, site: Site): Promise<Map<string, string>> {
	await import(pathToFileURL(join(folder, "server", "entry.mjs")).href);
	const [styles, scriptWords] = await Promise.all([loadStyles(folder), loadScriptWords(folder)]);
	const documents = new Map<string, string>();
	const faults: string[] = [];
	const render = async (path: string, locale: Locale, expected: number) => {
		const { httpResponse, errorWhileRendering } = await renderPage({ urlOriginal: path, snapshots, site });
		if (httpResponse?.statusCode === expected && !errorWhileRendering) {
			documents.set(fileOf(path), replaceVikeTags(httpResponse.body, styles));
		} else {
			const [why = `status ${httpResponse?.statusCode}`] = errorWhileRendering ? faultsOf(errorWhileRendering) : [];
			faults.push(`The page ${path} (${locale}) fails to render: ${why}`);
		}
	};
	for (const locale of localeCodes) {
		for (const route of shownRoutes(snapshots[locale])) await render(pathOf(route, locale), locale, 200);
		await render(localisePath("/404", locale), locale, 404);
		if (site.preview) await render(localisePath(previewReport, locale), locale, 200);
	}
	if (faults.length > 0) throw new FaultsError(faults);
	// A preview changes pages in place, so their styles must not depend on their content.
	if (site.preview) return documents;
	for (const path of [...shownRoutes(snapshots[defaultLocale]).map((route) => pages[route].path), "/404"]) {
		const files = localeCodes.map((locale) => fileOf(localisePath(path, locale)));
		const both = files.map((file) => documents.get(file) ?? "");
		// Both languages of a page have the same styles, because the language switch swaps them in place.
		const css = keepUsed(stylesOf(both[0] ?? ""), both, scriptWords);
		for (const [index, file] of files.entries()) documents.set(file, replaceStyles(both[index] ?? "", css));
	}
	return documents;
}
