import type { ContentType } from "./fields.ts";
import { itemTypes, type ListEntryName, type PageEntryName, pageEntries } from "./model.ts";

/** Contentful field that contains a list of entries, such as the reviews on the home page. */
export type EntryList = {
	page: PageEntryName;
	field: string;
	itemType: ListEntryName;
	hasSections: boolean;
};

export const entryLists: EntryList[] = Object.entries<ContentType<ListEntryName>>(
	pageEntries,
).flatMap(([page, { fields }]) =>
	Object.entries(fields).flatMap(([field, { itemType, withoutSections }]) => {
		if (!itemType) return [];
		return [{ page: page as PageEntryName, field, itemType, hasSections: !withoutSections }];
	}),
);

/** Lists of products in Stripe, which have prices. */
export const pricedLists = entryLists.filter(
	({ itemType }) => "stripeProductId" in itemTypes[itemType].fields,
);

export type SoldItem = { id: string; stripeProductId: string; updatedAt: string };

export function listItems<Item extends { id: string }>(
	content: object,
	{ page, field }: EntryList,
): Item[] {
	const entries = content as Record<PageEntryName, Record<string, Item[]>>;
	return entries[page][field] ?? [];
}
