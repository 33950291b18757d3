import { Idiomorph } from "idiomorph";

// An update changes only what differs between the last two responses of the server, so that the page keeps what visitors
// and scripts have changed. `updatePage.client.ts` calls these functions, in this order:
// 1. `recordPageCopy`, at the start and after a change of language. A script cannot read the response from which the
//    browser has built the page, so a copy of the page is recorded in its place.
// 2. `recordResponse`, with the first response that the page itself fetches. It replaces the copy, which contains changes
//    by scripts. The page is not changed.
// 3. `morphPage`, with the response of each later version. It changes the page, and records the response. When a version
//    arrives before the first response of step 2, the copy is compared with it.

/** Map from each node of the page to the corresponding node of the recorded response, or of the copy. */
let responseNodes = new WeakMap<Node, Node>();
/** Whether a copy of the page is recorded, and no response yet. */
let isCopy = true;

/** Attributes that `morphPage` does not update, because visitors and scripts change them. */
const stateAttributes = new Set(["open", "hidden"]);

/** Records a copy of the page in place of a response (step 1). */
export function recordPageCopy(): void {
	// A copy in an inert document starts no custom elements and loads no pictures.
	recordResponse(document.implementation.createHTMLDocument().importNode(document.body, true));
	isCopy = true;
}

/** Records the `<body>` of the response that the page shows (step 2). */
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
 * Updates the page to a new response of the server, and records it (step 3). Changes elements in place, which keeps the
 * focus and the scroll position.
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
