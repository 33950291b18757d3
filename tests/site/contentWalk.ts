import type { ContentType, Field } from "../../content/fields.ts";
import {
	type ListEntryName,
	listEntries,
	type PageEntryName,
	pageEntries,
	pageEntryNames,
} from "../../content/model.ts";
import type { Snapshot } from "../../content/snapshot.ts";

/** A value of a snapshot, and the field that it belongs to. */
export type FieldValue = {
	/** Path of the value, e.g. `home.reviews[2].name`. */
	path: string;
	page: PageEntryName;
	/** The content type that the field belongs to. */
	owner: PageEntryName | ListEntryName;
	name: string;
	field: Field;
	value: unknown;
	/** The entry that holds it. */
	entry: EntryFields;
};

export type EntryFields = { id: string } & Record<string, unknown>;

/** Every field that the model knows, with what a snapshot holds of it: the content of a list comes after the list. */
export function* walkContent(snapshot: object): Generator<FieldValue> {
	const entries = snapshot as Record<PageEntryName, EntryFields>;
	for (const page of pageEntryNames) yield* walkEntry(entries[page], { page, owner: page, path: page });
}

function* walkEntry(
	entry: EntryFields,
	{ page, owner, path }: Pick<FieldValue, "page" | "owner" | "path">,
): Generator<FieldValue> {
	const { fields }: ContentType = { ...pageEntries, ...listEntries }[owner];
	for (const [name, field] of Object.entries(fields)) {
		const value = entry[name];
		yield { path: `${path}.${name}`, page, owner, name, field, value, entry };
		if (field.kind !== "entries") continue;
		for (const [index, part] of (value as EntryFields[]).entries()) {
			yield* walkEntry(part, { page, owner: field.of as ListEntryName, path: `${path}.${name}[${index}]` });
		}
	}
}

/** A copy of a snapshot without some optional values. As in a pull an entry of a list of which nothing is left is not there. */
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
