import { basename } from "node:path";
import {
	appendElement,
	type DocumentTree,
	describeElement,
	listElements,
	removeElement,
	setAttribute,
	type TreeElement,
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
	const elements = listElements(document);
	const links = elements.filter(isStyleSheet);
	const entryScript = elements.find(isEntryScript);
	const headScript = elements.find(isHeadScript);
	const head = elements.find(({ tagName }) => tagName === "head");
	const entry = entryScript && describeElement(entryScript).attributes.get("src");
	if (!entry || !headScript || !head) {
		throw new Error("Vike has put no script into the page, or the head has no place for it.");
	}
	const css = joinStyles(links, styles);
	for (const element of [...links, entryScript]) removeElement(element);
	setAttribute(headScript, "data-entry", entry);
	appendElement(head, "style", css);
}

function isStyleSheet(element: TreeElement): boolean {
	const { name, attributes } = describeElement(element);
	return name === "link" && attributes.get("rel") === "stylesheet";
}

function isEntryScript(element: TreeElement): boolean {
	const { name, attributes } = describeElement(element);
	return name === "script" && attributes.get("src")?.startsWith("/assets/entries/") === true;
}

/** Checks whether an element is our inline script, whose `data-entry` is empty until `replaceVikeTags` fills it. */
function isHeadScript(element: TreeElement): boolean {
	const { name, attributes } = describeElement(element);
	return name === "script" && attributes.get("data-entry") === "";
}

/** Joins style sheets in a fixed order, which does not depend on the bundler's chunks. */
function joinStyles(links: TreeElement[], styles: Styles): string {
	const files = links.map((link) => basename(describeElement(link).attributes.get("href") ?? ""));
	const texts = files.sort(byLayerAndName).map((file) => {
		const text = styles.get(file);
		if (text === undefined || layerOf(file) < 0) throw new Error(`The style sheet ${file} is not one of the bundle's.`);
		return text;
	});
	return texts.join("");
}
