/**
 * Returns the file of the page at a URL path: `ru/about.html` for `/ru/about`. Netlify serves a file with this name
 * without a redirect.
 */
export function fileOf(urlPath: string): string {
	return urlPath === "/" ? "index.html" : `${urlPath.slice(1)}.html`;
}

/** Checks whether a file's name contains a hash of the file's content. Bundled code and media have such names. */
export function hasHashedName(path: string): boolean {
	return /^\/?(assets|media)\//.test(path);
}
