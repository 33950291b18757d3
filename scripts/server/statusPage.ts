import type { Context, Next } from "hono";
import { html, raw } from "hono/html";
import { timingSafeEqual } from "hono/utils/buffer";
import { contentfulApps } from "../../environment/contentfulApps.ts";
import { parseSettings } from "../../environment/environment.server.ts";
import { createSecurityHeaders } from "../../environment/headers.server.ts";
import type { ReportRow } from "../../environment/site.ts";
import { pageColours } from "../../renderer/colours.ts";
import type { RebuildStatus } from "./createRebuildQueue.ts";

/** `live` has the time at which the live version was built, and the report on its content. */
type SiteStatus = RebuildStatus & { live: { since: Date; rows: ReportRow[] } };

const pageStyle = `
${pageColours}
body { max-width: 44rem; margin: 0 auto; padding: 1rem; font: 0.9375rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere }
h1, h2 { font-size: 1.125rem }
`;

/** Creates the handler of `/status?key=…`, which responds only to the right key. */
export function createStatusHandler(key: string, readStatus: () => SiteStatus) {
	const inline = { styles: [pageStyle] };
	const headers = createSecurityHeaders(parseSettings().security, inline, contentfulApps);
	headers["Cache-Control"] = "no-store";
	return async (c: Context, next: Next) => {
		const isAllowed = await timingSafeEqual(c.req.query("key") ?? "", key);
		return isAllowed ? c.html(renderStatus(readStatus()), 200, headers) : next();
	};
}

/** Renders the status as a page that reloads itself, and fits into the sidebar of Contentful's web app. */
const renderStatus = ({ live, building, failing }: SiteStatus) => html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta http-equiv="refresh" content="${building ? 2 : 15}">
<title>Status of the website</title>
<style>${raw(pageStyle)}</style>
<h1>Status of the website</h1>
<p>Live since ${live.since.toUTCString()}.</p>
${building && html`<p role="status">Being updated since ${building.since.toUTCString()}: ${building.cause}.</p>`}
${failing && html`<h2>Updates fail since ${failing.since.toUTCString()}; visitors see the last good version</h2>`}
<ul>${failing?.reasons.map((reason) => html`<li>${linkUrls(reason)}</li>`)}</ul>
${live.rows.length > 0 && html`<h2>To correct in what is live</h2>`}
<ul>${live.rows.map(({ severity, entry, field, locale, problem, instead, url }) => {
	const place = [entry, field, locale].filter(Boolean).join(", ");
	return html`<li>${severity}: ${renderLink(url, place)}: ${problem}; ${instead}.</li>`;
})}</ul>
</html>`;

function linkUrls(sentence: string) {
	// `split` also returns the URLs, because the pattern has a capturing group. The URLs have odd indexes.
	const parts = sentence.split(/(https:\/\/[^\s"<>]+[^\s"<>.,;:)])/);
	return parts.map((part, index) => (index % 2 === 1 ? renderLink(part, part) : part));
}

const renderLink = (url: string, text: string) =>
	html`<a href="${url}" target="_blank" rel="noopener noreferrer">${text}</a>`;
