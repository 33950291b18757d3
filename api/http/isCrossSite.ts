import { parseSecuritySettings } from "../../site/environment.server.ts";

/**
 * Checks whether a page of another site made the browser send a request:
 * https://developer.mozilla.org/docs/Web/HTTP/Reference/Headers/Sec-Fetch-Site
 * Older browsers send `Origin` only, the oldest neither. A request without both counts as our own.
 */
export function isCrossSite(request: Request): boolean {
	const fetchSite = request.headers.get("sec-fetch-site");
	if (fetchSite !== null) return fetchSite !== "same-origin" && fetchSite !== "none";
	const origin = request.headers.get("origin");
	return origin !== null && !isOwnUrl(origin, request);
}

/** Checks whether a URL is on this site's host, by the request or by `SITE_URL`: a proxy may change the host of requests. */
export function isOwnUrl(url: string, request: Request): boolean {
	const host = URL.parse(url)?.host;
	const ownHosts = [request.url, parseSecuritySettings().url].map((own) => URL.parse(own)?.host);
	return host !== undefined && ownHosts.includes(host);
}
