import { hash, timingSafeEqual } from "node:crypto";
import { contentfulApps } from "../../environment/contentfulApps.ts";
import { parseSecuritySettings } from "../../environment/environment.server.ts";
import { createSecurityHeaders, isHttpsRequest, removeHttpsHeaders } from "../../environment/headers.server.ts";
import type { ReportRow } from "../../environment/site.ts";
import { pageColours } from "../../renderer/colours.ts";
import { escapeHtml } from "../../renderer/errorPage.ts";
import { formatTime, type SiteStatus } from "./createStatusMonitor.ts";
import type { PathHandler } from "./startHttpServer.ts";

/** Creates the handler of `/status?key=…`, which responds only to the right key. */
export function createStatusHandler(key: string, status: SiteStatus): PathHandler {
	const headers = createSecurityHeaders(parseSecuritySettings(), { styles: [pageStyle] }, contentfulApps);
	// Hashes of the keys are compared, because `timingSafeEqual` requires values of the same length.
	const digest = (text: string) => hash("sha256", text, "buffer");
	return ({ url = "", method, headers: requestHeaders }, response) => {
		const requestedKey = new URLSearchParams(/\?(.*)$/.exec(url)?.[1]).get("key") ?? "";
		if (!timingSafeEqual(digest(requestedKey), digest(key))) return false;
		const body = renderStatus(status);
		const all = Object.entries(headers);
		response.setHeaders(new Map(isHttpsRequest(requestHeaders["x-forwarded-proto"]) ? all : removeHttpsHeaders(all)));
		response.writeHead(200, { "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store" });
		response.end(method === "HEAD" ? undefined : body);
		return true;
	};
}

const pageStyle = `
${pageColours}
body { max-width: 44rem; margin: 0 auto; padding: 1rem; font: 0.9375rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere }
h1 { font-size: 1.25rem }
h2 { font-size: 1rem }
ul { padding-inline-start: 1.25rem }
.failing { border-inline-start: 4px solid #b3261e; padding-inline-start: 0.75rem }
`;

/**
 * Renders the status as a page for editors and owners. The page reloads itself, and fits into the sidebar of
 * Contentful's web app.
 */
function renderStatus({ live, building, failing }: SiteStatus): string {
	return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta http-equiv="refresh" content="${building ? 2 : 15}">
<title>Status of the website</title>
<style>${pageStyle}</style>
<main>
<h1>Status of the website</h1>
<p>Live since ${formatTime(live.since)}.</p>
${building ? `<p role="status">Being updated since ${formatTime(building.since)}: ${escapeHtml(building.cause)}.</p>` : ""}
${failing ? `<section class="failing"><h2>Updates fail since ${formatTime(failing.since)}; visitors see the last good version</h2>${renderList(failing.reasons.map(linkUrls))}</section>` : ""}
${live.rows.length > 0 ? `<h2>To correct in what is live</h2>${renderList(live.rows.map(renderRow))}` : ""}
</main>
</html>
`;
}

/**
 * Renders a list.
 * @param items HTML of the list items
 */
function renderList(items: string[]): string {
	const lines = items.map((item) => `<li>${item}</li>`);
	return `<ul>${lines.join("\n")}</ul>`;
}

function renderRow({ severity, entry, field, locale, problem, instead, url }: ReportRow): string {
	const place = [entry, field, locale].filter(Boolean).join(", ");
	return `${severity}: ${renderLink(url, place)}: ${escapeHtml(problem)}; ${escapeHtml(instead)}.`;
}

/** Escapes a sentence as HTML, and turns its URLs into links. */
function linkUrls(sentence: string): string {
	// `split` also returns the URLs, because the pattern has a capturing group. The URLs have odd indexes.
	const parts = sentence.split(/(https:\/\/[^\s"<>]+[^\s"<>.,;:)])/);
	return parts.map((part, index) => (index % 2 === 1 ? renderLink(part, part) : escapeHtml(part))).join("");
}

function renderLink(url: string, text: string): string {
	return `<a href="${escapeHtml(url)}" target="_blank" rel="noopener noreferrer">${escapeHtml(text)}</a>`;
}
