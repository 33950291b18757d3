/** Checks whether a field's value has no content that a page could show. */
export function isEmpty(value: unknown): boolean {
	// `Cf` is the Unicode category of invisible characters, such as soft hyphens. A text of only such characters is
	// empty.
	if (typeof value === "string") return /^[\s\p{Cf}]*$/u.test(value);
	if (Array.isArray(value)) return value.every(isEmpty);
	if (value === undefined || value === null) return true;
	return typeof value === "object" && "nodeType" in value && isEmptyNode(value);
}

/** Checks whether a Rich Text node is empty, such as a paragraph whose text an editor has deleted. */
function isEmptyNode(node: { nodeType: unknown; value?: unknown; content?: unknown }): boolean {
	if (node.nodeType === "text") return isEmpty(node.value);
	if (node.nodeType === "hr" || String(node.nodeType).startsWith("embedded-")) return false;
	return node.content === undefined || (Array.isArray(node.content) && node.content.every(isEmpty));
}
