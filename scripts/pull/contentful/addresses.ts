import type { Redirect } from "../../../content/redirects.ts";
import { localisePath, splitLocale } from "../../../content/routes.ts";
import { resolvePath, toCanonicalPath } from "../../../content/toCanonicalPath.ts";
import { Problem } from "../problem.ts";
import type { FieldContext, ParseContext } from "./context.ts";

/** Shortens an address for the report. */
export const shorten = (address: string) => address.slice(0, 80);

/** Base URL for parsing relative addresses. A relative address gets this origin, which no real address has. */
const base = "https://relative.invalid";

/**
 * Matches absolute addresses. "https:example.org" is not matched: without "//", browsers read it as a relative path.
 */
const absoluteAddress = /^(https?:\/\/|(mailto|tel):.)/i;

/**
 * Checks that an address in a text is a web address, `mailto:` or `tel:` address, path or fragment.
 * @returns the trimmed address, or undefined for any other address
 */
export function parseTextLink(address: string): string | undefined {
	const href = address.trim();
	const url = URL.parse(href, base);
	if (!url) return undefined;
	if (absoluteAddress.test(href)) return href;
	// A path without a leading slash must not contain ":". Otherwise "https:example.org" would count as a path.
	const isPath = url.origin === base && /^[/#]|^[\w./#-]+$/.test(href);
	return isPath ? href : undefined;
}

/** Parses a path or absolute address of this site. Returns undefined for an address on another host. */
export function parseOwnAddress(href: string, siteUrl: string): URL | undefined {
	const url = URL.parse(href, base);
	const ownHost = new URL(absoluteAddress.test(href) ? siteUrl : base).host;
	return url?.host === ownHost ? url : undefined;
}

const webAddress = /^https?:\/\//i;

/** Browsers read `//name` and `/\name` as the address of another host. */
const addressOrPath = /^(https?:\/\/|\/(?![/\\]))/i;

/**
 * Checks a web address. Replaces the address of a page of this site by the page's canonical address, and the path of
 * such a page by its path in the page's language.
 */
export function parseWebAddress(
	href: string,
	{ field: { httpsHosts: hosts, ownPages }, environment, furtherPages, locale }: FieldContext,
): string | Problem {
	const siteUrl = environment.site.url;
	const pattern = ownPages ? addressOrPath : webAddress;
	const url = pattern.test(href) ? URL.parse(href, base) : null;
	const address = shorten(href);
	if (!url) return new Problem("addressMalformed", { address });
	if (hosts) {
		const isAllowed = hosts === "any" || hosts.includes(url.host);
		if (isAllowed && url.protocol === "https:") return href;
		if (hosts === "any") return new Problem("addressInsecure", { address });
		return new Problem("addressOfOtherHost", { address, hosts: hosts.join(", ") });
	}
	const own = parseOwnAddress(href, siteUrl);
	if (!own) return href;
	const path = resolvePath(own.pathname, furtherPages);
	if (!path) return new Problem("addressWithoutPage", { address });
	return (href.startsWith("/") ? "" : siteUrl) + localisePath(path, locale) + own.search + own.hash;
}

/** Parses a redirect such as `/old /packages`, or `/old gone`. */
export function parseRedirect(
	text: string,
	{ environment, furtherPages }: ParseContext,
): Redirect | Problem {
	const line = { line: shorten(text) };
	const siteUrl = environment.site.url;
	const [first = "", second, ...others] = text.split(/\s+/);
	if (!second || others.length > 0) return new Problem("redirectMalformed", line);
	const from = parseOwnAddress(first, siteUrl);
	const to = parseOwnAddress(second, siteUrl);
	if (!from || !to) return new Problem("redirectForeign", line);
	const { pathname } = from;
	let oldPath: string;
	try {
		oldPath = decodeURIComponent(pathname);
	} catch {
		// An address of an earlier site can be encoded in something else than UTF-8.
		return new Problem("redirectUnreadable", line);
	}
	if (from.search || from.hash) return new Problem("redirectWithQuery", line);
	if (/\*|\/:/.test(oldPath)) return new Problem("redirectWithWildcard", line);
	if (resolvePath(pathname, furtherPages)) return new Problem("redirectFromPage", line);
	if (second.toLowerCase() === "gone") return { from: pathname };
	const path = resolvePath(to.pathname, furtherPages);
	if (!path) return new Problem("redirectWithoutPage", line);
	const { locale } = splitLocale(toCanonicalPath(to.pathname));
	return { from: pathname, to: localisePath(path, locale) + to.hash };
}
