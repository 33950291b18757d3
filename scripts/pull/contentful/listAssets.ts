import { localeCodes } from "../../../content/locales.ts";
import type { Environment } from "../../../site/environment.server.ts";
import { Report } from "../report.ts";
import { type ContentfulAsset, type ContentfulContent, parseAssetAddress } from "./answer.ts";
import { parseContent } from "./parseContent.ts";

type Listed = Map<string, ContentfulAsset["sys"]>;

/**
 * Lists the assets whose files the pages may show as pictures or link to, by the files' addresses: those that the content
 * asks for when it is parsed while there are none. What is wrong with it is told when they are there.
 */
export function listAssets(content: ContentfulContent, environment: Environment) {
	const known: Listed = new Map();
	for (const { sys, fields } of content.assets.values()) {
		for (const file of Object.values(fields.file ?? {})) known.set(parseAssetAddress(file, environment) ?? "", sys);
	}
	const noteIn = (listed: Listed) => ({
		get(address: string) {
			const sys = known.get(address);
			if (sys) listed.set(address, sys);
			return undefined;
		},
	});
	const pictures: Listed = new Map();
	const files: Listed = new Map();
	const media = { pictures: noteIn(pictures), files: noteIn(files) };
	const report = new Report(environment.contentful);
	for (const locale of localeCodes) parseContent(content, { locale, environment, media, report });
	return { pictures, files };
}
