import { Idiomorph } from "idiomorph";

/**
 * Map from each node of the page to the corresponding node of the basis. `morphPage` changes only what differs between
 * the basis and the next response, so that the page keeps what visitors and scripts have changed. The basis is the
 * server's last response, or at first a copy of the page.
 */
let basisNodes = new WeakMap<Node, Node>();
let isCopy = true;

/** Attributes that `morphPage` does not update, because visitors and scripts change them. */
const stateAttributes = new Set(["open", "hidden"]);

/** Makes a copy of the page the basis, until a response has arrived. */
export function recordCopyAsBasis(): void {
	// A copy in an inert document starts no custom elements and loads no pictures.
	recordBasis(document.implementation.createHTMLDocument().importNode(document.body, true));
	isCopy = true;
}

/** Makes the `<body>` of a response the basis. */
export function recordBasis(body: HTMLElement): void {
	basisNodes = new WeakMap();
	recordTree(document.body, body);
	isCopy = false;
}

/** Checks whether the basis is a copy of the page, not a response of the server. */
export function isBasisCopy(): boolean {
	return isCopy;
}

/**
 * Updates the page to a new response of the server, and keeps focus, selection and scroll position. The response becomes
 * the basis of the next update.
 */
export function morphPage(body: HTMLElement): void {
	isCopy = false;
	/** Response node whose copy Idiomorph is about to add. */
	let addedResponseNode: Node;
	Idiomorph.morph(document.body, body, {
		restoreFocus: false,
		callbacks: {
			beforeNodeMorphed: updateNode,
			// Idiomorph must not update attributes, because `updateNode` has already updated them.
			beforeAttributeUpdated: () => false,
			// Keeps the node of the response, because Idiomorph passes only the copy to `afterNodeAdded`.
			beforeNodeAdded: (responseNode) => {
				addedResponseNode = responseNode;
				return true;
			},
			afterNodeAdded: (node) => {
				if (!basisNodes.has(node)) recordTree(node, addedResponseNode);
			},
			// Keeps nodes that scripts added: they correspond to no node of a response.
			beforeNodeRemoved: (node) => basisNodes.has(node),
		},
	});
}

/**
 * Updates a node without its children.
 * @returns whether the children must be updated
 */
function updateNode(node: Node, next: Node): boolean {
	// Scripts in the `<body>` are structured data, and stay unchanged, because trusted types forbid changing their
	// text.
	if (node instanceof HTMLScriptElement) return false;
	const previous = basisNodes.get(node);
	if (previous?.isEqualNode(next)) return false;
	basisNodes.set(node, next);
	if (node instanceof Text && next instanceof Text) updateText(node, next.data);
	if (!(node instanceof Element && next instanceof Element)) return false;
	updateAttributes(node, previous instanceof Element ? previous : node, next);
	return true;
}

function updateAttributes(element: Element, previous: Element, next: Element): void {
	for (const { name } of [...previous.attributes, ...next.attributes]) {
		const value = next.getAttribute(name);
		if (value === previous.getAttribute(name) || stateAttributes.has(name)) continue;
		if (value === null) element.removeAttribute(name);
		else element.setAttribute(name, value);
	}
}

/** Replaces only the part of a text that differs, so that a selection in the rest of the text is kept. */
function updateText(text: Text, next: string): void {
	const { offset, count, replacement } = findTextChange(text.data, next);
	text.replaceData(offset, count, replacement);
}

/** Arguments of `CharacterData.replaceData`. */
type TextChange = { offset: number; count: number; replacement: string };

/** Returns the shortest replacement that turns a text into the next one. */
export function findTextChange(text: string, next: string): TextChange {
	const shortest = Math.min(text.length, next.length);
	let start = 0;
	while (start < shortest && text[start] === next[start]) start += 1;
	let end = 0;
	while (end < shortest - start && text.at(-1 - end) === next.at(-1 - end)) end += 1;
	return { offset: start, count: text.length - start - end, replacement: next.slice(start, next.length - end) };
}

/** Maps `node` to `responseNode`, and likewise their descendants. Nodes that only the page has are skipped. */
function recordTree(node: Node, responseNode: Node): void {
	basisNodes.set(node, responseNode);
	let child = node.firstChild;
	for (const responseChild of responseNode.childNodes) {
		while (child && child.nodeName !== responseChild.nodeName) child = child.nextSibling;
		if (!child) return;
		recordTree(child, responseChild);
		child = child.nextSibling;
	}
}
