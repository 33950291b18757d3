import { toRedirectKey } from "../../content/redirects.ts";
import { localisePath, splitLocale } from "../../content/routes.ts";
import { toCanonicalPath } from "../../content/toCanonicalPath.ts";
import type { SiteFile, SiteFiles } from "./siteFiles.ts";

/** Kind of response to a request, decided only from the request's URL. */
type Resolution =
	| { kind: "malformed" }
	| { kind: "api" }
	/**
	 * `location` is a path on this origin. It begins with exactly one slash, because `//` would begin another host's URL.
	 */
	| { kind: "redirect"; location: string }
	| { kind: "file"; file: SiteFile }
	/** `errorPage` is the 404 page in the language of the requested path; undefined when the site has no 404 page. */
	| { kind: "missing"; errorPage: SiteFile | undefined };

/**
 * Decides which kind of response a request gets.
 * @param target request target as sent: a percent-encoded path with its query, or an absolute URL
 */
export function resolveRequest(target: string | undefined, files: SiteFiles): Resolution {
	const { pathname, search } = parseTarget(target);
	const path = decodePath(pathname);
	if (path === undefined) return { kind: "malformed" };
	if (/^\/(api|preview)(\/|$)/.test(path)) return { kind: "api" };

	const canonical = toCanonicalPath(pathname);
	// `canonical` is undefined when the path is canonical already.
	const { locale } = splitLocale(canonical ?? path);
	const errorPath = localisePath("/404", locale);
	const errorPage = files.byAddress.get(errorPath) ?? files.byAddress.get("/404");
	const isErrorPath = path === errorPath || canonical === errorPath;
	if (isErrorPath) return { kind: "missing", errorPage };

	// Redirects only to an existing page, so that a wrong path gets a 404 at once instead of a redirect to a 404.
	const hasCanonicalPage = canonical !== undefined && files.byAddress.has(decodeURIComponent(canonical));
	if (hasCanonicalPage) return { kind: "redirect", location: addQuery(canonical, search) };

	const file = files.byAddress.get(path);
	if (file) return { kind: "file", file };

	const successor = files.redirects.get(toRedirectKey(path));
	if (successor !== undefined) return { kind: "redirect", location: addQuery(successor, search) };
	return { kind: "missing", errorPage };
}

/**
 * Splits a request target into path and query without decoding them. The target can be an absolute URL:
 * https://www.rfc-editor.org/rfc/rfc9112#section-3.2.2
 */
export function parseTarget(target = ""): { pathname: string; search: string } {
	const { groups } = /^(?:https?:\/\/[^/?#]*)?(?<pathname>[^?#]*)(?<search>\?[^#]*)?/i.exec(target) ?? {};
	return { pathname: groups?.pathname || "/", search: groups?.search ?? "" };
}

/** Decodes the percent-encoding of a path. Returns undefined for a malformed path. */
function decodePath(pathname: string): string | undefined {
	if (!pathname.startsWith("/")) return undefined;
	try {
		return decodeURIComponent(pathname);
	} catch {
		return undefined;
	}
}

/** Inserts a query into a URL, before the URL's fragment: `/about#team`, `?a=1` → `/about?a=1#team`. */
function addQuery(address: string, search: string): string {
	const [page, fragment = ""] = address.split(/(?=#)/);
	return page + search + fragment;
}
