import type { Field } from "../../content/fields.ts";
import { defaultLocale, localeCodes, locales } from "../../content/locales.ts";
import { type PageEntryName, pageEntries, pageEntryNames } from "../../content/model.ts";
import { defineContentTypes, type TypeIds } from "./contentTypes.ts";
import type { SpaceContent } from "./spaceContent.ts";

type EntryIds = Record<PageEntryName, string>;

/**
 * Derives from the content model the content that a space in use must have. Page entries are empty drafts, because
 * editors cannot create entries with the ids that the site requires.
 */
export function deriveContent(found: SpaceContent, entryIds: EntryIds): SpaceContent {
	const typeIds = findTypeIds(found, entryIds);
	const spaceDefault = found.locales.find((locale) => locale.default)?.code ?? defaultLocale;
	const entries = pageEntryNames.map((name) => ({
		sys: { id: entryIds[name], contentType: { sys: { id: typeIds[name] ?? name } } },
		fields: {},
	}));
	return {
		...defineContentTypes(typeIds),
		locales: localeCodes.map((code) => ({
			code,
			name: locales[code].name,
			fallbackCode: spaceDefault,
			optional: true,
		})),
		tags: [],
		entries,
		assets: [],
		published: { entries: [], assets: [] },
	} as unknown as SpaceContent;
}

/** Finds the types of pages by their entries, and the types of lists by the first entries to which pages link. */
function findTypeIds({ entries }: SpaceContent, entryIds: EntryIds): TypeIds {
	const typeIds: TypeIds = {};
	const findEntry = (id: string | undefined) => entries.find(({ sys }) => sys.id === id);
	for (const pageName of pageEntryNames) {
		const page = findEntry(entryIds[pageName]);
		typeIds[pageName] = page?.sys.contentType.sys.id;
		for (const [fieldName, { itemType }] of Object.entries<Field>(pageEntries[pageName].fields)) {
			const [link] = Object.values<{ sys: { id: string } }[]>(page?.fields[fieldName] ?? {}).flat();
			if (itemType) typeIds[itemType] ??= findEntry(link?.sys.id)?.sys.contentType.sys.id;
		}
	}
	return typeIds;
}
