/** Returns the file of a page: `/` → `index.html`, `/ru/about` → `ru/about.html`. Netlify serves it without a redirect. */
export function fileOf(path: string): string {
	return path === "/" ? "index.html" : `${path.slice(1)}.html`;
}

/** Returns the address under which a file of the site is served. */
export function addressOf(path: string): string {
	const address = `/${path}`;
	return address.endsWith(".html") ? address.slice(0, -".html".length).replace(/\/index$/, "") || "/" : address;
}

/** Checks whether the name of a file contains a hash of the content, as names of bundled code and prepared media do. */
export function isNamedByContent(path: string): boolean {
	return /^\/?(assets|media)\//.test(path);
}
