import type { Locale } from "../../../content/locales.ts";
import { pathOf } from "../../../content/routes.ts";
import { resolveRoute } from "../../../content/toCanonicalPath.ts";

/** Text for the report: the consequence of a link that has no valid target. */
export const shownWithoutLink = "the text is shown without the link";

/** Text for the report: the state of a linked entry or asset that Contentful does not return. */
export const missingState = "is a draft, archived or deleted";

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
	const isAbsolute = absoluteAddress.test(href);
	const ownHost = new URL(isAbsolute ? siteUrl : base).host;
	return url?.host === ownHost ? url : undefined;
}

type ParsedAddress = { href: string } | { problem: string };

/** Checks a web address. Replaces the address of a page of this site by the page's canonical address. */
export function parseWebAddress(address: string, siteUrl: string, locale: Locale): ParsedAddress {
	const href = address.trim();
	if (!/^https?:\/\//i.test(href))
		return { problem: "the address does not begin with https:// or http://" };
	if (!URL.canParse(href)) return { problem: "the address is malformed" };
	const own = parseOwnAddress(href, siteUrl);
	if (!own) return { href };
	const page = resolveRoute(own.pathname);
	if (!page) return { problem: "the address is on this site, which has no such page" };
	return { href: siteUrl + pathOf(page, locale) + own.search + own.hash };
}

export function checkHost(href: string, hosts: "any" | readonly string[]): ParsedAddress {
	const { protocol, host } = new URL(href);
	const isHttps = protocol === "https:";
	if (hosts === "any")
		return isHttps ? { href } : { problem: "the address is not an https address" };
	if (isHttps && hosts.includes(host)) return { href };
	return { problem: `the address is not an https address on ${hosts.join(" or ")}` };
}
