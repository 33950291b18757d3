import { parseSecuritySettings } from "../../site/environment.server.ts";

/**
 * Checks whether a page of another site made the browser send a request:
 * https://developer.mozilla.org/docs/Web/HTTP/Reference/Headers/Sec-Fetch-Site
 * Older browsers send only `Origin`, and the oldest browsers send neither header. A request without the two headers is
 * accepted.
 */
export function isCrossSite(request: Request): boolean {
	const fetchSite = request.headers.get("sec-fetch-site");
	if (fetchSite !== null) return fetchSite !== "same-origin" && fetchSite !== "none";
	const origin = request.headers.get("origin");
	return origin !== null && !isOwnUrl(origin, request);
}

/**
 * Checks whether a URL is on this site: its host is that of the request or of `SITE_URL`. A proxy may change the host
 * of requests, so two hosts are accepted.
 */
export function isOwnUrl(url: string, request: Request): boolean {
	const host = URL.parse(url)?.host;
	const ownHosts = [request.url, parseSecuritySettings().url].map((own) => URL.parse(own)?.host);
	return host !== undefined && ownHosts.includes(host);
}
