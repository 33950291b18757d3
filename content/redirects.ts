/**
 * Redirect from a percent-encoded path to a canonical path, possibly with a fragment. Without `to`, the path is gone for
 * good: its status is 410.
 */
export type Redirect = { from: string; to?: string };

/**
 * Normalises a decoded path, so that redirects ignore trailing slashes: `/old-page` for `/old-page/`. Capitals make
 * another path, because they do so on Netlify: https://docs.netlify.com/manage/routing/redirects/overview/
 */
export function toRedirectKey(path: string): string {
	return /^.*[^/]/s.exec(path)?.[0] ?? "/";
}
