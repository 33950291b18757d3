/**
 * Redirect from an address of an earlier site. `from` is the path as in a request, and `to` the canonical path of a page, which
 * may have a fragment.
 */
export type Redirect = { from: string; to: string };

/** Returns the key of an old address, which ignores case and a trailing slash. Takes a decoded path. */
export function redirectKey(path: string): string {
	return path.toLowerCase().replace(/(?<=.)\/+$/, "");
}
