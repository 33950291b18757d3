import { partialDeepStrictEqual } from "node:assert";

/**
 * Checks whether a value has at least the properties of another value, with the same values. `null` counts as a missing
 * property.
 */
export function hasAll(found: unknown, wanted: object): boolean {
	try {
		partialDeepStrictEqual(found, withoutNulls(wanted));
		return true;
	} catch {
		return false;
	}
}

/** Returns a copy of plain data without `null` properties. Contentful returns unset properties as `null`. */
export function withoutNulls(value: object): unknown {
	return JSON.parse(JSON.stringify(value, (_, part) => part ?? undefined));
}
