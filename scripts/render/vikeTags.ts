import { basename } from "node:path";
import { defaultTreeAdapter, html as htmlNames } from "parse5";
import {
	attributeOf,
	type DocumentElement,
	type DocumentTree,
	isElement,
	listParts,
} from "./siteDocument.ts";
import type { Styles } from "./styles.ts";

/**
 * Source folders in the order of the cascade layers. The name of a style sheet begins with the name of its source
 * folder.
 */
const folders = ["renderer", "components", "pages"];
const layerOf = (file: string) => folders.findIndex((folder) => file.startsWith(`${folder}_`));
const byLayerAndName = (a: string, b: string) => layerOf(a) - layerOf(b) || (a < b ? -1 : 1);

/**
 * Inlines a document's style sheets, and delays the page's script until after the first paint. Vike's `injectFilter`
 * hook cannot do this, because it cannot replace the script tag.
 * @throws Error when a script or style sheet is missing
 */
export function replaceVikeTags(document: DocumentTree, styles: Styles): void {
	const elements = listParts(document).filter(isElement);
	const links = elements.filter(isStyleSheet);
	const entryScript = elements.find(isEntryScript);
	// Our inline script, whose `data-entry` is empty in the rendered document.
	const headEntry = elements
		.flatMap(({ attrs }) => attrs)
		.find(({ name, value }) => name === "data-entry" && !value);
	const head = elements.find(({ tagName }) => tagName === "head");
	const entry = entryScript && attributeOf(entryScript, "src");
	if (!entry || !headEntry || !head) {
		throw new Error("Vike has put no script into the page, or the head has no place for it.");
	}
	headEntry.value = entry;
	const style = defaultTreeAdapter.createElement("style", htmlNames.NS.HTML, []);
	defaultTreeAdapter.insertText(style, joinStyles(links, styles));
	defaultTreeAdapter.appendChild(head, style);
	for (const element of [...links, entryScript]) defaultTreeAdapter.detachNode(element);
}

function isStyleSheet(element: DocumentElement): boolean {
	return element.tagName === "link" && attributeOf(element, "rel") === "stylesheet";
}

function isEntryScript(element: DocumentElement): boolean {
	return (
		element.tagName === "script" &&
		attributeOf(element, "src")?.startsWith("/assets/entries/") === true
	);
}

/** Joins style sheets in a fixed order, which does not depend on the bundler's chunks. */
function joinStyles(links: DocumentElement[], styles: Styles): string {
	const files = links.map((link) => basename(attributeOf(link, "href") ?? ""));
	const texts = files.sort(byLayerAndName).map((file) => {
		const text = styles.get(file);
		if (text === undefined || layerOf(file) < 0)
			throw new Error(`The style sheet ${file} is not one of the bundle's.`);
		return text;
	});
	return texts.join("");
}
