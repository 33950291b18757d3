import type { Redirect } from "../../../content/redirects.ts";
import { pathOf, splitLocale } from "../../../content/routes.ts";
import { resolveRoute, toCanonicalPath } from "../../../content/toCanonicalPath.ts";
import { ContentProblem, type FieldContext, type ParseContext } from "./context.ts";

export const quoteAddress = (address: string) => JSON.stringify(address.slice(0, 80));

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

const webAddress = { pattern: /^https?:\/\//i, names: "https:// or http://" };

/** Browsers read `//name` and `/\name` as the address of another host. */
const addressOrPath = {
	pattern: /^(https?:\/\/|\/(?![/\\]))/i,
	names: "https://, http:// or one slash",
};

/**
 * Checks a web address. Replaces the address of a page of this site by the page's canonical address, and the path of
 * such a page by its path in the page's language.
 */
export function parseWebAddress(
	href: string,
	{ field: { httpsHosts: hosts, ownPages }, environment, furtherPages, locale }: FieldContext,
): string | ContentProblem {
	const siteUrl = environment.site.url;
	const { pattern, names } = ownPages ? addressOrPath : webAddress;
	const url = pattern.test(href) ? URL.parse(href, base) : null;
	if (!url) return new ContentProblem(`the address does not begin with ${names}`);
	if (hosts) {
		const isAllowed = hosts === "any" || hosts.includes(url.host);
		const place = hosts === "any" ? "" : ` on ${hosts.join(" or ")}`;
		if (isAllowed && url.protocol === "https:") return href;
		return new ContentProblem(`the address is not an https address${place}`);
	}
	const own = parseOwnAddress(href, siteUrl);
	if (!own) return href;
	const page = resolveRoute(own.pathname, furtherPages);
	if (!page) return new ContentProblem("the address is on this site, which has no such page");
	return (href.startsWith("/") ? "" : siteUrl) + pathOf(page, locale) + own.search + own.hash;
}

/**
 * Parses a redirect such as `/old /packages`, or `/old gone`.
 * @returns the redirect, or the end of a sentence about an invalid line
 */
export function parseRedirect(
	line: string,
	{ environment, furtherPages }: ParseContext,
): Redirect | string {
	const siteUrl = environment.site.url;
	const [first = "", second, ...others] = line.split(/\s+/);
	if (!second || others.length > 0) return "is not an old and a new address separated by a space";
	const from = parseOwnAddress(first, siteUrl);
	const to = parseOwnAddress(second, siteUrl);
	if (!from || !to) return "names an address that is not on this site";
	const { pathname } = from;
	let oldPath: string;
	try {
		oldPath = decodeURIComponent(pathname);
	} catch {
		// An address of an earlier site can be encoded in something else than UTF-8.
		return "names an old address that is malformed";
	}
	if (from.search || from.hash) return "names an old address with ? or #, which redirects ignore";
	if (/\*|\/:/.test(oldPath))
		return "names an old address with * or :, which hosts read as placeholders";
	if (resolveRoute(pathname, furtherPages))
		return "names an old address that is a page of this site";
	if (second.toLowerCase() === "gone") return { from: pathname };
	const page = resolveRoute(to.pathname, furtherPages);
	if (!page) return "leads to an address that is not a page of this site";
	const { locale } = splitLocale(toCanonicalPath(to.pathname));
	return { from: pathname, to: pathOf(page, locale) + to.hash };
}
