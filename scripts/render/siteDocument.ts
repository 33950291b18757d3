import { type DefaultTreeAdapterTypes, parse, serialize } from "parse5";

export type SiteDocument = {
	html: string;
	parts: DocumentPart[];
};

/** Parsed document that can still be changed. */
export type DocumentTree = DefaultTreeAdapterTypes.Document;
export type DocumentElement = DefaultTreeAdapterTypes.Element;

/** Element or text of a document. The code of a script or style sheet is only in its element: see `codeOf`. */
export type DocumentPart = DocumentElement | DefaultTreeAdapterTypes.TextNode;

/** Elements that contain code or data instead of text. */
const codeElements = ["script", "style"];

/**
 * Parses a rendered document by the same rules as browsers.
 * @throws Error when the document is incomplete, because the parser would silently complete it
 */
export function parseRendered(html: string): DocumentTree {
	if (!html.trimEnd().endsWith("</html>"))
		throw new Error("The document breaks off: it does not end with </html>.");
	return parse(html);
}

/** Serialises a document for publication. */
export function finishDocument(tree: DocumentTree): SiteDocument {
	return { html: `${serialize(tree)}\n`, parts: listParts(tree) };
}

/** Lists the elements and texts of a document, in document order. */
export function listParts(node: DefaultTreeAdapterTypes.ParentNode): DocumentPart[] {
	return node.childNodes.flatMap((child): DocumentPart[] => {
		if ("value" in child) return [child];
		if (!("tagName" in child)) return [];
		return codeElements.includes(child.tagName) ? [child] : [child, ...listParts(child)];
	});
}

export function isElement(part: DocumentPart): part is DocumentElement {
	return "tagName" in part;
}

export function attributeOf(element: DocumentElement, name: string): string | undefined {
	return element.attrs.find((attribute) => attribute.name === name)?.value;
}

/** Returns the text directly inside an element, such as the code of a script. */
export function codeOf({ childNodes }: DocumentElement): string {
	return childNodes.map((child) => ("value" in child ? child.value : "")).join("");
}
