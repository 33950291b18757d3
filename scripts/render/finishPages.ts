import { isDeepStrictEqual } from "node:util";
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

/** HTML of a page as Vike returns it, by file name: one document for each language. */
export type RenderedPage = ReadonlyMap<string, string>;

/** A page with its finished documents. Both are kept until the next call. */
type FinishedPage = { rendered: RenderedPage; documents: ReadonlyMap<string, SiteDocument> };

/**
 * Pages of the last call, and what they depend on beside their HTML. Most changes of content change few pages, and finishing a
 * page takes longer than rendering it.
 */
let last: { key: string; pages: FinishedPage[] } = { key: "", pages: [] };

/**
 * Turns rendered pages into the published documents: with inline styles, with the page's script loaded after the first
 * paint, and without what Vike adds for itself. A page that is the same as in the last call is not finished again.
 * @param bundle folder of the bundle that has rendered the pages
 * @param canRemoveStyles whether each page keeps only the styles that one of its languages uses
 * @returns the documents by file name
 * @throws Error when a document breaks off, or is not as Vike renders it
 */
export async function finishPages(
	bundle: string,
	pages: RenderedPage[],
	canRemoveStyles: boolean,
): Promise<Map<string, SiteDocument>> {
	const key = JSON.stringify([bundle, canRemoveStyles]);
	const known = last.key === key ? last.pages : [];
	const [styles, scriptNames] = await Promise.all([loadStyles(bundle), loadScriptNames(bundle)]);
	const finish = (rendered: RenderedPage): FinishedPage => {
		const trees = new Map([...rendered].map(([file, html]) => [file, parseRendered(html)]));
		for (const tree of trees.values()) replaceVikeTags(tree, styles);
		if (canRemoveStyles) removeUnusedStyles([...trees.values()], scriptNames);
		return { rendered, documents: new Map([...trees].map(([file, tree]) => [file, finishDocument(tree)])) };
	};
	const finished = pages.map(
		(rendered) => known.find((page) => isDeepStrictEqual(page.rendered, rendered)) ?? finish(rendered),
	);
	last = { key, pages: finished };
	return new Map(finished.flatMap(({ documents }) => [...documents]));
}

/**
 * Removes the styles that no language of a page uses. All languages keep the same styles, because the language switch swaps
 * them in place.
 */
function removeUnusedStyles(translations: DocumentTree[], scriptNames: ScriptNames): void {
	const [first] = translations;
	if (!first) return;
	const elements = translations.flatMap(listElements).map(describeElement);
	const css = keepUsed(stylesOf(first), elements, scriptNames);
	for (const document of translations) replaceStyles(document, css);
}
