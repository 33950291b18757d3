import type { EntryList } from "../../../content/entryLists.ts";
import type { Field } from "../../../content/fields.ts";
import type { Locale } from "../../../content/locales.ts";
import { listEntries } from "../../../content/model.ts";
import { formatPrice } from "../../../content/money.ts";
import type { Price } from "../../../content/snapshot.ts";
import { quote } from "../contentful/parseLink.ts";
import type { Place, Report } from "../report.ts";
import type { StripePaymentLink } from "./fetchLists.ts";
import { isTestLink } from "./parsePaymentLink.ts";

/** A field that holds a payment link. */
type PaymentLinkField = { field: string; monthly: boolean };

/** Returns the fields of a list's entries that hold payment links. */
export function listPaymentLinkFields({ of }: EntryList): PaymentLinkField[] {
	const fields = Object.entries<Field>(listEntries[of].fields).filter(([, { kind }]) => kind === "paymentLink");
	return fields.map(([field, { monthly = false }]) => ({ field, monthly }));
}

/** An entry with a price. */
export type PricedItem = { id: string; price: Price };

/** Returns the payment link in a field of an entry, which the pull has validated. */
export function paymentLinkOf(item: PricedItem, field: string): string | undefined {
	return (item as Record<string, unknown>)[field] as string | undefined;
}

/** Host of Stripe's own payment links. Links to other hosts may be Stripe's, too, under a custom domain of the practice. */
const stripeHost = "buy.stripe.com";

/** Returns the entries of a list without their wrong payment links. */
export type CheckPaymentLinks = <Item extends PricedItem>(items: Item[], list: EntryList, locale: Locale) => Item[];

/**
 * Returns a function that removes and reports the payment links that charge something else than the price beside them, or
 * nothing any more. A link that both languages have is reported once, of the first.
 * @param links payment links of the Stripe account, or the status with which Stripe refuses to list them
 * @param testMode whether the prices are of Stripe's test mode, in which live payment links are not listed
 */
export function paymentLinkChecker(
	links: StripePaymentLink[] | { refused: number },
	testMode: boolean,
	report: Report,
): CheckPaymentLinks {
	if (!Array.isArray(links)) {
		const problem = `the key may not read payment links (Stripe answers ${links.refused})`;
		const instead =
			"payment links are not compared with the prices shown. The missing permission is Payment Links: Read";
		report.add("info", { type: "keys", id: "STRIPE_API_KEY" }, problem, instead);
		return (items) => items;
	}
	const byName = new Map(links.map((link) => [nameOf(link.url), link]));

	/** Checks whether a link is right, or cannot be compared. */
	function isGood({ id, price }: PricedItem, href: string, field: string, monthly: boolean, locale: Locale): boolean {
		const link = byName.get(nameOf(href));
		// The key knows the links of its own mode alone.
		const isUnknown = !link && isTestLink(href) === testMode;
		const problem = link ? findDifference(link, price, monthly) : isUnknown && "does not exist in the Stripe account";
		if (!problem) return true;
		const isWrong = link !== undefined || new URL(href).host === stripeHost;
		const place: Place = { type: "entries", id, field, locale };
		const sentence = `the payment link ${quote(href)} ${problem}`;
		const shown = formatPrice(price);
		if (isWrong) report.add("severe", place, sentence, `the button is left out; the price shown is ${shown}`, false);
		else report.add("warning", place, sentence, `${shown} is shown, and the charge is not compared with it`, false);
		return !isWrong;
	}

	return (items, list, locale) => {
		const fields = listPaymentLinkFields(list);
		return items.map((item) => {
			const checked = { ...item };
			for (const { field, monthly } of fields) {
				const href = paymentLinkOf(item, field);
				if (href === undefined || isGood(item, href, field, monthly, locale)) continue;
				Object.assign(checked, { [field]: undefined });
			}
			return checked;
		});
	};
}

/** Returns the last segment of a payment link's path, which identifies it on every host. Its query only fills in the form. */
function nameOf(href: string): string {
	return new URL(href).pathname.split("/").filter(Boolean).at(-1) ?? "";
}

function findDifference({ active, line_items }: StripePaymentLink, price: Price, monthly: boolean): string | undefined {
	if (!active) return "is deactivated";
	const { data: items, has_more: more } = line_items;
	if (more) return `charges for more than ${items.length} products`;
	if (items.some((item) => item.price?.custom_unit_amount)) return "lets the customer choose the amount";
	const amount = items.reduce((sum, item) => sum + item.amount_total, 0);
	const currency = items[0]?.currency ?? price.currency;
	const rhythms = items.map(({ price: sold }) => describeRhythm(sold?.recurring));
	const rhythm = rhythms.find((candidate) => candidate !== "once") ?? "once";
	const charge = `charges ${formatPrice({ amount, currency })} ${rhythm}`;
	if (currency !== price.currency) return charge;
	if (!monthly) return rhythm === "once" && amount === price.amount ? undefined : charge;
	if (rhythm !== "every month") return `${charge}, and its button offers monthly payment`;
	// What a month costs is not shown; but no instalment is as large as the whole.
	return amount < price.amount ? undefined : charge;
}

function describeRhythm(recurring: { interval: string; interval_count: number } | null | undefined): string {
	if (!recurring) return "once";
	const { interval, interval_count: count } = recurring;
	return count === 1 ? `every ${interval}` : `every ${count} ${interval}s`;
}
