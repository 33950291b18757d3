import { Idiomorph } from "idiomorph";

/**
 * Map from each node of the page to the corresponding node of the server's last response. A script cannot read the
 * response from which the browser has built the page, so at first a copy of the page replaces it. `morphPage` changes
 * only what differs between these nodes and the next response, so that the page keeps what visitors and scripts have
 * changed.
 */
let responseNodes = new WeakMap<Node, Node>();
/** Whether `responseNodes` has the nodes of a copy of the page. */
let isCopy = true;

/** Attributes that `morphPage` does not update, because visitors and scripts change them. */
const stateAttributes = new Set(["open", "hidden"]);

/** Records a copy of the page in place of a response, until a response has arrived. */
export function recordPageCopy(): void {
	// A copy in an inert document starts no custom elements and loads no pictures.
	recordResponse(document.implementation.createHTMLDocument().importNode(document.body, true));
	isCopy = true;
}

/** Records the `<body>` of the response that the page shows. */
export function recordResponse(body: HTMLElement): void {
	responseNodes = new WeakMap();
	recordTree(document.body, body);
	isCopy = false;
}

/** Checks whether a copy of the page is recorded, not a response of the server. */
export function isPageCopyRecorded(): boolean {
	return isCopy;
}

/**
 * Updates the page to a new response of the server, and records it. Changes elements in place, which keeps the focus and
 * the scroll position.
 */
export function morphPage(body: HTMLElement): void {
	isCopy = false;
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
			// A node that contains ids is added empty, and `updateNode` has then recorded it already.
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
	// Scripts in the `<body>` are structured data, and stay unchanged, because trusted types forbid changing their
	// text.
	if (node instanceof HTMLScriptElement) return false;
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
