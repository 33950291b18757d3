import type { EntryList } from "../../../content/entryLists.ts";
import type { Field } from "../../../content/fields.ts";
import { itemTypes } from "../../../content/model.ts";

/** A field that contains a payment link. `monthly` is true for a link to pay in monthly instalments. */
export type PaymentLinkField = { field: string; monthly: boolean };

export function listPaymentLinkFields({ itemType }: EntryList): PaymentLinkField[] {
	const fields = Object.entries<Field>(itemTypes[itemType].fields).filter(
		([, { kind }]) => kind === "paymentLink",
	);
	return fields.map(([field, { monthly = false }]) => ({ field, monthly }));
}

/**
 * Returns the payment link in a field of an entry. The type cast is safe, because `parseContent` has validated the
 * field.
 */
export function paymentLinkOf(item: object, field: string): string | undefined {
	return (item as Record<string, unknown>)[field] as string | undefined;
}
