import type { ContentType } from "./fields.ts";
import { type ListEntryName, listEntries, type PageEntryName, pageEntries } from "./model.ts";

/** Field of a page entry that contains a list of other entries. */
export type EntryList = {
	page: PageEntryName;
	field: string;
	itemType: ListEntryName;
	/** Whether the page has a section for each entry, so that links can lead to the section. */
	hasSections: boolean;
	/** Whether the entries have prices, because they are products in Stripe. */
	isPriced: boolean;
};

/** All list fields of page entries, in the order of the content model. */
export const entryLists: EntryList[] = Object.entries<ContentType<ListEntryName>>(pageEntries).flatMap(
	([page, { fields }]) =>
		Object.entries(fields).flatMap(([field, { itemType, withoutSections }]) => {
			if (!itemType) return [];
			const isPriced = "stripeProductId" in listEntries[itemType].fields;
			return [{ page: page as PageEntryName, field, itemType, hasSections: !withoutSections, isPriced }];
		}),
);

export const pricedLists = entryLists.filter(({ isPriced }) => isPriced);

export function listItems<Item extends { id: string }>(content: object, { page, field }: EntryList): Item[] {
	const entries = content as Record<PageEntryName, Record<string, Item[]>>;
	return entries[page][field] ?? [];
}
