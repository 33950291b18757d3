import { routeMeant } from "../../../content/canonicalPath.ts";
import type { Locale } from "../../../content/locales.ts";
import { pathOf } from "../../../content/routes.ts";

/** Report texts for links without a valid target. */
export const shownWithoutLink = "the text is shown without the link";

/** An address as the report shows it. */
export const quoteAddress = (address: string) => JSON.stringify(address.slice(0, 80));

const base = "https://relative.invalid";

/** Address of another site. Without its slashes ("https:example.org") it would be a path of this site. */
const absolute = /^(https?:\/\/|(mailto|tel):.)/i;

/**
 * Checks an address that text links to: https, http, mailto, tel, a path of this site or a place on the page. Whether
 * there is such a page is not asked.
 * @returns the address, without the white space around it, or undefined when it is anything else
 */
export function parseTextLink(address: string): string | undefined {
	const href = address.trim();
	const url = URL.parse(href, base);
	// A path without its first slash must be plain: "about.html", but not "https:example.org".
	const relative = url?.origin === base && /^[/#]|^[\w./#-]+$/.test(href);
	return url && (relative || absolute.test(href)) ? href : undefined;
}

/**
 * The part of an address that is on this site: of a path, and of an absolute address on the site's own host.
 * @returns undefined when the address leads elsewhere
 */
export function parseOwnAddress(href: string, siteUrl: string): URL | undefined {
	const own = absolute.test(href) ? new URL(siteUrl).host : new URL(base).host;
	const url = URL.parse(href, base);
	return url?.host === own ? url : undefined;
}

/**
 * Checks the address of a website: http or https. One of a page of this site becomes the page's own in a language.
 * @returns the address, without the white space around it, or what is wrong with it
 */
export function parseWebAddress(
	address: string,
	siteUrl: string,
	locale: Locale,
): { href: string } | { problem: string } {
	const href = address.trim();
	if (!/^https?:\/\//i.test(href)) return { problem: "the address does not begin with https:// or http://" };
	if (!URL.canParse(href)) return { problem: "the address is malformed" };
	const own = parseOwnAddress(href, siteUrl);
	if (!own) return { href };
	const page = routeMeant(own.pathname);
	if (!page) return { problem: "the address is on this site, which has no such page" };
	return { href: siteUrl + pathOf(page, locale) + own.search + own.hash };
}
