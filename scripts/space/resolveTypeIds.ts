import type { ContentTypeProps, EntryProps } from "contentful-management";
import type { Field } from "../../content/fields.ts";
import {
	type itemTypes,
	type PageEntryName,
	pageEntries,
	pageEntryNames,
} from "../../content/model.ts";
import type { SpaceContent } from "./spaceContent.ts";

/** Ids of content types in a space, by their names in the content model. */
export type TypeIds = Record<PageEntryName | keyof typeof itemTypes, string>;

type Space = Pick<SpaceContent, "contentTypes" | "entries">;

/** Returns the ids that a space uses for the content types of the content model (content/model.ts). */
export function resolveTypeIds(space: Space, entryIds: Record<PageEntryName, string>): TypeIds {
	const ids: Record<string, string> = {};
	for (const pageName of pageEntryNames) {
		const page = space.entries.find(({ sys }) => sys.id === entryIds[pageName]);
		ids[pageName] = page?.sys.contentType.sys.id ?? pageName;
		for (const [fieldName, field] of Object.entries<Field>(pageEntries[pageName].fields)) {
			// A type can be in several lists. The first list decides, because later ones may be new and still empty.
			if (!field.itemType || ids[field.itemType]) continue;
			ids[field.itemType] = resolveListType(space, field.itemType, ids[pageName], page, fieldName);
		}
	}
	return ids as TypeIds;
}

/** Returns the id of the content type for the entries in a list field. */
function resolveListType(
	{ contentTypes, entries }: Space,
	typeName: string,
	pageTypeId: string,
	page: EntryProps | undefined,
	fieldName: string,
): string {
	if (contentTypes.some(({ sys }) => sys.id === typeName)) return typeName;
	const linkedIds = linkedEntryIds(page?.fields[fieldName]);
	const linked = entries.find(({ sys }) => linkedIds.includes(sys.id));
	if (linked) return linked.sys.contentType.sys.id;
	const pageType = contentTypes.find(({ sys }) => sys.id === pageTypeId);
	const [onlyType, ...others] = acceptedTypes(pageType, fieldName);
	return onlyType && others.length === 0 ? onlyType : typeName;
}

/** Returns the ids of the entries that a field links to, in any locale. */
function linkedEntryIds(valuesByLocale: unknown): string[] {
	const values = Object.values(Object(valuesByLocale)).flat();
	return values.map((link) => (link as { sys?: { id?: string } })?.sys?.id ?? "").filter(Boolean);
}

function acceptedTypes(type: ContentTypeProps | undefined, fieldName: string): string[] {
	const field = type?.fields.find(({ id }) => id === fieldName);
	const validations = [...(field?.validations ?? []), ...(field?.items?.validations ?? [])];
	return validations.flatMap(({ linkContentType }) => linkContentType ?? []);
}
