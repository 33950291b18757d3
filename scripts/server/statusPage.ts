import { hash, timingSafeEqual } from "node:crypto";
import type { Context } from "hono";
import { html, raw } from "hono/html";
import { contentfulApps } from "../../environment/contentfulApps.ts";
import { parseSecuritySettings } from "../../environment/environment.server.ts";
import { createSecurityHeaders } from "../../environment/headers.server.ts";
import type { ReportRow } from "../../environment/site.ts";
import { pageColours } from "../../renderer/colours.ts";
import { formatTime, type RebuildStatus } from "./createRebuildQueue.ts";

/** `live` has the time at which the live version was built, and the report on its content. */
export type SiteStatus = RebuildStatus & { live: { since: Date; rows: ReportRow[] } };

/** Creates the handler of `/status?key=…`, which responds only to the right key. */
export function createStatusHandler(key: string, readStatus: () => SiteStatus) {
	const security = createSecurityHeaders(
		parseSecuritySettings(),
		{ styles: [pageStyle] },
		contentfulApps,
	);
	const headers = { ...security, "Cache-Control": "no-store" };
	// Hashes of the keys are compared, because `timingSafeEqual` requires values of the same length.
	const digest = (text: string) => hash("sha256", text, "buffer");
	return (c: Context): Response | undefined => {
		const isRight = timingSafeEqual(digest(c.req.query("key") ?? ""), digest(key));
		return isRight ? c.html(String(renderStatus(readStatus())), 200, headers) : undefined;
	};
}

const pageStyle = `
${pageColours}
body { max-width: 44rem; margin: 0 auto; padding: 1rem; font: 0.9375rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere }
h1, h2 { font-size: 1.125rem }
`;

/** Renders the status as a page that reloads itself, and fits into the sidebar of Contentful's web app. */
function renderStatus({ live, building, failing }: SiteStatus) {
	return html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta http-equiv="refresh" content="${building ? 2 : 15}">
<title>Status of the website</title>
<style>${raw(pageStyle)}</style>
<h1>Status of the website</h1>
<p>Live since ${formatTime(live.since)}.</p>
${building && html`<p role="status">Being updated since ${formatTime(building.since)}: ${building.cause}.</p>`}
${failing && html`<h2>Updates fail since ${formatTime(failing.since)}; visitors see the last good version</h2>`}
<ul>${failing?.reasons.map((reason) => html`<li>${linkUrls(reason)}</li>`)}</ul>
${live.rows.length > 0 && html`<h2>To correct in what is live</h2>`}
<ul>${live.rows.map(({ severity, entry, field, locale, problem, instead, url }) => {
		const place = [entry, field, locale].filter(Boolean).join(", ");
		return html`<li>${severity}: ${renderLink(url, place)}: ${problem}; ${instead}.</li>`;
	})}</ul>
</html>`;
}

function linkUrls(sentence: string) {
	// `split` also returns the URLs, because the pattern has a capturing group. The URLs have odd indexes.
	const parts = sentence.split(/(https:\/\/[^\s"<>]+[^\s"<>.,;:)])/);
	return parts.map((part, index) => (index % 2 === 1 ? renderLink(part, part) : part));
}

const renderLink = (url: string, text: string) =>
	html`<a href="${url}" target="_blank" rel="noopener noreferrer">${text}</a>`;
