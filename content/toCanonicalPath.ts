import { pageFacts } from "./pages.ts";
import { routeNames, splitLocale } from "./routes.ts";
import type { Entry } from "./snapshot.ts";

/** Folders that contain files with hashed names, and no pages. */
const fileFolders = ["assets", "media"];

/**
 * Matches a path up to its last letter or digit. Programs that turn addresses in messages into links include the
 * punctuation and the invisible characters after an address.
 */
const pathWithoutPunctuation = /^.*[\p{L}\p{N}]/su;

/**
 * Returns a page's canonical path: `/about` for `/About/` and `/about).`. Returns the path itself when it is malformed or
 * belongs to a file.
 */
export function toCanonicalPath(pathname: string): string {
	let segments: string[];
	try {
		// Browsers treat a backslash in a URL as a slash.
		segments = pathname.split(/[/\\]/).filter(Boolean).map(decodeURIComponent);
	} catch {
		return pathname;
	}
	const leadsElsewhere = segments.some((segment) => /^\.\.?$|[/\\]/.test(segment));
	if (leadsElsewhere) return pathname;
	if (fileFolders.includes(segments[0] ?? "")) return pathname;
	// A canonical path begins with exactly one slash, because browsers read `//name` as the address of another host.
	const [path = "/"] = pathWithoutPunctuation.exec(`/${segments.join("/")}`.toLowerCase()) ?? [];
	const hasFileExtension = /\.(?!html$)[a-z0-9]+$/.test(path);
	if (hasFileExtension) return pathname;
	const page = path.replace(/(\/|\/index)?(\.html)?$/, "");
	return page.split("/").map(encodeURIComponent).join("/") || "/";
}

/** Returns a page's path without locale prefix, for a path in any language that need not be canonical. */
export function resolvePath(
	pathname: string,
	furtherPages: Pick<Entry<"page">, "slug">[],
): string | undefined {
	const { path } = splitLocale(toCanonicalPath(pathname));
	const paths = [
		...routeNames.map((name) => pageFacts[name].path),
		...furtherPages.map(({ slug }) => `/${slug}`),
	];
	return paths.find((known) => known === path);
}
