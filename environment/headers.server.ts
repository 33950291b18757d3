import { hash } from "node:crypto";
import type { Site } from "./site.ts";

export type SecuritySettings = Pick<Site, "url" | "reportUrl">;

/** Texts of the inline scripts and style sheets of a document. */
type InlineCode = { scripts?: Iterable<string>; styles?: Iterable<string> };

/**
 * Browser features that pages are not allowed to use. Features that only some browsers know are left out, because
 * other browsers would log a warning.
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

/**
 * `max-age` of the header `Strict-Transport-Security`: two years. The header has neither `includeSubDomains` nor
 * `preload`, because they would affect the owner's other sites. See docs/security.md.
 */
const hstsMaxAgeSeconds = 63_072_000;

/**
 * Returns the security headers of a response, by name.
 * @param framedBy origins that are allowed to show the response in a frame
 * @param pictureOrigins origins of pictures, besides the site's own
 */
export function createSecurityHeaders(
	securitySettings: SecuritySettings,
	inline: InlineCode = {},
	framedBy: string[] = [],
	pictureOrigins: string[] = [],
): Record<string, string> {
	const headers: Record<string, string> = {
		"Content-Security-Policy": formatPolicy(securitySettings, inline, framedBy, pictureOrigins),
		"Cross-Origin-Resource-Policy": "same-origin",
		"Permissions-Policy": deniedFeatures.map((feature) => `${feature}=()`).join(", "),
		"Referrer-Policy": "strict-origin-when-cross-origin",
		"X-Content-Type-Options": "nosniff",
	};
	if (isHttps(securitySettings))
		headers["Strict-Transport-Security"] = `max-age=${hstsMaxAgeSeconds}`;
	if (securitySettings.reportUrl)
		headers["Reporting-Endpoints"] = `csp="${securitySettings.reportUrl}"`;
	return headers;
}

/** Directive of the content security policy that makes browsers replace http by https in all URLs of a page. */
const upgradeDirective = "upgrade-insecure-requests";

function isHttps({ url }: SecuritySettings): boolean {
	return url.startsWith("https:");
}

/**
 * Removes headers and directives that are for https only. Over http, WebKit would obey `upgrade-insecure-requests`
 * even for localhost, and load no scripts.
 */
export function removeHttpsHeaders(headers: Headers): void {
	headers.delete("Strict-Transport-Security");
	const policy = headers.get("Content-Security-Policy");
	if (policy) headers.set("Content-Security-Policy", policy.replace(`; ${upgradeDirective}`, ""));
}

/**
 * Formats the content security policy with trusted types: https://www.w3.org/TR/CSP3/ and
 * https://www.w3.org/TR/trusted-types/
 */
function formatPolicy(
	securitySettings: SecuritySettings,
	{ scripts = [], styles = [] }: InlineCode,
	framedBy: string[],
	pictureOrigins: string[],
): string {
	const { reportUrl } = securitySettings;
	const styleHashes = listHashes(styles);
	return [
		"default-src 'none'",
		["script-src 'self'", ...listHashes(scripts)].join(" "),
		// Allows the inline style sheets and files of the site. Styles that scripts set through the CSSOM need no permission.
		styleHashes.length > 0 && `style-src 'self' ${styleHashes.join(" ")}`,
		"connect-src 'self'",
		"font-src 'self'",
		["img-src 'self'", ...pictureOrigins].join(" "),
		"base-uri 'none'",
		"form-action 'self'",
		`frame-ancestors ${framedBy.join(" ") || "'none'"}`,
		"require-trusted-types-for 'script'",
		"trusted-types 'none'",
		isHttps(securitySettings) && upgradeDirective,
		// `report-uri` is for Firefox and Safari, which do not support `report-to`.
		reportUrl && `report-uri ${reportUrl}; report-to csp`,
	]
		.filter(Boolean)
		.join("; ");
}

/**
 * Returns the hash sources of inline code, sorted and without duplicates, so that the same code always gives the same
 * header.
 */
function listHashes(codes: Iterable<string>): string[] {
	return [
		...new Set([...codes].map((code) => `'sha256-${hash("sha256", code, "base64")}'`)),
	].sort();
}
