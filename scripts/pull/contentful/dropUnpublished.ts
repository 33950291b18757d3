import { defaultLocale, type Locale, localeCodes } from "../../../content/locales.ts";
import type { ContentfulAsset, ContentfulContent, ContentfulEntry } from "./answer.ts";

/**
 * Leaves out what is not published in a language, in spaces that publish languages apart: an entry or asset whose English is not
 * published is not there at all, and one whose Russian is not has no Russian values. Where entries do not say what is published
 * (other spaces), everything stays. Contentful documents `sys.fieldStatus` for the management API alone; that what it delivers has it,
 * too, is assumed.
 */
export function dropUnpublished({ entries, assets, locales }: ContentfulContent): ContentfulContent {
	const isLeftOut = (item: ContentfulEntry | ContentfulAsset) => !isPublished(item, defaultLocale);
	const unpublished = [...entries.values(), ...assets.values()].filter(isLeftOut).map(({ sys }) => sys.id);
	return { entries: publishedOf(entries), assets: publishedOf(assets), unpublished: new Set(unpublished), locales };
}

function publishedOf<Item extends ContentfulEntry | ContentfulAsset>(items: Map<string, Item>): Map<string, Item> {
	return new Map(
		[...items].flatMap(([id, item]) => {
			const unpublished = localeCodes.filter((locale) => !isPublished(item, locale));
			if (unpublished.includes(defaultLocale)) return [];
			return [[id, { ...item, fields: without(unpublished, item.fields) }] as const];
		}),
	);
}

function isPublished({ sys }: ContentfulEntry | ContentfulAsset, locale: Locale): boolean {
	const status = sys.fieldStatus?.["*"];
	return !status || status[locale] === "published" || status[locale] === "changed";
}

function without(unpublished: Locale[], fields: ContentfulEntry["fields"]): ContentfulEntry["fields"] {
	const isKept = ([code]: [string, unknown]) => !unpublished.some((locale) => locale === code);
	return Object.fromEntries(
		Object.entries(fields).map(([name, values]) => [name, Object.fromEntries(Object.entries(values).filter(isKept))]),
	);
}
