import { Readable } from "node:stream";
import { SitemapStream, streamToPromise } from "sitemap";
import { defaultLocale, localeCodes, locales } from "../../content/locales.ts";
import { earlierWorkers } from "../../content/redirects.ts";
import { listShownRoutes, pathOf } from "../../content/routes.ts";
import type { Snapshots } from "../../content/snapshotFiles.server.ts";
import type { Site } from "../../environment/site.ts";
import { buildInfoFile, formatBuildInfo, type PageStates } from "./buildInfo.ts";

type RenderedSite = {
	snapshots: Snapshots;
	pages: PageStates;
	inputHash: string;
};

const sitemapFile = "sitemap.xml";

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
 * Creates files such as `sitemap.xml` for search engines, browsers and hosts.
 * @returns texts of the files, by file name
 */
export async function createMachineFiles(
	{ snapshots, pages, inputHash }: RenderedSite,
	site: Site,
): Promise<Map<string, string>> {
	const { indexNowKey: key } = site;
	const files = new Map([
		[sitemapFile, await formatSitemap(snapshots, pages, site)],
		["robots.txt", formatRobots(site)],
		[buildInfoFile, formatBuildInfo(pages, inputHash)],
		...earlierWorkers.map((address) => [address.slice(1), removingWorker] as const),
	]);
	// With this file, search engines verify that a notification comes from the site's owner:
	// https://www.indexnow.org/documentation
	if (key) files.set(`${key}.txt`, key);
	return files;
}

/**
 * Formats the sitemap. Each page has a link to its translation and the date of its last change:
 * https://www.sitemaps.org/protocol.html
 */
export async function formatSitemap(
	snapshots: Snapshots,
	states: PageStates,
	{ url }: Site,
): Promise<string> {
	const pages = listShownRoutes(snapshots[defaultLocale]).flatMap((route) => {
		const links = [
			...localeCodes.map((code) => ({
				lang: locales[code].hreflang,
				url: url + pathOf(route, code),
			})),
			{ lang: "x-default", url: url + pathOf(route, defaultLocale) },
		];
		return localeCodes.map((locale) => ({
			url: url + pathOf(route, locale),
			lastmod: states[pathOf(route, locale)]?.changed,
			links,
		}));
	});
	const stream = new SitemapStream({
		xmlns: { news: false, xhtml: true, image: false, video: false },
	});
	const xml = await streamToPromise(Readable.from(pages).pipe(stream));
	return `${xml}\n`;
}

/**
 * Formats robots.txt: https://www.rfc-editor.org/rfc/rfc9309
 * The file allows crawling even when the site must not be indexed, because crawlers must fetch a page to see its
 * `noindex`.
 */
export function formatRobots({ url, indexable }: Site): string {
	const rules = "User-agent: *\nAllow: /\n";
	return indexable ? `${rules}\nSitemap: ${url}/${sitemapFile}\n` : rules;
}
