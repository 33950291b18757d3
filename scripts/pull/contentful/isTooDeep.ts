/** Maximum levels of parts within parts in a field. Texts have fewer than 20; beyond about 600, rendering runs out of stack. */
export const maxLevels = 200;

/** Checks whether a field's value has more than `maxLevels` levels of Rich Text nodes, without recursion. */
export function isTooDeep(value: unknown): boolean {
	let parts = [value];
	// Each node has its parts in an array, so that a level of nodes is two levels of JSON.
	for (let level = 0; level <= 2 * maxLevels; level++) {
		parts = parts.flatMap(listParts);
		if (parts.length === 0) return false;
	}
	return true;
}

function listParts(value: unknown): unknown[] {
	return typeof value === "object" && value !== null ? Object.values(value) : [];
}
