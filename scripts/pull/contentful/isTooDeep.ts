/**
 * Maximum nesting of a field's value, in Rich Text nodes. Real texts have fewer than 20 levels. Rendering overflows the
 * stack at about 600 levels.
 */
export const maxLevels = 200;

/**
 * Checks whether a field's value has more than `maxLevels` levels of Rich Text nodes. Uses a loop, because recursion
 * would overflow the stack.
 */
export function isTooDeep(value: unknown): boolean {
	let parts = [value];
	// A Rich Text node keeps its children in an array, so each level of nodes is two levels of JSON.
	for (let level = 0; level <= 2 * maxLevels; level++) {
		parts = parts.flatMap(listParts);
		if (parts.length === 0) return false;
	}
	return true;
}

function listParts(value: unknown): unknown[] {
	return typeof value === "object" && value !== null ? Object.values(value) : [];
}
