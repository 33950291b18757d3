import { defaultLocale, type Locale, localeCodes } from "../../../content/locales.ts";
import type { ContentfulAsset, ContentfulContent, ContentfulEntry } from "./answer.ts";

/**
 * Leaves out what is not published in a language, in spaces that publish languages apart: an entry or asset whose English is not
 * published is not there at all, and one whose Russian is not has no Russian values. Where entries do not say what is published
 * (other spaces), everything stays. Contentful documents `sys.fieldStatus` for the management API alone; that what it delivers has it,
 * too, is assumed.
 */
export function dropUnpublished({ entries, assets, locales }: ContentfulContent): ContentfulContent {
	const unpublished = new Set<string>();
	const publishedOf = <Item extends ContentfulEntry | ContentfulAsset>(items: Map<string, Item>) => {
		const published = new Map<string, Item>();
		for (const [id, item] of items) {
			const status = item.sys.fieldStatus?.["*"];
			const hidden = localeCodes.filter((code) => status && !["published", "changed"].includes(status[code] ?? ""));
			if (hidden.includes(defaultLocale)) unpublished.add(id);
			else published.set(id, { ...item, fields: without(hidden, item.fields) });
		}
		return published;
	};
	return { entries: publishedOf(entries), assets: publishedOf(assets), unpublished, locales };
}

function without(unpublished: Locale[], fields: ContentfulEntry["fields"]): ContentfulEntry["fields"] {
	const isKept = ([code]: [string, unknown]) => !unpublished.some((locale) => locale === code);
	return Object.fromEntries(
		Object.entries(fields).map(([name, values]) => [name, Object.fromEntries(Object.entries(values).filter(isKept))]),
	);
}
