import { Readable } from "node:stream";
import { SitemapStream, streamToPromise } from "sitemap";
import { lastChange } from "../../content/changes.ts";
import { defaultLocale, localeCodes, locales } from "../../content/locales.ts";
import { pathOf, shownRoutes } from "../../content/routes.ts";
import type { Snapshots } from "../../content/snapshotFiles.server.ts";
import type { Site } from "../../site/site.ts";

/** Where it lies on the site. */
export const sitemapFile = "sitemap.xml";
export const robotsFile = "robots.txt";

/** All pages, with their translations and when each was last changed. https://www.sitemaps.org/protocol.html */
export async function formatSitemap(snapshots: Snapshots, { url }: Site): Promise<string> {
	const pages = shownRoutes(snapshots[defaultLocale]).flatMap((route) => {
		const links = [
			...localeCodes.map((code) => ({ lang: locales[code].hreflang, url: url + pathOf(route, code) })),
			{ lang: "x-default", url: url + pathOf(route, defaultLocale) },
		];
		return localeCodes.map((locale) => ({
			url: url + pathOf(route, locale),
			lastmod: lastChange(snapshots[locale], route),
			links,
		}));
	});
	const stream = new SitemapStream({ xmlns: { news: false, xhtml: true, image: false, video: false } });
	const xml = await streamToPromise(Readable.from(pages).pipe(stream));
	return `${xml}\n`;
}

/** https://www.rfc-editor.org/rfc/rfc9309. Nobody is kept out by it: who may not look does not see that pages say `noindex`. */
export function formatRobots({ url, indexable }: Site): string {
	return `User-agent: *\nAllow: /\n${indexable ? `\nSitemap: ${url}/${sitemapFile}\n` : ""}`;
}
