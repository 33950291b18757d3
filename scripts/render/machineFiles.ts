import { Readable } from "node:stream";
import { SitemapStream, streamToPromise } from "sitemap";
import { lastChange } from "../../content/changes.ts";
import { defaultLocale, localeCodes, locales } from "../../content/locales.ts";
import { pathOf, shownRoutes } from "../../content/routes.ts";
import type { Snapshots } from "../../content/snapshotFiles.server.ts";
import { paper } from "../../site/colours.ts";
import type { Site } from "../../site/site.ts";
import type { ReportRow } from "../pull/report.ts";
import { buildInfoFile, findCommit, formatBuildInfo } from "./buildInfo.ts";
import { formatHeaders, formatRedirects, headerRules, headersFile, redirectsFile } from "./hostRules.ts";
import type { renderDated } from "./renderDated.ts";

/** Where they lie on the site. */
export const manifestFile = "site.webmanifest";
const sitemapFile = "sitemap.xml";

/**
 * The files that accompany the documents, by name: made of the same content, for machines alone.
 * @param about what a version is made of: the report of its pull, a hash of its content, and the host's commit
 */
export async function makeMachineFiles(
	{ documents, snapshots, pages }: Awaited<ReturnType<typeof renderDated>>,
	site: Site,
	about: { report: ReportRow[]; content: string; commit: string | undefined },
): Promise<Map<string, string>> {
	const commit = about.commit ?? (await findCommit());
	// Of a space that has them in both languages those in English come first.
	const redirects = localeCodes.flatMap((locale) => snapshots[locale].appShell.redirects ?? []);
	const { indexNowKey: key } = site;
	return new Map([
		[manifestFile, formatManifest(snapshots)],
		[sitemapFile, await formatSitemap(snapshots, site)],
		["robots.txt", formatRobots(site)],
		[buildInfoFile, formatBuildInfo(snapshots, pages, { ...about, commit })],
		[headersFile, formatHeaders(headerRules(site, documents.values()))],
		...(redirects.length > 0 ? [[redirectsFile, formatRedirects(redirects)] as const] : []),
		// The proof for search engines that who tells them of a change may do so: https://www.indexnow.org/documentation
		...(key ? [[`${key}.txt`, key] as const] : []),
	]);
}

/** What a phone shows of a site that is put on its home screen. https://www.w3.org/TR/appmanifest/ */
export function formatManifest(snapshots: Snapshots): string {
	const { logo, home } = snapshots[defaultLocale].navigation;
	const manifest = {
		name: logo?.title.value || home.value,
		lang: locales[defaultLocale].hreflang,
		start_url: "/",
		display: "browser",
		theme_color: paper.light,
		background_color: paper.light,
		icons: [
			{ src: "/icon-192.png", sizes: "192x192", type: "image/png" },
			{ src: "/icon-512.png", sizes: "512x512", type: "image/png" },
			{ src: "/icon-maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
		],
	};
	return `${JSON.stringify(manifest, undefined, "\t")}\n`;
}

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
