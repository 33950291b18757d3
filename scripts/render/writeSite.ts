import { cp, mkdir, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Redirect } from "../../content/redirects.ts";
import type { Site } from "../../site/site.ts";
import { formatHeaders, formatRedirects, headerRules, headersFile, redirectsFile } from "./hostRules.ts";

type SiteParts = {
	/** The folder of the bundle. */
	bundle: string;
	/** By their file's name, from `renderDated`. */
	documents: Map<string, string>;
	site: Site;
	/** Where addresses of an earlier site lead. */
	redirects: Redirect[];
	/** The folder of the files that the snapshots name. It becomes part of the site. */
	media: string;
	/** What lies beside the documents, by name, from `makeCompanions`. */
	companions: Map<string, string>;
};

/** Writes a whole site into a new folder, ready to be published as it is. */
export async function writeSite(
	folder: string,
	{ bundle, documents, site, redirects, media, companions }: SiteParts,
): Promise<void> {
	// Copied, since what is published may be written to, and the bundle may not.
	await cp(join(bundle, "client"), folder, { recursive: true });
	if (site.preview) await cp(join(bundle, "preview"), folder, { recursive: true });
	const headers = formatHeaders(headerRules(site, documents.values()));
	const files = new Map([...documents, ...companions, [headersFile, headers]]);
	if (redirects.length > 0) files.set(redirectsFile, formatRedirects(redirects));
	for (const parent of new Set([...files.keys()].map(dirname))) await mkdir(join(folder, parent), { recursive: true });
	await Promise.all([...files].map(([name, content]) => writeFile(join(folder, name), content)));
	await rename(media, join(folder, "media"));
}
