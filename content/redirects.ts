/**
 * Redirect from an earlier site. `from` is a percent-encoded path of the earlier site. `to` is the canonical path of a
 * page of this site, possibly with a fragment.
 */
export type Redirect = { from: string; to: string };

/**
 * Returns the key by which redirects are found. Upper and lower case and a trailing slash make no difference.
 * @param path decoded path
 */
export function redirectKey(path: string): string {
	return path.toLowerCase().replace(/(?<=.)\/+$/, "");
}
