import type { Field, ListEntryName } from "../../content/fields.ts";
import { type PageEntryName, pageEntryNames } from "../../content/model.ts";
import type { Snapshot } from "../../content/snapshot.ts";
import { type EntryFields, fieldsOf } from "./contentWalk.ts";

/** Which fields of a content type are left out. */
export type LeftOut = (owner: string, name: string, field: Field) => boolean;

/** A copy of a snapshot without some optional values. As in a pull an entry of a list of which nothing is left is not there. */
export function leaveOut(snapshot: Snapshot, isLeftOut: LeftOut): Snapshot {
	const copy = structuredClone(snapshot) as unknown as Record<PageEntryName, EntryFields>;
	const strip = (entry: EntryFields, owner: PageEntryName | ListEntryName) => {
		for (const [name, field] of Object.entries(fieldsOf(owner))) {
			const value = entry[name];
			if (!field.required && isLeftOut(owner, name, field)) {
				if (Array.isArray(value)) entry[name] = [];
				else delete entry[name];
			} else if (field.kind === "entries") {
				const parts = value as EntryFields[];
				for (const part of parts) strip(part, field.of as ListEntryName);
				entry[name] = parts.filter((part) => Object.keys(part).some((key) => key !== "id" && key !== "updatedAt"));
			}
		}
	};
	for (const name of pageEntryNames) strip(copy[name], name);
	return copy as unknown as Snapshot;
}
