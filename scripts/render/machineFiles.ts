import { localeCodes } from "../../content/locales.ts";
import type { Site } from "../../site/site.ts";
import type { ReportRow } from "../pull/report.ts";
import { buildInfoFile, findCommit, formatBuildInfo } from "./buildInfo.ts";
import { formatHeaders, formatRedirects, headerRules, headersFile, redirectsFile } from "./hostRules.ts";
import { formatManifest, manifestFile } from "./manifest.ts";
import type { renderDated } from "./renderDated.ts";
import { formatRobots, formatSitemap, robotsFile, sitemapFile } from "./sitemap.ts";

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
		[robotsFile, formatRobots(site)],
		[buildInfoFile, formatBuildInfo(snapshots, pages, { ...about, commit })],
		[headersFile, formatHeaders(headerRules(site, documents.values()))],
		...(redirects.length > 0 ? [[redirectsFile, formatRedirects(redirects)] as const] : []),
		// The proof for search engines that who tells them of a change may do so: https://www.indexnow.org/documentation
		...(key ? [[`${key}.txt`, key] as const] : []),
	]);
}
