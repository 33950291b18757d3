/** Returns the file of a page: `/` → `index.html`, `/ru/about` → `ru/about.html`. Netlify serves it without a redirect. */
export function fileOf(path: string): string {
	return path === "/" ? "index.html" : `${path.slice(1)}.html`;
}

/** Returns the address under which a file of the site is served. */
export function addressOf(path: string): string {
	const address = `/${path}`;
	return address.endsWith(".html") ? address.slice(0, -".html".length).replace(/\/index$/, "") || "/" : address;
}
