import type { Locale } from "../../../content/locales.ts";
import { formatPrice } from "../../../content/money.ts";
import type { Price, Snapshot } from "../../../content/snapshot.ts";
import type { Unresolved } from "../contentful/links.ts";
import { quote } from "../contentful/parseLink.ts";
import type { Place, Report } from "../report.ts";
import type { StripePaymentLink } from "./fetchLists.ts";
import { isTestLink } from "./parsePaymentLink.ts";

/** The fields of payment links: on which page, of what, and whether they are paid by the month. */
export const paymentLinkFields = [
	{ page: "consultations", name: "consultation", field: "stripePaymentLink", monthly: false },
	{ page: "packages", name: "package", field: "stripeOneTimePaymentLink", monthly: false },
	{ page: "packages", name: "package", field: "stripeMonthlyPaymentLink", monthly: true },
	{ page: "programmes", name: "programme", field: "stripeOneTimePaymentLink", monthly: false },
] as const;

export type ShopName = (typeof paymentLinkFields)[number]["page"];

/** Something that is sold, and where it can be paid. */
export type Offer = { id: string; price: Price } & {
	[Field in (typeof paymentLinkFields)[number]["field"]]?: string | undefined;
};

/** What a page sells: the list that has the page's own name. */
export function listOffers({ consultations, packages, programmes }: Unresolved<Snapshot>, page: ShopName): Offer[] {
	if (page === "consultations") return consultations.consultations;
	return page === "packages" ? packages.packages : programmes.programmes;
}

/** Links elsewhere may be Stripe's too, at an address of the practice's own, or of somebody else. */
const stripeHost = "buy.stripe.com";

/** What the pages in one language sell, without the payment links that are wrong; the prices stay. */
export type CheckPaymentLinks = <Item extends Offer>(items: Item[], page: ShopName, locale: Locale) => Item[];

/**
 * Makes what takes the payment link out of everything on which it charges something else than the price beside it, or
 * nothing any more, and reports it. A link that both languages have is told once, of the first.
 * @param links those of the Stripe account, or the status with which Stripe refuses to give them
 * @param testMode whether the prices are of Stripe's test mode, in which real payment links are not known
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

	/** Whether a link is right, or cannot be judged. */
	function isGood({ id, price }: Offer, href: string, field: string, monthly: boolean, locale: Locale): boolean {
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

	return (items, page, locale) =>
		items.map((item) => {
			const wrong = paymentLinkFields.filter(({ page: shop, field, monthly }) => {
				const href = item[field];
				return shop === page && href !== undefined && !isGood(item, href, field, monthly, locale);
			});
			return { ...item, ...Object.fromEntries(wrong.map(({ field }) => [field, undefined])) };
		});
}

/** The end of a link's path names it, on Stripe's own host and on a practice's; what follows is for the form. */
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
