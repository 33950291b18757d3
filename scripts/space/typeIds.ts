import type { ContentTypeProps, EntryProps } from "contentful-management";
import type { Field } from "../../content/fields.ts";
import { type listEntries, type PageEntryName, pageEntries, pageEntryNames } from "../../content/model.ts";
import type { SpaceContent } from "./spaceContent.ts";

/** Ids of a space's content types by their name in the content model. */
export type TypeIds = Record<PageEntryName | keyof typeof listEntries, string>;

type Space = Pick<SpaceContent, "contentTypes" | "entries">;

/**
 * Returns the ids that the content types of the model have in a space. A space of the owner may use other ids, so the id of a
 * page's type is read from the page's entry, and that of a list's type from the entries that the page links to.
 */
export function resolveTypeIds(space: Space, entryIds: Record<PageEntryName, string>): TypeIds {
	const ids: Record<string, string> = {};
	for (const pageName of pageEntryNames) {
		const page = space.entries.find(({ sys }) => sys.id === entryIds[pageName]);
		ids[pageName] = page?.sys.contentType.sys.id ?? pageName;
		for (const [fieldName, field] of Object.entries<Field>(pageEntries[pageName].fields)) {
			if (field.of) ids[field.of] = resolveListType(space, field.of, ids[pageName], page, fieldName);
		}
	}
	return ids as TypeIds;
}

/**
 * Finds the id of a list's type: the name in the model if the space has such a type, else the type of an entry that the page links
 * to, else the only type that the page's field accepts.
 */
function resolveListType(
	{ contentTypes, entries }: Space,
	listName: string,
	pageTypeId: string,
	page: EntryProps | undefined,
	fieldName: string,
): string {
	if (contentTypes.some(({ sys }) => sys.id === listName)) return listName;
	const linkedIds = linkedEntryIds(page?.fields[fieldName]);
	const linked = entries.find(({ sys }) => linkedIds.includes(sys.id));
	if (linked) return linked.sys.contentType.sys.id;
	const pageType = contentTypes.find(({ sys }) => sys.id === pageTypeId);
	const [onlyType, ...others] = acceptedTypes(pageType, fieldName);
	return onlyType && others.length === 0 ? onlyType : listName;
}

/** Returns the ids of the entries that a field links to, in any locale. */
function linkedEntryIds(valuesByLocale: unknown): string[] {
	const values = Object.values(Object(valuesByLocale)).flat();
	return values.map((link) => (link as { sys?: { id?: string } })?.sys?.id ?? "").filter(Boolean);
}

/** Returns the ids of the types to which a field of a content type may link. */
function acceptedTypes(type: ContentTypeProps | undefined, fieldName: string): string[] {
	const field = type?.fields.find(({ id }) => id === fieldName);
	const validations = [...(field?.validations ?? []), ...(field?.items?.validations ?? [])];
	return validations.flatMap(({ linkContentType }) => linkContentType ?? []);
}
