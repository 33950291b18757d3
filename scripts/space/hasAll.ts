import { partialDeepStrictEqual } from "node:assert";

/**
 * Checks whether a value has all properties of another. Additional properties, which Contentful or editors have added, do not
 * count. `null` equals a missing property.
 */
export function hasAll(found: unknown, wanted: object): boolean {
	try {
		partialDeepStrictEqual(found, withoutNulls(wanted));
		return true;
	} catch {
		return false;
	}
}

/** Returns a copy of plain data without the properties that are `null`, which is how Contentful returns unset ones. */
export function withoutNulls(value: object): unknown {
	return JSON.parse(JSON.stringify(value, (_, part) => part ?? undefined));
}
