import { localeCodes } from "../../content/locales.ts";
import type { Snapshots } from "../../content/snapshotFiles.server.ts";
import type { Environment } from "../../environment/environment.server.ts";
import type { ParseOptions } from "./contentful/context.ts";
import { parseContent } from "./contentful/parseContent.ts";
import { resolveLinks } from "./contentful/resolveLinks.ts";
import type { ContentfulData } from "./contentful/schemas.ts";
import type { Report } from "./report.ts";
import { reportGaps, reportLegalReminders, reportTestMode } from "./reportGaps.ts";
import { addClientReferenceIds } from "./stripe/addClientReferenceIds.ts";
import { checkPaymentLinks } from "./stripe/checkPaymentLinks.ts";
import type { StripePaymentLink, StripePrice } from "./stripe/fetchLists.ts";
import { joinPrices } from "./stripe/joinPrices.ts";

export type PulledData = {
	contentfulData: ContentfulData;
	prices: StripePrice[];
	/** Payment links of the Stripe account, or the status with which Stripe refuses to list them. */
	paymentLinks: StripePaymentLink[] | { refusedStatus: number };
};

/**
 * Validates the content of all locales, adds the prices and resolves the links in texts. When `report` has faults
 * afterwards, the snapshots contain placeholders, and only a preview may show them.
 */
export function assembleSnapshots(
	environment: Environment,
	{ contentfulData, prices, paymentLinks }: PulledData,
	media: ParseOptions["media"],
	report: Report,
): Snapshots {
	const { site } = environment;
	const contents = localeCodes.map((locale) =>
		parseContent(contentfulData, { locale, environment, media, report }),
	);
	const isTestMode = prices.some((price) => price.livemode === false);
	if (isTestMode && site.indexable) reportTestMode(report);
	const priced = contents.map((content) => joinPrices(content, prices, report));
	const checked = priced.map((content) =>
		checkPaymentLinks(content, { paymentLinks, isTestMode, report }),
	);
	reportGaps(checked, report);
	reportLegalReminders(checked, report);
	const complete = checked.map((content) =>
		resolveLinks(addClientReferenceIds(content), site.url, report),
	);
	return Object.fromEntries(complete.map((snapshot) => [snapshot.locale, snapshot])) as Snapshots;
}
