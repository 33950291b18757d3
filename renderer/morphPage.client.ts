import { Idiomorph } from "idiomorph";

/**
 * Server-rendered node behind each node of the page.
 * Scripts, visitors and browser extensions change the page: dots of a carousel, text in a field, an open section. An update
 * compares the server's last response with its next one, and not the page with the response, so those changes stay.
 */
let sources = new WeakMap<Node, Node>();

/** Attributes of state that a change of language carries over to the new page, so that they are not the server's. */
const stateAttributes = new Set(["open", "hidden"]);

/**
 * Records that the page shows a response of the server.
 * @param body body of the response, or a copy of the page's own
 */
export function recordServedBody(body: HTMLElement): void {
	sources = new WeakMap();
	recordTree(document.body, body);
}

/** Updates the body of the page to a response of the server. Elements that stay keep focus, selection, scroll and state. */
export function morphPage(body: HTMLElement): void {
	let addedSource: Node;
	Idiomorph.morph(document.body, body, {
		restoreFocus: false,
		callbacks: {
			beforeNodeMorphed: updateNode,
			// `updateNode` has updated the attributes.
			beforeAttributeUpdated: () => false,
			beforeNodeAdded: (source) => {
				addedSource = source;
				return true;
			},
			afterNodeAdded: (node) => {
				if (!sources.has(node)) recordTree(node, addedSource);
			},
			beforeNodeRemoved: (node) => sources.has(node),
		},
	});
}

/**
 * Updates a node, but not its children.
 * @returns whether its children need an update, too
 */
function updateNode(node: Node, next: Node): boolean {
	// Trusted types forbid changing the text of a script. The scripts of a body are structured data, which browsers do not read.
	if (node instanceof HTMLScriptElement) return false;
	const source = sources.get(node);
	if (source?.isEqualNode(next)) return false;
	sources.set(node, next);
	if (node instanceof Text) updateText(node, (next as Text).data);
	if (!(node instanceof Element)) return false;
	updateAttributes(node, (source ?? node) as Element, next as Element);
	return true;
}

function updateAttributes(element: Element, source: Element, next: Element): void {
	for (const { name } of [...source.attributes, ...next.attributes]) {
		const value = next.getAttribute(name);
		if (value === source.getAttribute(name) || stateAttributes.has(name)) continue;
		if (value === null) element.removeAttribute(name);
		else element.setAttribute(name, value);
	}
}

/** Replaces the part of a text that differs, so that a selection before or behind it stays. */
function updateText(text: Text, next: string): void {
	const { data } = text;
	const shortest = Math.min(data.length, next.length);
	let start = 0;
	while (start < shortest && data[start] === next[start]) start += 1;
	let end = 0;
	while (end < shortest - start && data.at(-1 - end) === next.at(-1 - end)) end += 1;
	text.replaceData(start, data.length - start - end, next.slice(start, next.length - end));
}

/** Records the source of a node and of its descendants. Children that scripts have added have no source. */
function recordTree(node: Node, source: Node): void {
	sources.set(node, source);
	let child = node.firstChild;
	for (const childSource of source.childNodes) {
		while (child && child.nodeName !== childSource.nodeName) child = child.nextSibling;
		if (!child) return;
		recordTree(child, childSource);
		child = child.nextSibling;
	}
}
