import { localeCodes } from "../../../content/locales.ts";
import type { Environment } from "../../../site/environment.server.ts";
import { Report } from "../report.ts";
import { parseContent } from "./parseContent.ts";
import type { ContentfulAsset, ContentfulContent } from "./schemas.ts";

type Listed = Map<string, ContentfulAsset["sys"]>;

/**
 * Lists the assets whose files the pages may show as pictures or link to, by the files' addresses: those that the content
 * asks for when it is parsed while there are none. What is wrong with it is told when they are there.
 */
export function listAssets(content: ContentfulContent, environment: Environment) {
	const pictures: Listed = new Map();
	const files: Listed = new Map();
	const noteIn = (listed: Listed) => ({
		get: (address: string, sys: ContentfulAsset["sys"]) => void listed.set(address, sys),
	});
	const media = { pictures: noteIn(pictures), files: noteIn(files) };
	const report = new Report(environment.contentful);
	for (const locale of localeCodes) parseContent(content, { locale, environment, media, report });
	return { pictures, files };
}
