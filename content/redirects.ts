/**
 * A redirect of an earlier site's address: `from` is its path as in a request, `to` the canonical path of a page of
 * this site, with a place on it if one is named.
 */
export type Redirect = { from: string; to: string };

/** Returns the key of an old address, which ignores case and a trailing slash. Takes a decoded path. */
export function redirectKey(path: string): string {
	return path.toLowerCase().replace(/(?<=.)\/+$/, "");
}
