import { defaultLocale, localeCodes } from "../../content/locales.ts";
import type { Snapshot } from "../../content/snapshot.ts";
import type { Unresolved } from "./contentful/links.ts";
import type { Place, Report } from "./report.ts";
import { listOffers, paymentLinkFields } from "./stripe/offers.ts";

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
