import type { ContentType } from "./fields.ts";
import { type ListEntryName, listEntries, type PageEntryName, pageEntries } from "./model.ts";

/** Contentful field that contains a list of entries, such as the reviews on the home page. */
export type EntryList = {
	page: PageEntryName;
	field: string;
	itemType: ListEntryName;
	/** Whether each listed entry has its own section on the page. */
	hasSections: boolean;
	/** Whether the listed entries are products in Stripe, which have prices. */
	isPriced: boolean;
};

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
