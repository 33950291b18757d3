import { canonicalPath } from "../../content/canonicalPath.ts";
import { redirectKey } from "../../content/redirects.ts";
import { localisePath, splitLocale } from "../../content/routes.ts";
import type { SiteFile, SiteFiles } from "./siteFiles.ts";

/** Kind of response to a request, decided from the request's URL alone. */
export type Resolution =
	| { kind: "malformed" }
	| { kind: "api" }
	/** `location` is a path on this origin, so it begins with exactly one slash. */
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
	if (/^\/api(\/|$)/.test(path)) return { kind: "api" };

	const canonical = canonicalPath(pathname);
	const errorPath = localisePath("/404", splitLocale(canonical ?? path).locale);
	const errorPage = files.byAddress.get(errorPath) ?? files.byAddress.get("/404");
	if (path === errorPath || canonical === errorPath) return { kind: "missing", errorPage };

	// Redirects to the canonical path only if a page exists there. Otherwise the response is a 404 without a redirect.
	const isFormOfPage = canonical !== undefined && files.byAddress.has(decodeURIComponent(canonical));
	if (isFormOfPage) return { kind: "redirect", location: addQuery(canonical, search) };

	const file = files.byAddress.get(path);
	if (file) return { kind: "file", file };

	const successor = files.redirects.get(redirectKey(path));
	if (successor !== undefined) return { kind: "redirect", location: addQuery(successor, search) };
	return { kind: "missing", errorPage };
}

/**
 * Splits a request target into path and query without decoding them. The target of a request to a proxy is an absolute
 * URL.
 */
export function parseTarget(target = ""): { pathname: string; search: string } {
	const { groups } = /^(?:https?:\/\/[^/?#]*)?(?<pathname>[^?#]*)(?<search>\?[^#]*)?/i.exec(target) ?? {};
	return { pathname: groups?.pathname || "/", search: groups?.search ?? "" };
}

/**
 * Checks whether the path of a request has a backslash, which browsers read as a slash. Vike redirects to the path
 * without its trailing slash but keeps a backslash, so `/\evil.example/` would lead to another host.
 */
export function hasBackslash(target: string | undefined): boolean {
	return parseTarget(target).pathname.includes("\\");
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

/** Inserts a query into a URL, before the URL's fragment. */
function addQuery(address: string, search: string): string {
	const [page, fragment = ""] = address.split(/(?=#)/);
	return page + search + fragment;
}
