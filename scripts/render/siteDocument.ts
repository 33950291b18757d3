import { type DefaultTreeAdapterTypes, defaultTreeAdapter, html as htmlNames, parse, serialize } from "parse5";

export type SiteDocument = {
	html: string;
	parts: DocumentPart[];
};

/** Parsed document that can still be changed. */
export type DocumentTree = DefaultTreeAdapterTypes.Document;
export type TreeElement = DefaultTreeAdapterTypes.Element;

/** Element of a parsed document. Attribute values are decoded. */
export type DocumentElement = {
	name: string;
	attributes: ReadonlyMap<string, string>;
	/** Text directly inside the element, such as the code of a script. */
	text: string;
};

/**
 * Decoded text between the tags of a document. The code of a script or style sheet is in `DocumentElement.text`
 * instead.
 */
type DocumentText = { text: string };

/** An element or a text of a document. */
export type DocumentPart = DocumentElement | DocumentText;

/** Elements that contain code or data instead of text. */
const codeElements = ["script", "style"];

/**
 * Parses a rendered document by the same rules as browsers.
 * @throws Error when the document is incomplete, because the parser would silently complete it
 */
export function parseRendered(html: string): DocumentTree {
	if (!html.trimEnd().endsWith("</html>")) throw new Error("The document breaks off: it does not end with </html>.");
	return parse(html);
}

/** Serialises a document for publication. */
export function finishDocument(tree: DocumentTree): SiteDocument {
	return { html: `${serialize(tree)}\n`, parts: listParts(tree) };
}

export function isElement(part: DocumentPart): part is DocumentElement {
	return "name" in part;
}

/** Lists the elements of a document, in document order. */
export function listElements(node: DefaultTreeAdapterTypes.ParentNode): TreeElement[] {
	return node.childNodes.flatMap((child) => ("tagName" in child ? [child, ...listElements(child)] : []));
}

export function describeElement(element: TreeElement): DocumentElement {
	const texts = element.childNodes.map((child) => ("value" in child ? child.value : ""));
	return {
		name: element.tagName,
		attributes: new Map(element.attrs.map(({ name, value }) => [name, value])),
		text: texts.join(""),
	};
}

export function removeElement(element: TreeElement): void {
	defaultTreeAdapter.detachNode(element);
}

/** Changes the value of an attribute. Does nothing when the element does not have the attribute. */
export function setAttribute(element: TreeElement, name: string, value: string): void {
	for (const attribute of element.attrs) {
		if (attribute.name === name) attribute.value = value;
	}
}

/** Appends a new element that contains a text. */
export function appendElement(parent: TreeElement, name: string, text: string): void {
	const element = defaultTreeAdapter.createElement(name, htmlNames.NS.HTML, []);
	defaultTreeAdapter.insertText(element, text);
	defaultTreeAdapter.appendChild(parent, element);
}

function listParts(node: DefaultTreeAdapterTypes.ParentNode): DocumentPart[] {
	return node.childNodes.flatMap((child): DocumentPart[] => {
		if ("value" in child) return [{ text: child.value }];
		if (!("tagName" in child)) return [];
		const element = describeElement(child);
		if (codeElements.includes(element.name)) return [element];
		return [element, ...listParts(child)];
	});
}
