import { localeCodes } from "../../content/locales.ts";
import { type Redirect, redirectKey } from "../../content/redirects.ts";
import { pathOf, routeNames } from "../../content/routes.ts";
import { contentfulApps, securityHeaders } from "../../site/headers.server.ts";
import type { Site } from "../../site/site.ts";
import { speculationRules } from "../../site/speculationRules.ts";
import { readElements } from "./readDocument.ts";
import { stylesOf } from "./vikeTags.ts";

/** Files with rules for the host, which does not serve them. */
export const headersFile = "_headers";
export const redirectsFile = "_redirects";

/** Headers of all files under a path. A `*` at its end matches any rest. */
type HeaderRule = { path: string; headers: Record<string, string> };

/**
 * Query parameters that advertisements, mailings and search engines add. They do not change the page, so a browser may
 * use its cached copy. Our own `subscribed` is not among them.
 * https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Headers/No-Vary-Search
 */
const campaignParameters = [
	...["source", "medium", "campaign", "term", "content", "id"].map((name) => `utm_${name}`),
	...["gclid", "gbraid", "wbraid", "dclid", "gad_source", "gad_campaignid", "fbclid", "msclkid", "ttclid", "twclid"],
	...["yclid", "ysclid", "_openstat", "mc_cid", "mc_eid"],
];

const pageHeaders = {
	"No-Vary-Search": `key-order, params=(${campaignParameters.map((name) => `"${name}"`).join(" ")})`,
};

/** Makes an SVG file as harmless in a tab of its own as in `<img>`. Browsers enforce it beside the policy of all files. */
const drawingHeaders = { "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox" };

/**
 * Returns the headers of the site's files, for the host and for our own server. Where two rules give a file the same header,
 * our server sends the later one, and hosts may send both, joined: either must be right.
 * @param documents the site's HTML documents, whose inline script and style sheets the content security policy allows
 */
export function headerRules(site: Site, documents: Iterable<string>): HeaderRule[] {
	const pages = [...documents];
	const forGood = { "Cache-Control": "public, max-age=31536000, immutable" };
	return [
		{
			path: "/*",
			headers: {
				...securityHeaders(
					site,
					{ scripts: [...pages.map(headScriptOf), speculationRules], styles: pages.map(stylesOf) },
					site.preview && contentfulApps,
				),
				...(site.indexable ? {} : { "X-Robots-Tag": "noindex" }),
			},
		},
		...localeCodes.flatMap((locale) =>
			routeNames.map((route) => ({ path: pathOf(route, locale), headers: pageHeaders })),
		),
		{ path: "/assets/*", headers: forGood },
		{ path: "/media/*", headers: forGood },
		{ path: "/media/drawings/*", headers: drawingHeaders },
	];
}

/**
 * Returns the inline script of a document: the first one with our own attribute, which stands before all content. The policy
 * allows no other, so that a script that content got into a page would not run.
 */
function headScriptOf(html: string): string {
	const script = readElements(html).find(({ name, attributes }) => name === "script" && attributes.has("data-entry"));
	return script?.text ?? "";
}

/** Formats rules as Netlify reads them: https://docs.netlify.com/manage/routing/headers/ */
export function formatHeaders(rules: HeaderRule[]): string {
	return rules
		.map(({ path, headers }) =>
			[path, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`), ""].join("\n"),
		)
		.join("\n");
}

/** Parses the text that `formatHeaders` returns. */
export function parseHeaders(text: string): HeaderRule[] {
	const rules: HeaderRule[] = [];
	for (const line of text.split("\n")) {
		const [, name, value] = /^\s+([^:]+):\s*(.*)$/.exec(line) ?? [];
		if (name && value !== undefined) Object.assign(rules.at(-1)?.headers ?? {}, { [name]: value });
		else if (line.startsWith("/")) rules.push({ path: line, headers: {} });
	}
	return rules;
}

/**
 * Formats redirects as Netlify reads them: https://docs.netlify.com/manage/routing/redirects/overview/
 * The documentation does not say whether Netlify compares encoded or decoded paths, so an address in another script than
 * Latin is written in both forms.
 */
export function formatRedirects(redirects: Redirect[]): string {
	const lines = redirects.flatMap(({ from, to }) => {
		const decoded = decodeURIComponent(from);
		const forms = /^[\p{L}\p{M}\p{N}/._~-]+$/u.test(decoded) ? new Set([from, decoded]) : [from];
		return [...forms].map((form) => `${form} ${to} 301\n`);
	});
	return lines.join("");
}

/** Parses the text that `formatRedirects` returns: the new address of each old one, by its `redirectKey`. */
export function parseRedirectRules(text: string): Map<string, string> {
	const lines = text.split("\n").filter(Boolean);
	return new Map(
		lines.map((line) => {
			const [from = "", to = ""] = line.split(" ");
			return [redirectKey(decodeURIComponent(from)), to];
		}),
	);
}

/** Returns the headers that rules give to an address. */
export function headersOf(address: string, rules: HeaderRule[]): Record<string, string> {
	const matches = ({ path }: HeaderRule) =>
		path.endsWith("*") ? address.startsWith(path.slice(0, -1)) : address === path;
	return Object.assign({}, ...rules.filter(matches).map(({ headers }) => headers));
}
