import { hash } from "node:crypto";
import type { Site } from "./site.ts";

/** Settings that the headers depend on, beside the pages. */
export type Protection = Pick<Site, "url" | "reportUrl">;

/** The code that stands in a document itself, as text. */
type InlineCode = { scripts?: Iterable<string>; styles?: Iterable<string> };

/**
 * Features that could observe, locate or charge a visitor. Browsers warn in the console about unknown ones: these they
 * all know, or do not look at. No longer than that, since the header comes with every file.
 */
const deniedFeatures = [
	"camera",
	"display-capture",
	"geolocation",
	"microphone",
	"midi",
	"payment",
	"publickey-credentials-get",
	"usb",
];

/** Contentful's web app, which shows previews and the status of the site in frames; the second is of spaces in the EU. */
export const contentfulApps = ["https://app.contentful.com", "https://app.eu.contentful.com"];

/** Seconds: two years. Without `includeSubDomains` and `preload`, which bind more than this site: docs/security.md. */
const secureFor = 63_072_000;

/**
 * The security headers of an answer, by name: the one place that knows them, for the files of the site, for the local
 * server and for the functions, to whose answers the host adds nothing.
 * @param inline what the policy allows to stand in a document; nothing unless given
 * @param framedBy the origins that may show an answer in a frame; none unless given
 */
export function securityHeaders(
	protection: Protection,
	inline: InlineCode = {},
	framedBy: string[] = [],
): Record<string, string> {
	const { reportUrl } = protection;
	return {
		"Content-Security-Policy": formatPolicy(protection, inline, framedBy),
		"Cross-Origin-Resource-Policy": "same-origin",
		"Permissions-Policy": deniedFeatures.map((feature) => `${feature}=()`).join(", "),
		"Referrer-Policy": "strict-origin-when-cross-origin",
		"X-Content-Type-Options": "nosniff",
		...(isSecure(protection) && { "Strict-Transport-Security": `max-age=${secureFor}` }),
		...(reportUrl && { "Reporting-Endpoints": `csp="${reportUrl}"` }),
	};
}

/** The directive that makes browsers ask by https for whatever a page names by http. */
const upgrading = "upgrade-insecure-requests";

/** Whether visitors reach the site by https, be it through a proxy. */
const isSecure = ({ url }: Protection) => url.startsWith("https:");

/**
 * Returns the headers for a visitor without https, such as the owner on this machine: WebKit obeys
 * `upgrade-insecure-requests` on http://localhost, too, and then loads neither script nor pictures.
 */
export function withoutHttps(headers: Iterable<[string, string]>): [string, string][] {
	return [...headers]
		.filter(([name]) => name.toLowerCase() !== "strict-transport-security")
		.map(([name, value]) => [name, value.replace(`; ${upgrading}`, "")]);
}

/**
 * Whether a visitor came by https to a proxy that is trusted.
 * @param forwarded the header `X-Forwarded-Proto`; where several proxies add to it, the visitor's comes first
 */
export function cameByHttps(forwarded: string | string[] | null | undefined): boolean {
	return /^https(,|$)/.test(String(forwarded));
}

/** https://www.w3.org/TR/CSP3/ and https://www.w3.org/TR/trusted-types/ */
function formatPolicy(protection: Protection, { scripts = [], styles = [] }: InlineCode, framedBy: string[]): string {
	const { reportUrl } = protection;
	const styleHashes = hashesOf(styles);
	return [
		"default-src 'none'",
		["script-src 'self'", ...hashesOf(scripts)].join(" "),
		// All style sheets stand in the documents; what scripts set by the object model is not asked about.
		styleHashes.length > 0 && `style-src ${styleHashes.join(" ")}`,
		"connect-src 'self'",
		"font-src 'self'",
		"img-src 'self'",
		"manifest-src 'self'",
		"base-uri 'none'",
		"form-action 'self'",
		`frame-ancestors ${framedBy.join(" ") || "'none'"}`,
		"require-trusted-types-for 'script'",
		"trusted-types 'none'",
		isSecure(protection) && upgrading,
		// The older name is the only one that Firefox and Safari know.
		reportUrl && `report-uri ${reportUrl}; report-to csp`,
	]
		.filter(Boolean)
		.join("; ");
}

/** Sorted, each once: the same pages give the same header. */
function hashesOf(codes: Iterable<string>): string[] {
	return [...new Set([...codes].map((code) => `'sha256-${hash("sha256", code, "base64")}'`))].sort();
}
