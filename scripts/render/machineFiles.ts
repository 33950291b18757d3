import { localeCodes } from "../../content/locales.ts";
import { listAllRoutes, localisePath } from "../../content/routes.ts";
import type { Snapshots } from "../../content/snapshot.ts";
import type { Site } from "../../environment/site.ts";

/**
 * Name of the file with the hash of a build's input and, by path, the time of each page's last change, or `gone` for a
 * page that was live.
 */
export const buildInfoFile = "build-info.json";

/**
 * Usual files of an earlier site's service worker. The browsers of its visitors look for a new version there, and show
 * the earlier site until they find one.
 */
const earlierWorkers = ["sw.js", "service-worker.js", "serviceworker.js", "ngsw-worker.js"];

/**
 * Service worker that replaces an earlier site's one: it removes itself and its caches, and reloads the pages that the
 * earlier one has served. Does not await `navigate`, which waits until the worker is activated.
 */
const removingWorker = `addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(remove()));

async function remove() {
	await registration.unregister();
	for (const name of await caches.keys()) await caches.delete(name);
	for (const page of await clients.matchAll({ type: "window" })) page.navigate(page.url);
}
`;

/**
 * Names in `robots.txt` of crawlers that gather pages to train AI models, as of 28 November 2026. Crawlers of search
 * engines, and those that answer questions with a link, have other names:
 * https://developers.openai.com/docs/bots
 * https://support.claude.com/en/articles/8896518
 * https://developers.google.com/crawling/docs/crawlers-fetchers/google-common-crawlers
 * https://support.apple.com/en-us/119829
 * https://commoncrawl.org/ccbot
 * https://developers.facebook.com/docs/sharing/webmasters/web-crawlers
 * https://developer.amazon.com/amazonbot
 */
const trainingCrawlers = [
	"GPTBot",
	"ClaudeBot",
	"Google-Extended",
	"Applebot-Extended",
	"CCBot",
	"meta-externalagent",
	"Amazonbot",
	"Bytespider",
];

/**
 * Creates files such as `sitemap.xml` for search engines, browsers and hosts.
 * @returns texts of the files, by file name
 */
export function createMachineFiles(
	snapshots: Snapshots,
	inputHash: string,
	{ url, indexable, indexNowKey: key, aiCrawlers }: Site,
	gonePaths: string[] = [],
): Map<string, string> {
	const pages: Record<string, string> = {};
	const found: Record<string, string> = {};
	for (const locale of localeCodes) {
		for (const { path, entry } of listAllRoutes(snapshots[locale])) {
			const ownPath = localisePath(path, locale);
			pages[ownPath] = findLastChange(entry);
			if (!entry.hideFromSearch) found[ownPath] = pages[ownPath];
		}
	}
	for (const path of gonePaths) pages[path] = "gone";
	// Crawlers must fetch a page to see its `noindex`, so they may fetch all pages of every site.
	const robots = ["User-agent: *\nAllow: /\n"];
	if (aiCrawlers === "refuse") {
		const agents = trainingCrawlers.map((name) => `User-agent: ${name}\n`);
		robots.push(`${agents.join("")}Disallow: /\n`);
	}
	if (indexable) robots.push(`Sitemap: ${url}/sitemap.xml\n`);
	const files = new Map([
		["sitemap.xml", formatSitemap(found, url)],
		["robots.txt", robots.join("\n")],
		[buildInfoFile, `${JSON.stringify({ inputHash, pages }, undefined, "\t")}\n`],
		...earlierWorkers.map((name) => [name, removingWorker] as const),
	]);
	// With this file, search engines verify that a notification comes from the site's owner:
	// https://www.indexnow.org/documentation
	if (key) files.set(`${key}.txt`, key);
	return files;
}

/** Returns the newest `updatedAt` of an entry and of the entries in it, in ISO 8601. */
function findLastChange(entry: object): string {
	const times = Object.entries(entry).map(([name, value]) => {
		if (name === "updatedAt") return String(value);
		return value && typeof value === "object" ? findLastChange(value) : "";
	});
	return times.sort().at(-1) ?? "";
}

/**
 * Formats the sitemap, which is written for sites that are not indexed, too: https://www.sitemaps.org/protocol.html
 * The links between translations are in the pages' heads.
 */
function formatSitemap(pages: Record<string, string>, origin: string): string {
	const entries = Object.entries(pages).map(
		([path, time]) => `<url><loc>${origin}${path}</loc><lastmod>${time}</lastmod></url>\n`,
	);
	return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join("")}</urlset>
`;
}
