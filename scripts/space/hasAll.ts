import { partialDeepStrictEqual } from "node:assert";

/**
 * Checks whether a value has all properties of another. Properties that Contentful or others added do not count, and
 * `null` equals a missing property.
 */
export function hasAll(found: unknown, wanted: object): boolean {
	const withoutNulls = JSON.parse(JSON.stringify(wanted, (_, value) => value ?? undefined));
	try {
		partialDeepStrictEqual(found, withoutNulls);
		return true;
	} catch {
		return false;
	}
}
