import { hash } from "node:crypto";
import type { Site } from "./site.ts";

/** Settings that the security headers depend on, in addition to a page's inline code. */
export type SecuritySettings = Pick<Site, "url" | "reportUrl">;

/** Inline scripts and styles of a document, as text. */
type InlineCode = { scripts?: Iterable<string>; styles?: Iterable<string> };

/**
 * Browser features that could observe, locate or charge a visitor, so that the site denies them. Only those that all
 * browsers with the header know, because browsers warn of others in the console. The header is sent with every file.
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

/** Security headers that only documents need, and the reports about them. */
export const documentHeaders = [
	"Content-Security-Policy",
	"Permissions-Policy",
	"Referrer-Policy",
	"Reporting-Endpoints",
];

/** Origins of Contentful's web app, which shows previews and the status page in frames. The second one is for EU spaces. */
export const contentfulApps = ["https://app.contentful.com", "https://app.eu.contentful.com"];

/**
 * Lifetime of `Strict-Transport-Security`: two years. Without `includeSubDomains` and `preload`, which would also apply to
 * other sites of the owner: docs/security.md.
 */
const hstsMaxAgeSeconds = 63_072_000;

/**
 * Returns the security headers of a response, by name, for files, for our own server and for functions.
 * @param inline code that the policy allows in the document; none by default
 * @param framedBy origins that may show the response in a frame; none by default
 */
export function securityHeaders(
	securitySettings: SecuritySettings,
	inline: InlineCode = {},
	framedBy: string[] = [],
): Record<string, string> {
	const headers: Record<string, string> = {
		"Content-Security-Policy": formatPolicy(securitySettings, inline, framedBy),
		"Cross-Origin-Resource-Policy": "same-origin",
		"Permissions-Policy": deniedFeatures.map((feature) => `${feature}=()`).join(", "),
		"Referrer-Policy": "strict-origin-when-cross-origin",
		"X-Content-Type-Options": "nosniff",
	};
	if (isHttps(securitySettings)) headers["Strict-Transport-Security"] = `max-age=${hstsMaxAgeSeconds}`;
	if (securitySettings.reportUrl) headers["Reporting-Endpoints"] = `csp="${securitySettings.reportUrl}"`;
	return headers;
}

/** Directive that makes browsers replace http by https in all URLs of a page. */
const upgradeDirective = "upgrade-insecure-requests";

/** Checks whether the public URL of the site is https. A proxy may terminate TLS. */
function isHttps({ url }: SecuritySettings): boolean {
	return url.startsWith("https:");
}

/**
 * Returns the headers for a visitor without https, such as a developer. WebKit applies `upgrade-insecure-requests` to
 * http://localhost, too, and would then load neither scripts nor pictures.
 */
export function withoutHttps(headers: Iterable<[string, string]>): [string, string][] {
	return [...headers]
		.filter(([name]) => name.toLowerCase() !== "strict-transport-security")
		.map(([name, value]) => [name, value.replace(`; ${upgradeDirective}`, "")]);
}

/**
 * Checks whether a visitor's request reached a trusted proxy by https.
 * @param forwarded header `X-Forwarded-Proto`. Several proxies may append to it, so its first value is the visitor's.
 */
export function isHttpsRequest(forwarded: string | string[] | null | undefined): boolean {
	return /^https(,|$)/.test(String(forwarded));
}

/** Formats the content security policy: https://www.w3.org/TR/CSP3/ and https://www.w3.org/TR/trusted-types/ */
function formatPolicy(
	securitySettings: SecuritySettings,
	{ scripts = [], styles = [] }: InlineCode,
	framedBy: string[],
): string {
	const { reportUrl } = securitySettings;
	const styleHashes = listHashes(styles);
	return [
		"default-src 'none'",
		["script-src 'self'", ...listHashes(scripts)].join(" "),
		// All style sheets are inline. The policy does not apply to styles that scripts set through the CSSOM.
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
		isHttps(securitySettings) && upgradeDirective,
		// Firefox and Safari support `report-uri` only.
		reportUrl && `report-uri ${reportUrl}; report-to csp`,
	]
		.filter(Boolean)
		.join("; ");
}

/** Returns the hash sources of inline code, sorted and without duplicates, so that equal pages have equal headers. */
function listHashes(codes: Iterable<string>): string[] {
	return [...new Set([...codes].map((code) => `'sha256-${hash("sha256", code, "base64")}'`))].sort();
}
