/** Redirect from a percent-encoded path of an earlier site to a canonical path, possibly with a fragment. */
export type Redirect = { from: string; to: string };

/** Converts a decoded path into the key of a redirect: `/old-page` for `/Old-Page/`. */
export function toRedirectKey(path: string): string {
	return path.toLowerCase().replace(/(?<=.)\/+$/, "");
}
