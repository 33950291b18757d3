import type { Context, Next } from "hono";
import { html, raw } from "hono/html";
import { timingSafeEqual } from "hono/utils/buffer";
import { type Finding, formatReport } from "../../content/formatFinding.ts";
import { contentfulApps } from "../../environment/contentfulApps.ts";
import { parseValidSettings } from "../../environment/environment.server.ts";
import { createSecurityHeaders } from "../../environment/headers.server.ts";
import { pageColours } from "../../renderer/colours.ts";
import { formatFaults } from "../shared/faults.ts";
import { type RebuildStatus, toDate } from "./createRebuildQueue.ts";
import { formatTime, statusWords } from "./statusWords.ts";

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
		live: { since: Date; findings: Finding[] } | undefined;
		versions: string[];
	},
) {
	const { security, statusLocale: locale } = parseValidSettings();
	const text = statusWords[locale];
	const headers = createSecurityHeaders(security, { styles: [pageStyle] }, contentfulApps);
	headers["Cache-Control"] = "no-store";
	return async (c: Context, next: Next) => {
		if (!(await timingSafeEqual(c.req.query("key") ?? "", key))) return next();
		const { live, isBuilding, failing, versions } = readStatus();
		const liveSince = live && text.liveSince.replace("{time}", formatTime(live.since, locale));
		const failingSince = failing && formatTime(toDate(failing.sinceMs), locale);
		const lateSince = failingSince && text.lateSince.replace("{time}", failingSince);
		// A page that reloads itself, and fits into the sidebar of Contentful's web app.
		const page = html`<!doctype html>
<html lang="${locale}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta http-equiv="refresh" content="${isBuilding ? 2 : 15}">
<title>${text.title}</title>
<style>${raw(pageStyle)}</style>
<h1>${text.title}</h1>
<p>${liveSince ?? text.unreadable}</p>
${isBuilding && html`<p role="status">${text.updating}</p>`}
${lateSince && html`<h2>${lateSince}</h2>`}
<pre>${linkUrls(formatFaults(failing?.reasons ?? [], locale).join("\n"))}</pre>
<pre>${live && linkUrls(formatReport(live.findings, locale))}</pre>
<h2>${text.versions}</h2>
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
