import { type DefaultTreeAdapterTypes, parse } from "parse5";

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

/** Parses a finished document as browsers do. */
export function readDocument(html: string): DocumentPart[] {
	return listParts(parse(html));
}

export function isElement(part: DocumentPart): part is DocumentElement {
	return "name" in part;
}

/** Lists the elements of a document. */
export function readElements(html: string): DocumentElement[] {
	return readDocument(html).filter(isElement);
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

function describeElement(node: DefaultTreeAdapterTypes.Element): DocumentElement {
	const texts = node.childNodes.map((child) => ("value" in child ? child.value : ""));
	return {
		name: node.tagName,
		attributes: new Map(node.attrs.map(({ name, value }) => [name, value])),
		text: texts.join(""),
	};
}
