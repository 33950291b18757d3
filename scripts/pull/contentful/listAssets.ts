import { localeCodes } from "../../../content/locales.ts";
import type { Environment } from "../../../environment/environment.server.ts";
import { Report } from "../report.ts";
import type { AssetFacts } from "./context.ts";
import type { ContentfulData } from "./fetchContent.ts";
import { parseContent } from "./parseContent.ts";

/**
 * Lists the pictures and files that the content uses, by the addresses of their files. Parses the content with media
 * that only record what is requested.
 */
export function listAssets(contentfulData: ContentfulData, environment: Environment) {
	const pictures = new Map<string, AssetFacts>();
	const files = new Map<string, AssetFacts>();
	const recordIn = (list: typeof pictures) => ({
		get: (address: string, facts: AssetFacts) => void list.set(address, facts),
	});
	const media = { pictures: recordIn(pictures), files: recordIn(files) };
	// This report is not used, because `pull` parses the content a second time and reports the problems then.
	const report = new Report(environment.contentful);
	for (const locale of localeCodes)
		parseContent({ contentfulData, locale, environment, media, report });
	return { pictures, files };
}
