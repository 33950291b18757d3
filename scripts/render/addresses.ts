/**
 * Returns the name of a page's file: `index.html` for `/`, `ru/about.html` for `/ru/about`. Netlify serves such files
 * at the page's address without a redirect.
 */
export function fileOf(path: string): string {
	return path === "/" ? "index.html" : `${path.slice(1)}.html`;
}

/** Returns the address at which a file of the site is served. */
export function addressOf(path: string): string {
	const address = `/${path}`;
	return address.endsWith(".html") ? address.slice(0, -".html".length).replace(/\/index$/, "") || "/" : address;
}

/** Checks whether a file's name contains a hash of its content. These are the files of bundled code and media. */
export function isNamedByContent(path: string): boolean {
	return /^\/?(assets|media)\//.test(path);
}
