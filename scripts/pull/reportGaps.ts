import { type EntryList, listItems, pricedLists, type SoldItem } from "../../content/entryLists.ts";
import { defaultLocale, type Locale, otherLocale } from "../../content/locales.ts";
import type { Priced, Snapshot } from "../../content/snapshot.ts";
import type { WithUnresolvedLinks } from "./contentful/links.ts";
import type { Place, Report } from "./report.ts";
import { listPaymentLinkFields, paymentLinkOf } from "./stripe/paymentLinkFields.ts";

/** Reports that the live site has a STRIPE_API_KEY of Stripe's test mode, in which visitors cannot pay. */
export function reportTestMode(report: Report): void {
	const problem = "the key and its prices belong to Stripe's test mode";
	const instead = "the prices are shown, and payment links are not compared with them";
	report.add("severe", { type: "keys", id: "STRIPE_API_KEY" }, problem, instead);
}

/** Reports that Brevo refuses the newsletter's key, list or templates, or the IP address of this machine. */
export function reportNewsletterFault(problem: string, report: Report): void {
	const place: Place = {
		type: "keys",
		id: "BREVO_API_KEY",
		url: "https://app.brevo.com/security/authorised_ips",
	};
	report.add("warning", place, problem, "visitors may not be able to subscribe");
}

/** Matches English and Russian words about tax, because a Russian page can also show English texts. */
const taxWords = /\b(VAT|tax(es)?)\b|НДС|налог/i;

const cancellationWords = /\bcancel|\brefund|\bwithdraw|отмен|отказ|возврат/i;

/** Matches a text that says how the site gathers or verifies reviews. */
const reviewWords = /\b(review|testimonial)s?\b.*\b(from|by|gather|collect|verif|check)|отзыв/i;

type Remind = (entry: { id: string }, field: string, problem: string, instead: string) => void;

/**
 * Reports missing information that UK law expects on a website, with severity `info`. docs/owner.md lists the legal
 * sources.
 */
export function reportLegalReminders(
	snapshots: WithUnresolvedLinks<Snapshot>[],
	report: Report,
): void {
	for (const snapshot of snapshots) {
		const { locale, hidden, appShell, newsletter } = snapshot;
		const remind: Remind = ({ id }, field, problem, instead) =>
			report.addOnce("info", { type: "entries", id, field, locale }, problem, instead);
		const isFormShown = !hidden?.includes("newsletter");
		if (
			isFormShown &&
			!newsletter.privacyPolicyUrl &&
			!hasProblemRow(report, newsletter.id, "privacyPolicyUrl")
		) {
			remind(
				newsletter,
				"privacyPolicyUrl",
				"the newsletter form has no link to a privacy policy",
				"the form is shown without one",
			);
		}
		if (!appShell.legalName) {
			remind(
				appShell,
				"legalName",
				"no company or person is named as running the practice",
				"the footer has no such line",
			);
		}
		if (!appShell.postalAddress) {
			remind(
				appShell,
				"postalAddress",
				"there is no postal address",
				"the footer has no such line",
			);
		}
		if (hasPrices(snapshot)) remindOfSaleTexts(snapshot, remind);
		remindOfReviewText(snapshot, remind);
	}
}

function remindOfSaleTexts(snapshot: WithUnresolvedLinks<Snapshot>, remind: Remind): void {
	const { appShell } = snapshot;
	const texts = [appShell, ...pricedLists.map(({ page }) => snapshot[page])];
	if (!mentions(taxWords, texts)) {
		remind(
			appShell,
			"legal",
			"no text says whether prices include tax",
			"prices are shown without a note on tax",
		);
	}
	if (!mentions(cancellationWords, texts)) {
		remind(
			appShell,
			"legal",
			"no text mentions cancellation",
			"things are sold without a note on cancellation",
		);
	}
}

function remindOfReviewText(
	{ appShell, home }: WithUnresolvedLinks<Snapshot>,
	remind: Remind,
): void {
	const { reviews, ...restOfHome } = home;
	if (reviews.length === 0 || home.reviewsNote || mentions(reviewWords, [appShell, restOfHome]))
		return;
	remind(
		home,
		"reviewsNote",
		"no text says how the reviews were gathered",
		"the reviews are shown without a note on their origin",
	);
}

function hasPrices(snapshot: WithUnresolvedLinks<Snapshot>): boolean {
	return pricedLists.some((list) => listItems(snapshot, list).length > 0);
}

/** Checks whether any text in a value matches a pattern. Field names and entry ids are not searched. */
function mentions(wanted: RegExp, value: unknown): boolean {
	if (typeof value !== "object" || value === null) return false;
	return Object.entries(value).some(([key, part]) =>
		key === "value" ? wanted.test(String(part)) : mentions(wanted, part),
	);
}

/**
 * Reports each empty list of services or products, and each service or product without a payment link.
 * @param snapshots English content first, because a problem in both languages is reported only for the first
 */
export function reportGaps(snapshots: WithUnresolvedLinks<Snapshot>[], report: Report): void {
	for (const snapshot of snapshots) {
		const { locale, hidden } = snapshot;
		for (const list of pricedLists) {
			const { page, field, itemType } = list;
			const items = listItems<Priced<SoldItem>>(snapshot, list);
			if (items.length === 0 && !hidden?.includes(page)) {
				const place: Place = { type: "entries", id: snapshot[page].id, field, locale };
				report.addOnce(
					"severe",
					place,
					`the list has no ${itemType} that can be shown`,
					`no ${itemType} is shown`,
				);
			}
			reportMissingLinks(items, list, locale, report);
		}
	}
}

function reportMissingLinks(
	items: Priced<SoldItem>[],
	list: EntryList,
	locale: Locale,
	report: Report,
): void {
	for (const { field, monthly } of listPaymentLinkFields(list)) {
		// Only the link for a single payment is required. The link for monthly payment is optional, so its absence is not
		// reported.
		if (monthly) continue;
		for (const item of items) {
			if (paymentLinkOf(item, field) || hasProblemRow(report, item.id, field, locale)) continue;
			const place: Place = { type: "entries", id: item.id, field, locale };
			report.addOnce("severe", place, "there is no payment link", "the button is left out");
		}
	}
}

/** Checks whether the report already explains why a field is empty. */
function hasProblemRow(report: Report, id: string, field: string, locale?: Locale): boolean {
	const rows = report.rows.filter((row) => row.entry === id && row.field === field);
	// An English problem also explains an empty Russian field, because Russian pages fall back to English.
	return locale === defaultLocale
		? rows.some((row) => row.locale !== otherLocale(locale))
		: rows.length > 0;
}
