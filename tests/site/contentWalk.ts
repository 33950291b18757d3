import type { ContentType, Field } from "../../content/fields.ts";
import { itemTypes, type ListEntryName, type PageEntryName, pageEntries, pageEntryNames } from "../../content/model.ts";
import type { Snapshot } from "../../content/snapshot.ts";

/** Value of a field in a snapshot. */
export type FieldValue = {
	/** Path of the value in the snapshot, such as `home.reviews[2].name`. */
	path: string;
	page: PageEntryName;
	/** Content type of the entry that contains the field. */
	owner: PageEntryName | ListEntryName;
	name: string;
	field: Field;
	value: unknown;
	/** Entry that contains the field. */
	entry: EntryFields;
};

type EntryFields = { id: string } & Record<string, unknown>;

/**
 * Yields the value of each field that the content model (content/model.ts) defines. A list of entries is yielded before
 * the fields of its entries.
 */
export function* walkContent(snapshot: object): Generator<FieldValue> {
	const entries = snapshot as Record<PageEntryName, EntryFields>;
	for (const page of pageEntryNames) yield* walkEntry(entries[page], { page, owner: page, path: page });
}

function* walkEntry(
	entry: EntryFields,
	{ page, owner, path }: Pick<FieldValue, "page" | "owner" | "path">,
): Generator<FieldValue> {
	const { fields }: ContentType = { ...pageEntries, ...itemTypes }[owner];
	for (const [name, field] of Object.entries(fields)) {
		const value = entry[name];
		yield { path: `${path}.${name}`, page, owner, name, field, value, entry };
		if (field.kind !== "entries") continue;
		for (const [index, part] of (value as EntryFields[]).entries()) {
			yield* walkEntry(part, { page, owner: field.itemType as ListEntryName, path: `${path}.${name}[${index}]` });
		}
	}
}

/**
 * Returns a copy of a snapshot without the optional values for which `isLeftOut` returns true. Removes list entries
 * without values, as scripts/pull does.
 */
export function leaveOut(snapshot: Snapshot, isLeftOut: (value: FieldValue) => boolean): Snapshot {
	const copy = structuredClone(snapshot);
	for (const place of walkContent(copy)) {
		const { name, field, value, entry } = place;
		if (!field.required && isLeftOut(place)) entry[name] = Array.isArray(value) ? [] : undefined;
	}
	for (const { name, field, entry } of walkContent(copy)) {
		if (field.kind !== "entries") continue;
		const hasSomething = ({ id, updatedAt, ...fields }: EntryFields) => Object.values(fields).some((value) => value);
		entry[name] = (entry[name] as EntryFields[]).filter(hasSomething);
	}
	return copy;
}
