/** `/` → `index.html`, `/ru` → `ru.html`, `/ru/about` → `ru/about.html`: Netlify serves them without a redirect. */
export function fileOf(path: string): string {
	return path === "/" ? "index.html" : `${path.slice(1)}.html`;
}

/** The address at which a file of a site is found. */
export function addressOf(path: string): string {
	const address = `/${path}`;
	return address.endsWith(".html") ? address.slice(0, -".html".length).replace(/\/index$/, "") || "/" : address;
}
