import type { Environment } from "../../site/environment.server.ts";
import type { PullResult } from "../pull/pull.ts";
import { buildInfoFile, findCommit, formatBuildInfo } from "./buildInfo.ts";
import { formatManifest, manifestFile } from "./manifest.ts";
import { formatRobots, formatSitemap, robotsFile, sitemapFile } from "./sitemap.ts";

/** The files that accompany the documents, by name: made of the same content, for machines alone. `contentHash` is from `hashContent`. */
export async function makeCompanions(
	{ snapshots, report }: PullResult,
	contentHash: string,
	{ site, commit }: Pick<Environment, "site" | "commit">,
): Promise<Map<string, string>> {
	return new Map([
		[manifestFile, formatManifest(snapshots)],
		[sitemapFile, await formatSitemap(snapshots, site)],
		[robotsFile, formatRobots(site)],
		[buildInfoFile, formatBuildInfo({ snapshots, report }, contentHash, commit ?? (await findCommit()))],
	]);
}
