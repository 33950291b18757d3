import { writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import mime from "mime";
import { localeCodes } from "../../content/locales.ts";
import { type Redirect, toRedirectKey } from "../../content/redirects.ts";
import { localisePath, splitLocale } from "../../content/routes.ts";
import type { Snapshots } from "../../content/snapshot.ts";
import { contentfulApps } from "../../environment/contentfulApps.ts";
import { createSecurityHeaders } from "../../environment/headers.server.ts";
import type { Site } from "../../environment/site.ts";
import { fileOf } from "./fileOf.ts";
import type { SiteDocument } from "./renderSite.ts";

/** Name of the file with a version's `HostRules`, beside the folder of the site's files. */
export const rulesFile = "rules.json";

/** Headers of the files at a path, at whose end `*` stands for any characters. */
type HeaderRule = { path: string; headers: Record<string, string> };

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
const campaignParameters =
	"utm_source utm_medium utm_campaign utm_term utm_content utm_id gclid gbraid wbraid dclid gad_source " +
	"gad_campaignid fbclid msclkid ttclid twclid yclid ysclid _openstat mc_cid mc_eid";

/** Headers for files whose names contain a hash of their content, so that browsers cache them for a year. */
const immutableHeaders = { "Cache-Control": "public, max-age=31536000, immutable" };

/**
 * Headers for all documents. Proxies must not change them, because the content security policy has hashes of their code.
 * Cloudflare would also replace e-mail addresses: https://developers.cloudflare.com/waf/tools/scrape-shield/
 */
const documentHeaders = { "Cache-Control": "public, max-age=0, must-revalidate, no-transform" };

/** Lets other sites show a picture, such as messengers a share picture, and search engines the logo. */
const pictureHeaders = { "Cross-Origin-Resource-Policy": "cross-origin" };

const pageHeaders = {
	...documentHeaders,
	"No-Vary-Search": `key-order, params=("${campaignParameters.replaceAll(" ", '" "')}")`,
};

/** Content security policy for an SVG file that a visitor opens directly. Blocks scripts and external resources. */
const drawingHeaders = {
	"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
};

/** Paths of all pictures. The folder of the icon also has fonts and a style sheet. */
const picturePaths = ["/media/*", "/assets/static/*", "/favicon.ico", "/apple-touch-icon.png"];

/** Punctuation and spaces that messages put after an address, and programs take for its last character. */
const addressEndings = [...".),»\u00a0\u200b"];

/**
 * Creates the header rules of all files.
 * @param documents documents of the site by path, as `renderSite` returns them
 * @param mediaPaths paths of the media files below `media/`
 */
export function createHeaderRules(
	site: Site,
	documents: ReadonlyMap<string, SiteDocument>,
	mediaPaths: string[] = [],
): HeaderRule[] {
	const pages = [...documents.values()];
	const inline = {
		scripts: pages.flatMap(({ scripts }) => scripts),
		styles: pages.map(({ style }) => style),
	};
	const { preview } = site;
	const commonHeaders = createSecurityHeaders(
		site,
		inline,
		preview && contentfulApps,
		preview?.pictureOrigins,
	);
	if (!site.indexable) commonHeaders["X-Robots-Tag"] = "noindex";
	return [
		{ path: "/*", headers: commonHeaders },
		...[...documents.keys()].map((path) => ({
			path,
			headers: path.endsWith("/404") ? documentHeaders : pageHeaders,
		})),
		{ path: "/assets/*", headers: immutableHeaders },
		{ path: "/media/*", headers: immutableHeaders },
		// Replaces the policy of `/*`. A host that sends both values sends none, because browsers ignore two values:
		// https://fetch.spec.whatwg.org/#cross-origin-resource-policy-header
		...picturePaths.map((path) => ({ path, headers: pictureHeaders })),
		// This policy and the policy of `/*` must each block injected scripts, because hosts may send only one.
		{ path: "/media/drawings/*", headers: drawingHeaders },
		// Netlify does not document which types it knows. The folder, named by a hash, stands for the editor's file name.
		...mediaPaths
			.filter((path) => path.startsWith("files/"))
			.map((path) => ({
				path: `/media/${dirname(path)}/*`,
				headers: { "Content-Type": contentTypeOf(path) },
			})),
	];
}

/** Returns the value of the header `Content-Type` for a file, from the extension of the file's name. */
function contentTypeOf(path: string): string {
	const type = mime.getType(path) ?? "application/octet-stream";
	return type.startsWith("text/") ? `${type}; charset=utf-8` : type;
}

/** Merges the redirects of both languages. When both redirect the same path, the English redirect is used. */
export function mergeRedirects(snapshots: Snapshots): Redirect[] {
	const redirects = new Map<string, Redirect>();
	// English is first in `localeCodes`.
	for (const locale of localeCodes) {
		for (const redirect of snapshots[locale].appShell.redirects ?? []) {
			const key = toRedirectKey(decodeURIComponent(redirect.from));
			if (!redirects.has(key)) redirects.set(key, redirect);
		}
	}
	return [...redirects.values()];
}

/**
 * Writes the rules into the files from which Netlify reads them: https://docs.netlify.com/manage/routing/headers/ and
 * https://docs.netlify.com/manage/routing/redirects/overview/
 */
export async function writeNetlifyRules(
	folder: string,
	{ headers: rules, redirects }: HostRules,
): Promise<void> {
	const blocks = rules.map(({ path, headers }) => {
		const lines = Object.entries(headers).map(([name, value]) => `  ${name}: ${value}\n`);
		return `${path}\n${lines.join("")}`;
	});
	await writeFile(join(folder, "_headers"), blocks.join("\n"));
	// Only pages have this header. Netlify knows no pattern for the end of a path, so each ending has a rule.
	const pages = rules.filter(({ headers }) => "No-Vary-Search" in headers);
	const misread = pages.flatMap(({ path }) =>
		addressEndings.map((ending) => ({ from: encodeURI(path + ending), to: path })),
	);
	const lines = [...redirects, ...misread].flatMap(({ from, to }) => {
		// Netlify does not document whether it matches encoded or decoded letters.
		const decoded = decodeURIComponent(from);
		const hasLetters = /^[\p{L}\p{M}\p{N}»\u200b/._~-]+$/u.test(decoded);
		const forms = hasLetters ? new Set([from, decoded]) : [from];
		const errorPage = `/${fileOf(localisePath("/404", splitLocale(from).locale))}`;
		const target = to ? `${to} 301` : `${errorPage} 410`;
		return [...forms].map((form) => `${form} ${target}\n`);
	});
	if (lines.length > 0) await writeFile(join(folder, "_redirects"), lines.join(""));
}

/** Returns our own server's headers for an address. */
export function headersOf(address: string, rules: HeaderRule[]): Record<string, string> {
	const matches = ({ path }: HeaderRule) =>
		path.endsWith("*") ? address.startsWith(path.slice(0, -1)) : address === path;
	return Object.assign({}, ...rules.filter(matches).map(({ headers }) => headers));
}
