/**
 * Where an address of an earlier site leads: `from` is its path as it stands in a request, `to` the canonical path of a page of
 * this site, with a place on it if one is named.
 */
export type Redirect = { from: string; to: string };

/** What is the same for all forms of an old address: capitals and a slash at its end make no difference. Takes a decoded path. */
export function redirectKey(path: string): string {
	return path.toLowerCase().replace(/(?<=.)\/+$/, "");
}
