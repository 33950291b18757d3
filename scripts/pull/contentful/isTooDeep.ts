/** Maximum nesting of a field's value. Real texts have fewer than 20 levels. Rendering overflows the stack at about 600. */
export const maxLevels = 200;

/** Checks whether a field's value has more than `maxLevels` levels of Rich Text nodes, without recursion. */
export function isTooDeep(value: unknown): boolean {
	let parts = [value];
	// Each node has its children in an array, so a level of nodes is two levels of JSON.
	for (let level = 0; level <= 2 * maxLevels; level++) {
		parts = parts.flatMap(listParts);
		if (parts.length === 0) return false;
	}
	return true;
}

function listParts(value: unknown): unknown[] {
	return typeof value === "object" && value !== null ? Object.values(value) : [];
}
