import type { ContentType } from "./fields.ts";
import { type ListEntryName, listEntries, type PageEntryName, pageEntries } from "./model.ts";

/** A field of a page entry that lists other entries. */
export type EntryList = {
	page: PageEntryName;
	field: string;
	of: ListEntryName;
	/** Whether the entries have sections of their own on the page, so that links can lead to them. */
	hasSections: boolean;
	/** Whether the entries are products in Stripe, which have prices. */
	isPriced: boolean;
};

/** All lists of entries on the pages, in the order of the content model. */
export const entryLists: EntryList[] = Object.entries<ContentType<ListEntryName>>(pageEntries).flatMap(
	([page, { fields }]) =>
		Object.entries(fields).flatMap(([field, { of, withoutSections }]) => {
			if (!of) return [];
			const isPriced = "stripeProductId" in listEntries[of].fields;
			return [{ page: page as PageEntryName, field, of, hasSections: !withoutSections, isPriced }];
		}),
);

/** Lists of products in Stripe. */
export const pricedLists = entryLists.filter(({ isPriced }) => isPriced);

/** Returns the entries of a list. */
export function listItems<Item extends { id: string }>(content: object, { page, field }: EntryList): Item[] {
	const entries = content as Record<PageEntryName, Record<string, Item[]>>;
	return entries[page][field] ?? [];
}
