import { localeCodes } from "../../../content/locales.ts";
import type { Environment } from "../../../site/environment.server.ts";
import { Report } from "../report.ts";
import { parseContent } from "./parseContent.ts";
import type { ContentfulAsset, ContentfulContent } from "./schemas.ts";

/** The `sys` objects of assets, by the addresses of their files. */
type AssetList = Map<string, ContentfulAsset["sys"]>;

/**
 * Lists the assets that pages show as pictures or link to. Runs `parseContent` without any files, and records each file
 * that `parseContent` looks up. Discards the report of this run, because `pull` parses the content again after fetching
 * the files.
 */
export function listAssets(content: ContentfulContent, environment: Environment) {
	const pictures: AssetList = new Map();
	const files: AssetList = new Map();
	const recordIn = (list: AssetList) => ({
		get: (address: string, sys: ContentfulAsset["sys"]) => {
			list.set(address, sys);
			return undefined;
		},
	});
	const media = { pictures: recordIn(pictures), files: recordIn(files) };
	const report = new Report(environment.contentful);
	for (const locale of localeCodes) parseContent(content, { locale, environment, media, report });
	return { pictures, files };
}
