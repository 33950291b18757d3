import { Idiomorph } from "idiomorph";
import { previewSourceId } from "../../environment/preview.ts";

// An update changes only what differs between the last two responses of the server, so that the page keeps what visitors
// and scripts have changed. Each response contains a copy of its `<body>` in a `<template>`, because scripts cannot read
// the response from which the browser has built the page.

/** Map from each node of the page to the corresponding node of the last response. */
let responseNodes = new WeakMap<Node, Node>();

/** Attributes that `morphPage` does not update, because visitors and scripts change them. */
const stateAttributes = new Set(["open", "hidden"]);

/** Returns the `<template>` with a copy of the page's `<body>`. Null for pages that are no previews. */
export function findPreviewSource(page: Document): HTMLTemplateElement | null {
	return page.querySelector<HTMLTemplateElement>(`#${previewSourceId}`);
}

/** Records the response that the page shows: at the start, and after a change of language. */
export function recordResponse(): void {
	responseNodes = new WeakMap();
	const source = findPreviewSource(document);
	if (source) recordTree(document.body, source.content);
}

/**
 * Updates the page to a new response of the server, and records it. Changes elements in place, which keeps the focus and
 * the scroll position.
 */
export function morphPage(body: HTMLElement): void {
	/** Response node whose copy Idiomorph is about to add. */
	let addedResponseNode: Node;
	Idiomorph.morph(document.body, body, {
		// The focus needs no restoring, because a focused element that stays is not replaced.
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
			// Idiomorph adds a node that contains ids without its children, and then calls `beforeNodeMorphed` for the node
			// and each child. So `updateNode` has recorded it already.
			afterNodeAdded: (node) => {
				if (!responseNodes.has(node)) recordTree(node, addedResponseNode);
			},
			// Keeps nodes that scripts added: they correspond to no node of a response.
			beforeNodeRemoved: (node) => responseNodes.has(node),
		},
	});
}

/**
 * Updates a node without its children.
 * @returns whether the children must be updated
 */
function updateNode(node: Node, next: Node): boolean {
	const previous = responseNodes.get(node);
	if (previous?.isEqualNode(next)) return false;
	responseNodes.set(node, next);
	if (node instanceof Text && next instanceof Text) node.data = next.data;
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

/** Maps `node` to `responseNode`, and likewise their descendants. Nodes that only the page has are skipped. */
function recordTree(node: Node, responseNode: Node): void {
	responseNodes.set(node, responseNode);
	let child = node.firstChild;
	for (const responseChild of responseNode.childNodes) {
		while (child && child.nodeName !== responseChild.nodeName) child = child.nextSibling;
		if (!child) return;
		recordTree(child, responseChild);
		child = child.nextSibling;
	}
}
