import { partialDeepStrictEqual } from "node:assert";

/**
 * Checks whether `found` has all properties of `wanted`, with equal values. `found` can have other properties too.
 * `null` properties of `wanted` are ignored.
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
