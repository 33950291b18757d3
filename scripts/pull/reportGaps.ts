import { defaultLocale, localeCodes } from "../../content/locales.ts";
import type { Snapshot } from "../../content/snapshot.ts";
import type { Unresolved } from "./contentful/links.ts";
import type { Place, Report } from "./report.ts";
import { listOffers, paymentLinkFields } from "./stripe/checkPaymentLinks.ts";

/** Reports on the live site that STRIPE_API_KEY is a key of the test mode, in which nobody can pay. */
export function reportTestMode(report: Report): void {
	const problem = "the key and its prices belong to Stripe's test mode";
	const instead = "the prices are shown, and payment links are not compared with them";
	report.add("severe", { type: "keys", id: "STRIPE_API_KEY" }, problem, instead);
}

/** In either language, since the Russian text may be missing. */
const wordsOnTax = /\b(VAT|tax(es)?)\b|НДС|налог/i;

/**
 * Reminds of what a UK site is expected to say and no field has. What each reminder rests on stands in docs/editors.md. Nobody's
 * texts are judged: the small print may say it all.
 */
export function reportDuties(snapshots: Unresolved<Snapshot>[], report: Report): void {
	for (const { locale, hidden, appShell, newsletter, consultations, packages, programmes } of snapshots) {
		const remind = ({ id }: { id: string }, field: string, problem: string, instead: string) =>
			report.add("info", { type: "entries", id, field, locale }, problem, instead, false);
		const small = "unless the small print has it, the site does not say";
		// An address that is wrong has been reported as such.
		const isWrong = report.rows.some(({ entry, field }) => entry === newsletter.id && field === "privacyPolicyUrl");
		const hasForm = !hidden?.includes("newsletter");
		if (hasForm && !newsletter.privacyPolicyUrl && !isWrong) {
			remind(newsletter, "privacyPolicyUrl", "the form has no privacy notice", "no link stands beside it");
		}
		if (!appShell.legalName) remind(appShell, "legalName", "nobody is named who runs the practice", small);
		if (!appShell.postalAddress) remind(appShell, "postalAddress", "there is no postal address", small);
		const texts = JSON.stringify([appShell, consultations, packages, programmes]);
		if (!wordsOnTax.test(texts)) {
			remind(appShell, "legal", "no text says whether prices include tax", "prices stand alone");
		}
	}
}

/**
 * Reports pages without anything for sale, and what is shown without a link to buy it. English stands in for what
 * Russian lacks, so what both lack is told once, of English. Takes the snapshots in the order of the locales.
 */
export function reportGaps(snapshots: Unresolved<Snapshot>[], report: Report): void {
	const tell = (place: Place, problem: string, instead: string) => report.add("severe", place, problem, instead, false);
	for (const snapshot of snapshots) {
		const { locale } = snapshot;
		const others = localeCodes.filter((code) => code !== locale && code !== defaultLocale) as string[];
		for (const { name, page, field } of paymentLinkFields.filter(({ monthly }) => !monthly)) {
			const items = listOffers(snapshot, page);
			if (items.length === 0 && !snapshot.hidden?.includes(page)) {
				const problem = `the list holds no ${name} that can be shown`;
				tell({ type: "entries", id: snapshot[page].id, field: page, locale }, problem, `no ${name} is shown`);
			}
			for (const item of items.filter((candidate) => !candidate[field])) {
				const place: Place = { type: "entries", id: item.id, field, locale };
				// A link that is there but wrong has been reported as such.
				const isWrong = report.rows.some(
					(row) => row.entry === item.id && row.field === field && !others.includes(row.locale ?? ""),
				);
				if (!isWrong) tell(place, "there is no payment link", "its button is left out");
			}
		}
	}
}
