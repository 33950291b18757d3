import { Idiomorph } from "idiomorph";

/** Map from each node of the page to the corresponding node of the server's last response. */
let sources = new WeakMap<Node, Node>();

/** Attributes that `morphPage` does not update, because visitors and scripts change them. */
const stateAttributes = new Set(["open", "hidden"]);

/** Records the `<body>` that `morphPage` compares with the next response. */
export function recordServedBody(body: HTMLElement): void {
	sources = new WeakMap();
	recordTree(document.body, body);
}

/** Updates the page to a new response of the server, and keeps focus, selection and scroll position. */
export function morphPage(body: HTMLElement): void {
	let addedSource: Node;
	Idiomorph.morph(document.body, body, {
		restoreFocus: false,
		callbacks: {
			beforeNodeMorphed: updateNode,
			// Idiomorph must not update attributes, because `updateNode` has already updated them.
			beforeAttributeUpdated: () => false,
			// Saves `source`, because Idiomorph does not pass `source` to `afterNodeAdded`.
			beforeNodeAdded: (source) => {
				addedSource = source;
				return true;
			},
			afterNodeAdded: (node) => {
				if (!sources.has(node)) recordTree(node, addedSource);
			},
			// Only nodes from the server's responses are in `sources`, so nodes that scripts have added stay.
			beforeNodeRemoved: (node) => sources.has(node),
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
	const source = sources.get(node);
	if (source?.isEqualNode(next)) return false;
	sources.set(node, next);
	if (node instanceof Text && next instanceof Text) updateText(node, next.data);
	if (!(node instanceof Element && next instanceof Element)) return false;
	updateAttributes(node, source instanceof Element ? source : node, next);
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

/** Maps `node` and its descendants to their counterparts in `source`. Nodes without a counterpart are skipped. */
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
