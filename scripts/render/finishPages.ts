import { isDeepStrictEqual } from "node:util";
import { inlineConstants } from "./inlineConstants.ts";
import { createSelectorCheck } from "./matchSelectors.ts";
import { removeCommaSpaces } from "./removeCommaSpaces.ts";
import { removeUnusedRules } from "./removeUnusedRules.ts";
import { shortenProperties } from "./shortenProperties.ts";
import { type DocumentTree, finishDocument, parseRendered, type SiteDocument } from "./siteDocument.ts";
import { loadNamesInScripts, loadStyles, type NamesInScripts } from "./styles.ts";
import { replaceStyles, replaceVikeTags, stylesOf } from "./vikeTags.ts";

/** HTML documents of one page as Vike renders them: one document for each language, by file name. */
export type RenderedPage = ReadonlyMap<string, string>;

/** A page with its finished documents, kept until the next call of `finishPages`. */
type FinishedPage = { rendered: RenderedPage; documents: ReadonlyMap<string, SiteDocument> };

/** Pages of the last `finishPages` call. Unchanged pages are reused. */
let last: { key: string; pages: FinishedPage[] } = { key: "", pages: [] };

/**
 * Converts rendered pages into the documents to publish, and reuses the documents of unchanged pages.
 * @throws Error when a document is incomplete
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
 * Removes the styles that no language of a page uses. All languages keep the same styles, because the language switch
 * does not replace styles.
 */
function reduceStyles(translations: DocumentTree[], namesInScripts: NamesInScripts): void {
	const [first] = translations;
	if (!first) return;
	const used = removeUnusedRules(stylesOf(first), createSelectorCheck(translations, namesInScripts));
	const inlined = inlineConstants(used, namesInScripts.words);
	const css = removeCommaSpaces(shortenProperties(inlined, namesInScripts.words));
	for (const document of translations) replaceStyles(document, css);
}
