import { canonicalPath } from "../../content/canonicalPath.ts";
import { redirectKey } from "../../content/redirects.ts";
import { localisePath, splitLocale } from "../../content/routes.ts";
import type { SiteFile, SiteFiles } from "./siteFiles.ts";

/** Decision on the response to a request, made from its URL alone. */
export type Resolution =
	| { kind: "malformed" }
	| { kind: "api" }
	/** `location` is a path on this origin: it begins with exactly one slash. */
	| { kind: "redirect"; location: string }
	| { kind: "file"; file: SiteFile }
	/** `errorPage` is the 404 page in the language of the address; undefined when the site has none. */
	| { kind: "missing"; errorPage: SiteFile | undefined };

/**
 * Decides on the response to a request.
 * @param target the request target as sent: a path with its query, percent-encoded, or an absolute URL
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

	// A redirect to the canonical path, only if it has a page: a missing page gets its 404 without a redirect.
	const isFormOfPage = canonical !== undefined && files.byAddress.has(decodeURIComponent(canonical));
	if (isFormOfPage) return { kind: "redirect", location: addQuery(canonical, search) };

	const file = files.byAddress.get(path);
	if (file) return { kind: "file", file };

	const successor = files.redirects.get(redirectKey(path));
	if (successor !== undefined) return { kind: "redirect", location: addQuery(successor, search) };
	return { kind: "missing", errorPage };
}

/** Returns path and query of a request target, both as sent. Requests to a proxy have an absolute URL as their target. */
export function parseTarget(target = ""): { pathname: string; search: string } {
	const { groups } = /^(?:https?:\/\/[^/?#]*)?(?<pathname>[^?#]*)(?<search>\?[^#]*)?/i.exec(target) ?? {};
	return { pathname: groups?.pathname || "/", search: groups?.search ?? "" };
}

/**
 * Checks whether a path has a backslash. Browsers read it as a slash, and Vike's redirect to the path without a trailing
 * slash keeps it, so `/\evil.example/` would lead to another host.
 */
export function hasBackslash(target: string | undefined): boolean {
	return parseTarget(target).pathname.includes("\\");
}

/** Returns undefined for a path that is not well-formed. */
function decodePath(pathname: string): string | undefined {
	if (!pathname.startsWith("/")) return undefined;
	try {
		return decodeURIComponent(pathname);
	} catch {
		return undefined;
	}
}

/** Adds a query to an address that may end in a fragment. */
function addQuery(address: string, search: string): string {
	const [page, fragment = ""] = address.split(/(?=#)/);
	return page + search + fragment;
}
