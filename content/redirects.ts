/** Redirect from a percent-encoded path to a canonical path, possibly with a fragment. */
export type Redirect = { from: string; to: string };

/** Normalises a decoded path, so that redirects ignore case and trailing slashes: `/old-page` for `/Old-Page/`. */
export function toRedirectKey(path: string): string {
	return path.toLowerCase().replace(/(?<=.)\/+$/, "");
}
