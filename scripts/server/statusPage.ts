import type { Context, Next } from "hono";
import { html, raw } from "hono/html";
import { timingSafeEqual } from "hono/utils/buffer";
import { contentfulApps } from "../../environment/contentfulApps.ts";
import { parseSettings } from "../../environment/environment.server.ts";
import { createSecurityHeaders } from "../../environment/headers.server.ts";
import type { ReportRow } from "../../environment/site.ts";
import { pageColours } from "../../renderer/colours.ts";
import { formatReport } from "../pull/report.ts";
import { formatTime, type RebuildStatus } from "./createRebuildQueue.ts";

const pageStyle = `
${pageColours}
body { max-width: 44rem; margin: 0 auto; padding: 1rem; font: 0.9375rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere }
h1, h2 { font-size: 1.125rem }
pre { font: inherit; white-space: pre-wrap }
`;

/**
 * Creates the handler of `/status?key=…`, which responds only to the right key.
 * @param readStatus also returns a line about each version, the time at which the live version was built, and the report
 * on its content, unless they cannot be read
 */
export function createStatusHandler(
	key: string,
	readStatus: () => RebuildStatus & {
		live: { since: Date; rows: ReportRow[] } | undefined;
		versions: string[];
	},
) {
	const inline = { styles: [pageStyle] };
	const headers = createSecurityHeaders(parseSettings().security, inline, contentfulApps);
	headers["Cache-Control"] = "no-store";
	return async (c: Context, next: Next) => {
		if (!(await timingSafeEqual(c.req.query("key") ?? "", key))) return next();
		const { live, building, failing, versions } = readStatus();
		// A page that reloads itself, and fits into the sidebar of Contentful's web app.
		const page = html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta http-equiv="refresh" content="${building ? 2 : 15}">
<title>Status of the website</title>
<style>${raw(pageStyle)}</style>
<h1>Status of the website</h1>
<p>${live ? `Live since ${live.since.toUTCString()}` : "The live version cannot be read"}.</p>
${building && html`<p role="status">Being updated: ${building}.</p>`}
${failing && html`<h2>Not up to date since ${formatTime(failing.sinceMs)}</h2>`}
<pre>${linkUrls(failing?.reasons.join("\n") ?? "")}</pre>
<pre>${live && linkUrls(formatReport(live.rows))}</pre>
<h2>Versions</h2>
<pre>${versions.join("\n")}</pre>
</html>`;
		return c.html(page, 200, headers);
	};
}

/** Makes the URLs in a text links. */
function linkUrls(text: string) {
	// `split` also returns the URLs, because the pattern has a capturing group. The URLs have odd indexes.
	const parts = text.split(/(https:\/\/[^\s"<>]+[^\s"<>.,;:)])/);
	return parts.map((part, index) =>
		index % 2 === 1
			? html`<a href="${part}" target="_blank" rel="noopener noreferrer">${part}</a>`
			: part,
	);
}
