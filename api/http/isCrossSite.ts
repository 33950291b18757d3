import { parseSecuritySettings } from "../../environment/environment.server.ts";

/**
 * Checks whether a page of another site made the browser send a request:
 * https://developer.mozilla.org/docs/Web/HTTP/Reference/Headers/Sec-Fetch-Site
 */
export function isCrossSite(request: Request): boolean {
	const fetchSite = request.headers.get("sec-fetch-site");
	if (fetchSite !== null) return fetchSite !== "same-origin" && fetchSite !== "none";
	// Older browsers send `Origin` but not `Sec-Fetch-Site`.
	const origin = request.headers.get("origin");
	return origin !== null && !isOwnUrl(origin, request);
}

/**
 * Checks whether a URL is on this site. Behind some proxies, the request and `SITE_URL` name different hosts, so both
 * hosts are accepted.
 */
function isOwnUrl(url: string, request: Request): boolean {
	const host = URL.parse(url)?.host;
	const ownHosts = [request.url, parseSecuritySettings().url].map((own) => URL.parse(own)?.host);
	return host !== undefined && ownHosts.includes(host);
}
