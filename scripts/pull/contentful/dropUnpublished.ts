import { defaultLocale, type Locale, localeCodes } from "../../../content/locales.ts";
import { orderLocales } from "./context.ts";
import type { ContentfulAsset, ContentfulData, ContentfulEntry, SpaceLocale } from "./schemas.ts";

/** Removes the unpublished entries, assets and field values of a Contentful space with locale-based publishing. */
export function dropUnpublished({ entries, assets, locales }: ContentfulData): ContentfulData {
	const unpublished = new Map<string, Locale[]>();
	const textLocales = localeCodes.map((locale) => ({ locale, codes: listTextLocales(locale, locales) }));

	function keepPublished<Item extends ContentfulEntry | ContentfulAsset>(items: Map<string, Item>): Map<string, Item> {
		const published = new Map<string, Item>();
		for (const [id, item] of items) {
			// Contentful documents `fieldStatus` only for the Management API. This code assumes that the Delivery API sends
			// it, too.
			const status = item.sys.fieldStatus?.["*"];
			const isDraft = (code: string) => status !== undefined && !isPublished(status[code]);
			const unpublishedLocales = textLocales.filter(({ codes }) => codes.every(isDraft)).map(({ locale }) => locale);
			if (unpublishedLocales.length > 0) unpublished.set(id, unpublishedLocales);
			if (unpublishedLocales.includes(defaultLocale)) continue;
			const drafts = textLocales.flatMap(({ codes }) => codes.filter(isDraft));
			published.set(id, { ...item, fields: withoutLocales(drafts, item.fields) });
		}
		return published;
	}

	return { entries: keepPublished(entries), assets: keepPublished(assets), unpublished, locales };
}

export function isUnpublished({ unpublished }: ContentfulData, id: string, locale: Locale): boolean {
	return unpublished.get(id)?.includes(locale) ?? false;
}

/** Lists a locale and its fallback locales in the same language, such as `en-US` and `en-GB`. */
function listTextLocales(locale: Locale, spaceLocales: SpaceLocale[]): string[] {
	const languages = [...orderLocales(locale, spaceLocales)];
	return languages.filter(([, language]) => language === "own").map(([code]) => code);
}

/** Checks whether a status from `sys.fieldStatus` means published. `changed` means published, with a newer draft. */
function isPublished(status: string | undefined): boolean {
	return status === "published" || status === "changed";
}

function withoutLocales(codes: string[], fields: ContentfulEntry["fields"]): ContentfulEntry["fields"] {
	const entries = Object.entries(fields).map(([name, values]) => {
		const kept = Object.entries(values).filter(([code]) => !codes.includes(code));
		return [name, Object.fromEntries(kept)];
	});
	return Object.fromEntries(entries);
}

/**
 * Returns the reason why a linked entry or asset is missing from Contentful's response, such as "is a draft, archived
 * or deleted".
 */
export function describeAbsence(id: string, contentfulData: ContentfulData): string {
	return isUnpublished(contentfulData, id, defaultLocale)
		? "is not published in English"
		: "is a draft, archived or deleted";
}
