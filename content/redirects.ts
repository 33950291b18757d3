/**
 * Redirect from an earlier site. `from` is a percent-encoded path of the earlier site. `to` is the canonical path of a
 * page of this site, possibly with a fragment.
 */
export type Redirect = { from: string; to: string };

/**
 * Returns the key of an earlier site's path in a map of redirects: `/old-page` for `/Old-Page/`. Paths that differ only
 * in letter case or a trailing slash have the same key.
 * @param path decoded path
 */
export function toRedirectKey(path: string): string {
	return path.toLowerCase().replace(/(?<=.)\/+$/, "");
}
