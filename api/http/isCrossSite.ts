import { parseSecuritySettings } from "../../site/environment.server.ts";

/**
 * Checks whether a page of another site made the browser send a request:
 * https://developer.mozilla.org/docs/Web/HTTP/Reference/Headers/Sec-Fetch-Site
 * Reads in this order: (1) `Sec-Fetch-Site`; (2) `Origin`, for older browsers. Without these headers the request is
 * accepted.
 */
export function isCrossSite(request: Request): boolean {
	const fetchSite = request.headers.get("sec-fetch-site");
	if (fetchSite !== null) return fetchSite !== "same-origin" && fetchSite !== "none";
	const origin = request.headers.get("origin");
	return origin !== null && !isOwnUrl(origin, request);
}

/**
 * Checks whether a URL is on this site: its host is the host of the request URL or the host in `SITE_URL`. Both are
 * accepted, because a proxy may change the host of requests.
 */
export function isOwnUrl(url: string, request: Request): boolean {
	const host = URL.parse(url)?.host;
	const ownHosts = [request.url, parseSecuritySettings().url].map((own) => URL.parse(own)?.host);
	return host !== undefined && ownHosts.includes(host);
}
