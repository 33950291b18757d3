import { writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { localeCodes } from "../../content/locales.ts";
import { type Redirect, toRedirectKey } from "../../content/redirects.ts";
import { localisePath, pathOf, routeNames } from "../../content/routes.ts";
import type { Snapshots } from "../../content/snapshotFiles.server.ts";
import { contentfulApps } from "../../environment/contentfulApps.ts";
import { createSecurityHeaders } from "../../environment/headers.server.ts";
import type { Site } from "../../environment/site.ts";
import { speculationRules } from "../../renderer/speculationRules.ts";
import { contentTypeOf } from "../shared/contentTypes.ts";
import { attributeOf, codeOf, isElement, type SiteDocument } from "./siteDocument.ts";

/** Name of the file with a version's `HostRules`, beside the folder of the site's files. */
export const rulesFile = "rules.json";

export type HeaderRule = { path: string; headers: Record<string, string> };

/** HTTP headers and redirects of a site, for our own server and for Netlify. */
export type HostRules = {
	headers: HeaderRule[];
	/** Redirects from the owner's previous website. */
	redirects: Redirect[];
};

/**
 * Tracking parameters. The header `No-Vary-Search` excludes these parameters from cache keys:
 * https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Headers/No-Vary-Search
 */
const campaignParameters = [
	...["source", "medium", "campaign", "term", "content", "id"].map((name) => `utm_${name}`),
	...[
		"gclid",
		"gbraid",
		"wbraid",
		"dclid",
		"gad_source",
		"gad_campaignid",
		"fbclid",
		"msclkid",
		"ttclid",
		"twclid",
	],
	...["yclid", "ysclid", "_openstat", "mc_cid", "mc_eid"],
];

/** Wildcard for any characters, at the end of a rule's path. */
const wildcard = "*";

const everyPath = `/${wildcard}`;

/** Headers for files whose names contain a hash of their content, so that browsers cache them for a year. */
const immutableHeaders = { "Cache-Control": "public, max-age=31536000, immutable" };

/**
 * Headers for all documents. Proxies must not change them, because the content security policy has hashes of their code.
 * Cloudflare would also replace e-mail addresses: https://developers.cloudflare.com/waf/tools/scrape-shield/
 */
const documentHeaders = { "Cache-Control": "public, max-age=0, must-revalidate, no-transform" };

const pageHeaders = {
	...documentHeaders,
	"No-Vary-Search": `key-order, params=(${campaignParameters.map((name) => `"${name}"`).join(" ")})`,
};

/** Content security policy for an SVG file that a visitor opens directly. Blocks scripts and external resources. */
const drawingHeaders = {
	"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
};

/**
 * Creates the header rules of all files.
 * @param mediaPaths paths of the media files below `media/`
 */
export function createHeaderRules(
	site: Site,
	documents: Iterable<SiteDocument>,
	mediaPaths: string[] = [],
): HeaderRule[] {
	const pages = [...documents];
	const allowed = {
		scripts: [...pages.map(headScriptOf), speculationRules],
		styles: pages.map(styleSheetOf),
	};
	const framedBy = site.preview && contentfulApps;
	const commonHeaders = createSecurityHeaders(
		site,
		allowed,
		framedBy,
		site.preview?.pictureOrigins,
	);
	if (!site.indexable) commonHeaders["X-Robots-Tag"] = "noindex";
	const linkedFiles = mediaPaths.filter((path) => path.startsWith("files/"));
	const pagePaths = localeCodes.flatMap((locale) =>
		routeNames.map((route) => pathOf(route, locale)),
	);
	const errorPaths = localeCodes.map((locale) => localisePath("/404", locale));
	return [
		{ path: everyPath, headers: commonHeaders },
		...pagePaths.map((path) => ({ path, headers: pageHeaders })),
		...errorPaths.map((path) => ({ path, headers: documentHeaders })),
		{ path: `/assets/${wildcard}`, headers: immutableHeaders },
		{ path: `/media/${wildcard}`, headers: immutableHeaders },
		// This policy and the policy of `everyPath` must each block injected scripts, because hosts may send only one.
		{ path: `/media/drawings/${wildcard}`, headers: drawingHeaders },
		// Netlify does not document which types it knows. The folder, named by a hash, stands for the editor's file name.
		...linkedFiles.map((path) => ({
			path: `/media/${dirname(path)}/${wildcard}`,
			headers: { "Content-Type": contentTypeOf(path) },
		})),
	];
}

/** Returns our own inline script, which is the first script with `data-entry`. */
function headScriptOf({ parts }: SiteDocument): string {
	const scripts = parts.filter(isElement).filter(({ tagName }) => tagName === "script");
	const script = scripts.find((element) => attributeOf(element, "data-entry") !== undefined);
	return script ? codeOf(script) : "";
}

/** Returns the inline style sheet that `replaceVikeTags` has put at the end of a document's head. */
function styleSheetOf({ parts }: SiteDocument): string {
	const elements = parts.filter(isElement);
	const head = elements.slice(
		0,
		elements.findIndex(({ tagName }) => tagName === "body"),
	);
	const style = head.findLast(({ tagName }) => tagName === "style");
	return style ? codeOf(style) : "";
}

/**
 * Merges the redirects of both languages. When both redirect the same path, the English redirect is used.
 */
export function mergeRedirects(snapshots: Snapshots): Redirect[] {
	const redirects = new Map<string, Redirect>();
	// English is first in `localeCodes`.
	for (const redirect of localeCodes.flatMap(
		(locale) => snapshots[locale].appShell.redirects ?? [],
	)) {
		const key = toRedirectKey(decodeURIComponent(redirect.from));
		if (!redirects.has(key)) redirects.set(key, redirect);
	}
	return [...redirects.values()];
}

/** Writes the rules into the files from which Netlify reads them. */
export async function writeNetlifyRules(
	folder: string,
	{ headers, redirects }: HostRules,
): Promise<void> {
	await writeFile(join(folder, "_headers"), formatHeaders(headers));
	if (redirects.length > 0) await writeFile(join(folder, "_redirects"), formatRedirects(redirects));
}

/** Formats header rules for Netlify: https://docs.netlify.com/manage/routing/headers/ */
export function formatHeaders(rules: HeaderRule[]): string {
	const blocks = rules.map(({ path, headers }) => {
		const lines = Object.entries(headers).map(([name, value]) => `  ${name}: ${value}\n`);
		return `${path}\n${lines.join("")}`;
	});
	return blocks.join("\n");
}

/**
 * Formats redirects for Netlify. A path with encoded letters gets two lines, encoded and decoded, because Netlify does
 * not document which form it matches: https://docs.netlify.com/manage/routing/redirects/overview/
 */
export function formatRedirects(redirects: Redirect[]): string {
	const lines = redirects.flatMap(({ from, to }) => {
		const decoded = decodeURIComponent(from);
		const forms = /^[\p{L}\p{M}\p{N}/._~-]+$/u.test(decoded) ? new Set([from, decoded]) : [from];
		return [...forms].map((form) => `${form} ${to} 301\n`);
	});
	return lines.join("");
}

/** Returns our own server's headers for an address. */
export function headersOf(address: string, rules: HeaderRule[]): Record<string, string> {
	const matches = ({ path }: HeaderRule) =>
		path.endsWith(wildcard) ? address.startsWith(path.slice(0, -1)) : address === path;
	return Object.assign({}, ...rules.filter(matches).map(({ headers }) => headers));
}
