/**
 * Redirect from a page of an earlier site. `from` is the percent-encoded path of that page, and `to` the canonical path of a page, possibly
 * with a fragment.
 */
export type Redirect = { from: string; to: string };

/**
 * Returns the key by which redirects are found. Upper and lower case and a trailing slash make no difference.
 * @param path decoded path
 */
export function redirectKey(path: string): string {
	return path.toLowerCase().replace(/(?<=.)\/+$/, "");
}
