import { hash, timingSafeEqual } from "node:crypto";
import { parseProtection } from "../../site/environment.server.ts";
import { escapeHtml } from "../../site/errorPage.ts";
import { cameByHttps, contentfulApps, securityHeaders, withoutHttps } from "../../site/headers.server.ts";
import type { ReportRow } from "../pull/report.ts";
import type { SiteStatus } from "./createStatusMonitor.ts";
import type { OwnAnswer } from "./startServer.ts";
import { formatTime } from "./statusMails.ts";

/** Shows the status to whoever knows the key, in Contentful's frames, too. For others the address does not exist. */
export function answerStatus(key: string, status: SiteStatus): OwnAnswer {
	const headers = securityHeaders(parseProtection(), { styles: [pageStyle] }, contentfulApps);
	// As hashes, since what is compared in constant time must have the same length.
	const digest = (text: string) => hash("sha256", text, "buffer");
	return ({ url = "", method, headers: asked }, response) => {
		const given = new URLSearchParams(/\?(.*)$/.exec(url)?.[1]).get("key") ?? "";
		if (!timingSafeEqual(digest(given), digest(key))) return false;
		const all = Object.entries(headers);
		response.setHeaders(new Map(cameByHttps(asked["x-forwarded-proto"]) ? all : withoutHttps(all)));
		response.writeHead(200, { "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store" });
		response.end(method === "HEAD" ? undefined : renderStatus(status));
		return true;
	};
}

const pageStyle = `
:root { color-scheme: light dark }
body { max-width: 44rem; margin: 0 auto; padding: 1rem; font: 0.9375rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; background: light-dark(#fbf8f2, #141d18); color: light-dark(#1e2b25, #ece7da) }
h1 { font-size: 1.25rem }
h2 { font-size: 1rem }
a { color: light-dark(#a8481f, #e59a76) }
ul { padding-inline-start: 1.25rem }
.failing { border-inline-start: 4px solid #b3261e; padding-inline-start: 0.75rem }
`;

/** A page for editors and owners: what is live, what is being made, what failed. It fits into Contentful's sidebar, and renews itself. */
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
${failing ? `<section class="failing"><h2>Updates fail since ${formatTime(failing.since)}; visitors see the last good version</h2>${list(failing.reasons.map(linkAddresses))}</section>` : ""}
${live.rows.length > 0 ? `<h2>To mend in what is live</h2>${list(live.rows.map(describeRow))}` : ""}
</main>
</html>
`;
}

const list = (items: string[]) => `<ul>${items.map((item) => `<li>${item}</li>`).join("\n")}</ul>`;

function describeRow({ severity, entry, field, locale, problem, instead, url }: ReportRow): string {
	const place = [entry, field, locale].filter(Boolean).join(", ");
	return `${severity}: ${link(url, place)}: ${escapeHtml(problem)}; ${escapeHtml(instead)}.`;
}

/** The sentences of faults name the place where they are mended by its address. */
const linkAddresses = (sentence: string) =>
	sentence
		.split(/(https:\/\/[^\s"<>]+[^\s"<>.,;:)])/)
		.map((part, index) => (index % 2 ? link(part, part) : escapeHtml(part)))
		.join("");

const link = (url: string, text: string) =>
	`<a href="${escapeHtml(url)}" target="_blank" rel="noopener noreferrer">${escapeHtml(text)}</a>`;
