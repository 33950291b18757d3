import { localeCodes } from "../../content/locales.ts";
import { type Redirect, redirectKey } from "../../content/redirects.ts";
import { pathOf, routeNames } from "../../content/routes.ts";
import { contentfulApps, securityHeaders } from "../../site/headers.server.ts";
import type { Site } from "../../site/site.ts";
import { speculationRules } from "../../site/speculationRules.ts";
import { stylesOf } from "./vikeTags.ts";

/** They tell the host what to answer; it does not serve them. */
export const headersFile = "_headers";
export const redirectsFile = "_redirects";

/** Headers of all files under a path; a `*` at its end stands for anything. */
type HeaderRule = { path: string; headers: Record<string, string> };

/**
 * What advertisements, mailings and searches add to the address of a page, which shows the same whatever they say: a browser
 * that has the page asks with the version that it has. Not our own `subscribed`.
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

/** What makes a drawing as harmless in a tab of its own as in `<img>`. Joined with the policy of all files both hold. */
const drawingHeaders = { "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox" };

/**
 * The headers of the site's files, on the host and on the local server: the one place that tells them. Where two rules
 * give a file the same header, our server sends the later one, and hosts may send both, joined: either must be right.
 * @param documents the site's HTML, whose inline script and style sheets the security policy allows
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
 * The inline script of a document: its first, before anything of the content. No other is taken, since if content ever
 * got a script into a page, the policy must not allow it.
 */
function headScriptOf(html: string): string {
	const [head = ""] = html.split("</script>", 1);
	return head.slice(head.indexOf(">", head.indexOf("<script ")) + 1);
}

/** https://docs.netlify.com/manage/routing/headers/ */
export function formatHeaders(rules: HeaderRule[]): string {
	return rules
		.map(({ path, headers }) =>
			[path, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`), ""].join("\n"),
		)
		.join("\n");
}

/** Reads what `formatHeaders` wrote. */
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
 * https://docs.netlify.com/manage/routing/redirects/overview/ Its documentation does not say whether it compares what is encoded or
 * what is decoded, so that an old address in another script than Latin stands there in both forms.
 */
export function formatRedirects(redirects: Redirect[]): string {
	const lines = redirects.flatMap(({ from, to }) => {
		const decoded = decodeURIComponent(from);
		const forms = /^[\p{L}\p{M}\p{N}/._~-]+$/u.test(decoded) ? new Set([from, decoded]) : [from];
		return [...forms].map((form) => `${form} ${to} 301\n`);
	});
	return lines.join("");
}

/** Reads what `formatRedirects` wrote: where an old address leads, by its `redirectKey`. */
export function parseRedirectRules(text: string): Map<string, string> {
	const lines = text.split("\n").filter(Boolean);
	return new Map(
		lines.map((line) => {
			const [from = "", to = ""] = line.split(" ");
			return [redirectKey(decodeURIComponent(from)), to];
		}),
	);
}

/** The headers that rules give to an address. */
export function headersOf(address: string, rules: HeaderRule[]): Record<string, string> {
	const matches = ({ path }: HeaderRule) =>
		path.endsWith("*") ? address.startsWith(path.slice(0, -1)) : address === path;
	return Object.assign({}, ...rules.filter(matches).map(({ headers }) => headers));
}
