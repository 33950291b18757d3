import { listItems, pricedLists } from "../../content/entryLists.ts";
import type { Snapshot } from "../../content/snapshot.ts";
import type { Report } from "./report.ts";

/** Matches English and Russian words about tax, because a Russian page can also show English texts. */
const taxWords = /\b(VAT|tax(es)?)\b|НДС|налог/i;

const cancellationWords = /\bcancel|\brefund|\bwithdraw|отмен|отказ|возврат/i;

/** Matches a text that says how the site gathers or verifies reviews. */
const reviewWords = /\b(review|testimonial)s?\b.*\b(from|by|gather|collect|verif|check)|отзыв/i;

type Reminder = [isDue: boolean, entryId: string, field: string, problem: string, instead: string];

/**
 * Reports missing information that UK law expects on a website, with severity `info`. docs/owner.md lists the legal
 * sources.
 */
export function remindOfDuties(snapshot: Snapshot, report: Report): void {
	const { locale, hidden, appShell, newsletter, home } = snapshot;
	const { reviews, reviewsNote, ...otherFields } = home;
	const hasPrices = pricedLists.some((list) => listItems(snapshot, list).length > 0);
	const saleTexts = [appShell, ...pricedLists.map(({ page }) => snapshot[page])];
	const field = "privacyPolicyUrl";
	const lacksPolicy = !newsletter[field] && !report.explains(newsletter.id, field, locale);
	const reminders: Reminder[] = [
		[
			lacksPolicy && !hidden?.includes("newsletter"),
			newsletter.id,
			field,
			"the newsletter form has no link to a privacy policy",
			"the form is shown without one",
		],
		[
			!appShell.legalName,
			appShell.id,
			"legalName",
			"no company or person is named as running the practice",
			"the footer has no such line",
		],
		[
			!appShell.postalAddress,
			appShell.id,
			"postalAddress",
			"there is no postal address",
			"the footer has no such line",
		],
		[
			hasPrices && !mentions(taxWords, saleTexts),
			appShell.id,
			"legal",
			"no text says whether prices include tax",
			"prices are shown without a note on tax",
		],
		[
			hasPrices && !mentions(cancellationWords, saleTexts),
			appShell.id,
			"legal",
			"no text mentions cancellation",
			"things are sold without a note on cancellation",
		],
		[
			reviews.length > 0 && !reviewsNote && !mentions(reviewWords, [appShell, otherFields]),
			home.id,
			"reviewsNote",
			"no text says how the reviews were gathered",
			"the reviews are shown without a note on their origin",
		],
	];
	for (const [isDue, id, field, problem, instead] of reminders) {
		if (isDue) report.addOnce("info", { type: "entries", id, field, locale }, problem, instead);
	}
}

/** Checks whether any text in a value matches a pattern. Field names and entry ids are not searched. */
function mentions(wanted: RegExp, value: unknown): boolean {
	if (typeof value !== "object" || value === null) return false;
	return Object.entries(value).some(([key, part]) =>
		key === "value" ? wanted.test(String(part)) : mentions(wanted, part),
	);
}
