import { localeCodes } from "../../content/locales.ts";
import type { Snapshots } from "../../content/snapshotFiles.server.ts";
import type { Environment } from "../../environment/environment.server.ts";
import type { ParseContext } from "./contentful/context.ts";
import type { ContentfulData } from "./contentful/fetchContent.ts";
import { parseContent } from "./contentful/parseContent.ts";
import { resolveLinks } from "./contentful/resolveLinks.ts";
import { remindOfDuties } from "./remindOfDuties.ts";
import type { Report } from "./report.ts";
import { addSales } from "./stripe/addSales.ts";
import type { Sales } from "./stripe/fetchSales.ts";

/**
 * Validates the content of all locales, adds prices and payment links, and resolves the links in texts. When `report`
 * has faults afterwards, the snapshots contain placeholders, and only a preview may show them.
 */
export function assembleSnapshots(
	environment: Environment,
	contentfulData: ContentfulData,
	sales: Sales,
	media: ParseContext["media"],
	report: Report,
): Snapshots {
	const { site } = environment;
	const contents = localeCodes.map((locale) =>
		parseContent({ contentfulData, locale, environment, media, report }),
	);
	if (site.indexable && sales[0].some(({ livemode }) => !livemode)) {
		const problem = "the key and its prices belong to Stripe's test mode";
		const instead = "the prices are shown, and payment links are not compared with them";
		report.add("severe", { type: "keys", id: "STRIPE_API_KEY" }, problem, instead);
	}
	const sold = contents.map((content) => addSales(content, sales, report));
	for (const snapshot of sold) remindOfDuties(snapshot, report);
	const complete = sold.map((snapshot) => resolveLinks(snapshot, site.url, report));
	return Object.fromEntries(complete.map((snapshot) => [snapshot.locale, snapshot])) as Snapshots;
}
