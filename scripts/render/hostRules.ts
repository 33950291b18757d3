import { localeCodes } from "../../content/locales.ts";
import { type Redirect, redirectKey } from "../../content/redirects.ts";
import { pathOf, routeNames } from "../../content/routes.ts";
import { contentfulApps, documentHeaders, securityHeaders } from "../../site/headers.server.ts";
import type { Site } from "../../site/site.ts";
import { speculationRules } from "../../site/speculationRules.ts";
import { isNamedByContent } from "./addresses.ts";
import { type DocumentElement, isElement, type SiteDocument } from "./siteDocument.ts";

/** Files with rules for the host. The host reads them and does not serve them. */
export const headersFile = "_headers";
export const redirectsFile = "_redirects";

/** Headers for the files whose path matches. A `*` at the end of `path` stands for any characters. */
type HeaderRule = { path: string; headers: Record<string, string> };

/**
 * Query parameters that advertisements, mailings and search engines add. They do not change the page, so browsers may use a
 * cached copy. Our own `subscribed` and `paid` change the page and are not listed.
 * https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Headers/No-Vary-Search
 */
const campaignParameters = [
	...["source", "medium", "campaign", "term", "content", "id"].map((name) => `utm_${name}`),
	...["gclid", "gbraid", "wbraid", "dclid", "gad_source", "gad_campaignid", "fbclid", "msclkid", "ttclid", "twclid"],
	...["yclid", "ysclid", "_openstat", "mc_cid", "mc_eid"],
];

/** Path of the rule for all files. */
const everyPath = "/*";

/** Caching of files whose names contain a hash of their content. */
const immutableHeaders = { "Cache-Control": "public, max-age=31536000, immutable" };

const pageHeaders = {
	"No-Vary-Search": `key-order, params=(${campaignParameters.map((name) => `"${name}"`).join(" ")})`,
};

/**
 * Sandboxes an SVG file that is opened by itself, so that it can do no more than in `<img>`. Browsers enforce this policy in
 * addition to that of all files.
 */
const drawingHeaders = { "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox" };

/**
 * Returns the rules for the headers of the site's files, for the host and for our own server. When two rules give a file the
 * same header, our server sends the later one, and hosts may send both: each must be right by itself.
 * @param documents the site's HTML documents, whose inline script and style sheet the content security policy allows
 */
export function headerRules(site: Site, documents: Iterable<SiteDocument>): HeaderRule[] {
	const pages = [...documents];
	const allowed = { scripts: [...pages.map(headScriptOf), speculationRules], styles: pages.map(styleSheetOf) };
	const commonHeaders: Record<string, string> = securityHeaders(site, allowed, site.preview && contentfulApps);
	if (!site.indexable) commonHeaders["X-Robots-Tag"] = "noindex";
	const pagePaths = localeCodes.flatMap((locale) => routeNames.map((route) => pathOf(route, locale)));
	return [
		{ path: everyPath, headers: commonHeaders },
		...pagePaths.map((path) => ({ path, headers: pageHeaders })),
		{ path: "/assets/*", headers: immutableHeaders },
		{ path: "/media/*", headers: immutableHeaders },
		{ path: "/media/drawings/*", headers: drawingHeaders },
	];
}

/**
 * Returns our own inline script of a document: the first one with its attribute, since it stands before all content. The
 * policy allows no other inline script, so a script in the content would not run.
 */
function headScriptOf(document: SiteDocument): string {
	const script = listHead(document).find(({ name, attributes }) => name === "script" && attributes.has("data-entry"));
	return script?.text ?? "";
}

/** Returns the style sheet that `replaceVikeTags` has put at the end of a document's head. The policy allows no other. */
function styleSheetOf(document: SiteDocument): string {
	return listHead(document).findLast(({ name }) => name === "style")?.text ?? "";
}

function listHead({ parts }: SiteDocument): DocumentElement[] {
	const elements = parts.filter(isElement);
	return elements.slice(
		0,
		elements.findIndex(({ name }) => name === "body"),
	);
}

/** Formats rules as Netlify reads them: https://docs.netlify.com/manage/routing/headers/ */
export function formatHeaders(rules: HeaderRule[]): string {
	const blocks = rules.map(({ path, headers }) => {
		const lines = Object.entries(headers).map(([name, value]) => `  ${name}: ${value}\n`);
		return `${path}\n${lines.join("")}`;
	});
	return blocks.join("\n");
}

/** Parses the text of `formatHeaders`. */
export function parseHeaders(text: string): HeaderRule[] {
	const rules: HeaderRule[] = [];
	for (const line of text.split("\n")) {
		const [, name, value] = /^\s+([^:]+):\s*(.*)$/.exec(line) ?? [];
		const rule = rules.at(-1);
		if (rule && name && value !== undefined) rule.headers[name] = value;
		if (line.startsWith("/")) rules.push({ path: line, headers: {} });
	}
	return rules;
}

/**
 * Formats redirects as Netlify reads them: https://docs.netlify.com/manage/routing/redirects/overview/
 * Netlify does not document whether it compares encoded or decoded paths, so a path that has both forms is written in both.
 */
export function formatRedirects(redirects: Redirect[]): string {
	const lines = redirects.flatMap(({ from, to }) => {
		const decoded = decodeURIComponent(from);
		const forms = /^[\p{L}\p{M}\p{N}/._~-]+$/u.test(decoded) ? new Set([from, decoded]) : [from];
		return [...forms].map((form) => `${form} ${to} 301\n`);
	});
	return lines.join("");
}

/**
 * Parses the text of `formatRedirects`.
 * @returns the new addresses by the `redirectKey` of the old ones
 */
export function parseRedirectRules(text: string): Map<string, string> {
	const lines = text.split("\n").filter(Boolean);
	return new Map(
		lines.map((line) => {
			const [from = "", to = ""] = line.split(" ");
			return [redirectKey(decodeURIComponent(from)), to];
		}),
	);
}

/**
 * Returns the headers that our own server gives to an address. Those that only documents need are left out of the rule for all
 * files, which hosts cannot do: scripts, fonts and pictures are subject to the policies of the document that loads them.
 */
export function headersOf(address: string, rules: HeaderRule[]): Record<string, string> {
	const matches = ({ path }: HeaderRule) =>
		path.endsWith("*") ? address.startsWith(path.slice(0, -1)) : address === path;
	const headers: Record<string, string> = Object.assign({}, ...rules.filter(matches).map((rule) => rule.headers));
	if (!isNamedByContent(address)) return headers;
	const common = rules.find(({ path }) => path === everyPath)?.headers ?? {};
	const isNeeded = ([name, value]: [string, string]) => !documentHeaders.includes(name) || value !== common[name];
	return Object.fromEntries(Object.entries(headers).filter(isNeeded));
}
