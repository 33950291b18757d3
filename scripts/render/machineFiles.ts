import type { Environment } from "../../site/environment.server.ts";
import type { PullResult } from "../pull/pull.ts";
import { buildInfoFile, findCommit, formatBuildInfo } from "./buildInfo.ts";
import { formatManifest, manifestFile } from "./manifest.ts";
import type { PageStates } from "./renderDated.ts";
import { formatRobots, formatSitemap, robotsFile, sitemapFile } from "./sitemap.ts";

/** The files that accompany the documents, by name: made of the same content, for machines alone. `contentHash` is from `hashContent`. */
export async function makeCompanions(
	{ snapshots, report }: PullResult,
	pages: PageStates,
	contentHash: string,
	{ site, commit }: Pick<Environment, "site" | "commit">,
): Promise<Map<string, string>> {
	const info = formatBuildInfo({ snapshots, report }, pages, contentHash, commit ?? (await findCommit()));
	const { indexNowKey: key } = site;
	return new Map([
		[manifestFile, formatManifest(snapshots)],
		[sitemapFile, await formatSitemap(snapshots, site)],
		[robotsFile, formatRobots(site)],
		[buildInfoFile, info],
		// The proof for search engines that who tells them of a change may do so: https://www.indexnow.org/documentation
		...(key ? [[`${key}.txt`, key] as const] : []),
	]);
}
