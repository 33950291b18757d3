import { type DefaultTreeAdapterTypes, defaultTreeAdapter, html as htmlNames, parse, serialize } from "parse5";

/** Document of the site, as it is published. */
export type SiteDocument = {
	html: string;
	parts: DocumentPart[];
};

/** Parsed document that is still being changed. */
export type DocumentTree = DefaultTreeAdapterTypes.Document;
export type TreeElement = DefaultTreeAdapterTypes.Element;

/** Element of a parsed document. Attributes are decoded. */
export type DocumentElement = {
	name: string;
	attributes: ReadonlyMap<string, string>;
	/** Text directly inside the element, as in a script or a style sheet. */
	text: string;
};

/** Decoded text between the tags of a document, except for scripts and style sheets, whose text is in their elements. */
export type DocumentText = { text: string };

/** An element or text of a document. Lists of them are in document order. */
export type DocumentPart = DocumentElement | DocumentText;

/** Elements whose content is code or data instead of text. */
const codeElements = ["script", "style"];

/**
 * Parses a rendered document as browsers do.
 * @throws Error when the document breaks off, because the parser would complete it
 */
export function parseRendered(html: string): DocumentTree {
	if (!html.trimEnd().endsWith("</html>")) throw new Error("The document breaks off: it does not end with </html>.");
	return parse(html);
}

/**
 * Returns the published form of a document. The HTML is the tree's, serialised: React writes attributes such as `srcSet`
 * and closes `<meta/>`, which browsers read in the same way and which is longer.
 */
export function finishDocument(tree: DocumentTree): SiteDocument {
	return { html: `${unescapeSpaces(serialize(tree))}\n`, parts: listParts(tree) };
}

/**
 * Replaces the references with which the serialiser escapes non-breaking spaces by the character, which is shorter. Code is
 * not escaped, and must keep its bytes: the content security policy has its hash.
 */
function unescapeSpaces(html: string): string {
	const codeOrSpace = /<(script|style)\b.*?<\/\1>|&nbsp;/gs;
	return html.replaceAll(codeOrSpace, (match) => (match === "&nbsp;" ? "\u00a0" : match));
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

/** Changes an attribute that an element has. */
export function setAttribute(element: TreeElement, name: string, value: string): void {
	for (const attribute of element.attrs) {
		if (attribute.name === name) attribute.value = value;
	}
}

/** Adds an element with a text at the end of another one. */
export function appendElement(parent: TreeElement, name: string, text: string): void {
	const element = defaultTreeAdapter.createElement(name, htmlNames.NS.HTML, []);
	defaultTreeAdapter.insertText(element, text);
	defaultTreeAdapter.appendChild(parent, element);
}

/** Replaces the text of an element. */
export function setText(element: TreeElement, text: string): void {
	element.childNodes.length = 0;
	defaultTreeAdapter.insertText(element, text);
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
