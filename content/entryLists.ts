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

/** Returns a copy of the content, with the items of each priced list replaced by those that `change` returns. */
export function mapPricedLists<Item extends SoldItem>(
	content: object,
	change: (items: Item[], list: EntryList) => SoldItem[],
): object {
	const changed = { ...content } as Record<PageEntryName, object>;
	for (const list of pricedLists) {
		const items = change(listItems<Item>(content, list), list);
		changed[list.page] = { ...changed[list.page], [list.field]: items };
	}
	return changed;
}

export function listItems<Item extends { id: string }>(
	content: object,
	{ page, field }: EntryList,
): Item[] {
	const entries = content as Record<PageEntryName, Record<string, Item[]>>;
	return entries[page][field] ?? [];
}
