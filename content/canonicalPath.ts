import { type RouteName, routeAt, splitLocale } from "./routes.ts";

/** Folders of hashed files, whose addresses are never another form of a page's. */
const fileFolders = ["assets", "media"];

/**
 * The canonical address of a page when `pathname` is another form of it (`/About/`, `/ru/index.html`),
 * undefined when it is canonical already or names a file. Takes a path as it stands in a request, percent-encoded and without a
 * query. What comes out is canonical itself and begins with exactly one slash, so as a redirect it never leaves the origin.
 */
export function canonicalPath(pathname: string): string | undefined {
	let segments: string[];
	try {
		// A browser reads a backslash in an address as a slash.
		segments = pathname.split(/[/\\]/).filter(Boolean).map(decodeURIComponent);
	} catch {
		return undefined;
	}
	if (segments.some((segment) => segment === "." || segment === ".." || /[/\\]/.test(segment))) return undefined;
	if (fileFolders.includes(segments[0] ?? "")) return undefined;
	if (/\.(?!html$)[a-z0-9]+$/i.test(segments.at(-1) ?? "")) return undefined;

	const path = segments.map((segment) => encodeURIComponent(segment.toLowerCase())).join("/");
	const canonical = `/${path}`.replace(/(\/index|\/?\.html)+$/, "") || "/";
	return canonical === pathname ? undefined : canonical;
}

/** The page that a path means, whatever its form and language; undefined when it is no page's. Takes a path as `canonicalPath` does. */
export function routeMeant(pathname: string): RouteName | undefined {
	return routeAt(splitLocale(canonicalPath(pathname) ?? pathname).path);
}
