import { findRoute, type RouteName, splitLocale } from "./routes.ts";

/** Folders that contain files with hashed names, and no pages. */
const fileFolders = ["assets", "media"];

/**
 * Returns the canonical form of a page's path: `/about` for `/About/`, `/ru` for `/ru/index.html`. The result begins
 * with exactly one slash, so a redirect to it never leads to another host.
 * @param pathname path of a request, percent-encoded and without a query
 * @returns undefined when the path is already canonical, is malformed or names a file
 */
export function toCanonicalPath(pathname: string): string | undefined {
	let segments: string[];
	try {
		// Browsers treat a backslash in a URL as a slash.
		segments = pathname.split(/[/\\]/).filter(Boolean).map(decodeURIComponent);
	} catch {
		return undefined;
	}
	if (segments.some(leadsElsewhere)) return undefined;
	if (fileFolders.includes(segments[0] ?? "")) return undefined;
	const hasFileExtension = /\.(?!html$)[a-z0-9]+$/i.test(segments.at(-1) ?? "");
	if (hasFileExtension) return undefined;

	const path = segments.map((segment) => encodeURIComponent(segment.toLowerCase())).join("/");
	const canonical = `/${path}`.replace(/(\/index|\/?\.html)+$/, "") || "/";
	return canonical === pathname ? undefined : canonical;
}

/** Checks whether a decoded path segment contains a separator, or is `.` or `..`. */
function leadsElsewhere(segment: string): boolean {
	return segment === "." || segment === ".." || /[/\\]/.test(segment);
}

/**
 * Returns the page to which the path of a request belongs, in any language, or undefined when there is none.
 * @param pathname percent-encoded path without a query, not necessarily canonical
 */
export function resolveRoute(pathname: string): RouteName | undefined {
	return findRoute(splitLocale(toCanonicalPath(pathname) ?? pathname).path);
}
