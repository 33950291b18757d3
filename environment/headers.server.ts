import { hash } from "node:crypto";
import type { Site } from "./site.ts";

/** Texts of the inline scripts and style sheets of a document. */
type InlineCode = { scripts?: Iterable<string>; styles?: Iterable<string> };

/**
 * Browser features that pages are not allowed to use. Features that only some browsers know are left out, because
 * other browsers would log a warning.
 */
const deniedFeatures =
	"camera=(), display-capture=(), geolocation=(), microphone=(), midi=(), payment=(), " +
	"publickey-credentials-get=(), usb=()";

/** Directive that makes browsers replace http by https in all URLs of a page. */
const upgradeDirective = "upgrade-insecure-requests";

/**
 * Returns the security headers of a response, by name. The content security policy has trusted types:
 * https://www.w3.org/TR/CSP3/ and https://www.w3.org/TR/trusted-types/
 * @param framedBy origins that are allowed to show the response in a frame
 * @param pictureOrigins origins of pictures, besides the site's own
 */
export function createSecurityHeaders(
	{ url, reportUrl }: Pick<Site, "url" | "reportUrl">,
	{ scripts = [], styles = [] }: InlineCode = {},
	framedBy: string[] = [],
	pictureOrigins: string[] = [],
): Record<string, string> {
	const policy = [
		"default-src 'none'",
		["script-src 'self'", ...listHashes(scripts)].join(" "),
		// Styles that scripts set through the CSSOM need no permission.
		["style-src 'self'", ...listHashes(styles)].join(" "),
		"connect-src 'self'",
		"font-src 'self'",
		["img-src 'self'", ...pictureOrigins].join(" "),
		"base-uri 'none'",
		"form-action 'self'",
		`frame-ancestors ${framedBy.join(" ") || "'none'"}`,
		"require-trusted-types-for 'script'",
		"trusted-types 'none'",
	];
	const headers: Record<string, string> = {
		"Cross-Origin-Resource-Policy": "same-origin",
		"Permissions-Policy": deniedFeatures,
		"Referrer-Policy": "same-origin",
		"X-Content-Type-Options": "nosniff",
	};
	if (url.startsWith("https:")) {
		policy.push(upgradeDirective);
		// Two years. Neither `includeSubDomains` nor `preload`, which would affect the owner's other sites: docs/security.md.
		headers["Strict-Transport-Security"] = "max-age=63072000";
	}
	if (reportUrl) {
		// `report-uri` is for Firefox and Safari, which do not support `report-to`.
		policy.push(`report-uri ${reportUrl}`, "report-to csp");
		headers["Reporting-Endpoints"] = `csp="${reportUrl}"`;
	}
	return { "Content-Security-Policy": policy.join("; "), ...headers };
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

/** Returns the hash sources of inline code, sorted, so that the same code always gives the same header. */
function listHashes(codes: Iterable<string>): string[] {
	const hashes = [...codes].map((code) => `'sha256-${hash("sha256", code, "base64")}'`);
	return [...new Set(hashes)].sort();
}
