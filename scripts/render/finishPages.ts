import { isDeepStrictEqual } from "node:util";
import { inlineConstants } from "./inlineConstants.ts";
import { createSelectorCheck } from "./matchSelectors.ts";
import { removeUnusedRules } from "./removeUnusedRules.ts";
import { shortenProperties } from "./shortenProperties.ts";
import { type DocumentTree, finishDocument, parseRendered, type SiteDocument } from "./siteDocument.ts";
import { loadNamesInScripts, loadStyles, type NamesInScripts } from "./styles.ts";
import { replaceStyles, replaceVikeTags, stylesOf } from "./vikeTags.ts";

/** HTML documents of one page as Vike renders them: one document for each language, by file name. */
export type RenderedPage = ReadonlyMap<string, string>;

/** A page with its finished documents, kept until the next call of `finishPages`. */
type FinishedPage = { rendered: RenderedPage; documents: ReadonlyMap<string, SiteDocument> };

/**
 * Pages of the last call of `finishPages`. A page whose rendered HTML has not changed is reused, because finishing a
 * page takes longer than rendering it. `key` contains the arguments `bundle` and `canRemoveStyles` of the call.
 */
let last: { key: string; pages: FinishedPage[] } = { key: "", pages: [] };

/**
 * Turns rendered pages into the documents to publish. Inlines the styles of each page, removes the tags that Vike adds,
 * and makes browsers load the page's script after the first paint. Reuses the documents of pages that have not changed
 * since the last call.
 * @param bundle folder of the bundle that rendered the pages
 * @param options `canRemoveStyles`: whether to remove styles that a page uses in neither language
 * @returns the documents, by file name
 * @throws Error when a document is incomplete, or lacks the tags that Vike adds
 */
export async function finishPages(
	bundle: string,
	pages: RenderedPage[],
	{ canRemoveStyles }: { canRemoveStyles: boolean },
): Promise<Map<string, SiteDocument>> {
	const key = JSON.stringify([bundle, canRemoveStyles]);
	const known = last.key === key ? last.pages : [];
	const [styles, namesInScripts] = await Promise.all([loadStyles(bundle), loadNamesInScripts(bundle)]);
	const finish = (rendered: RenderedPage): FinishedPage => {
		const trees = new Map([...rendered].map(([file, html]) => [file, parseRendered(html)]));
		for (const tree of trees.values()) replaceVikeTags(tree, styles);
		if (canRemoveStyles) reduceStyles([...trees.values()], namesInScripts);
		return { rendered, documents: new Map([...trees].map(([file, tree]) => [file, finishDocument(tree)])) };
	};
	const finished = pages.map(
		(rendered) => known.find((page) => isDeepStrictEqual(page.rendered, rendered)) ?? finish(rendered),
	);
	last = { key, pages: finished };
	return new Map(finished.flatMap(({ documents }) => [...documents]));
}

/**
 * Removes the styles that a page uses in neither language, and shortens the others. A style that only one language uses
 * stays in both documents, because the language switch replaces the content of an open page but not its styles.
 */
function reduceStyles(translations: DocumentTree[], namesInScripts: NamesInScripts): void {
	const [first] = translations;
	if (!first) return;
	const used = removeUnusedRules(stylesOf(first), createSelectorCheck(translations, namesInScripts));
	const css = shortenProperties(inlineConstants(used, namesInScripts.words), namesInScripts.words);
	for (const document of translations) replaceStyles(document, css);
}
