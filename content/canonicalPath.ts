import { type RouteName, routeAt, splitLocale } from "./routes.ts";

/** Folders of hashed files, which contain no pages. */
const fileFolders = ["assets", "media"];

/**
 * Returns the canonical path of a page for another form of it, such as `/About/` or `/ru/index.html`. The result begins with
 * exactly one slash, so a redirect to it never leads to another host.
 * @param pathname path of a request, percent-encoded and without a query
 * @returns undefined when the path is canonical already, names a file or is malformed
 */
export function canonicalPath(pathname: string): string | undefined {
	let segments: string[];
	try {
		// A browser reads a backslash in an address as a slash.
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

/** Checks whether a decoded segment of a path names another folder, or contains a separator. */
function leadsElsewhere(segment: string): boolean {
	return segment === "." || segment === ".." || /[/\\]/.test(segment);
}

/** Returns the page at a path in any form and language, or undefined when there is none. Takes paths as `canonicalPath` does. */
export function resolveRoute(pathname: string): RouteName | undefined {
	return routeAt(splitLocale(canonicalPath(pathname) ?? pathname).path);
}
