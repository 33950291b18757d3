import { toRedirectKey } from "../../content/redirects.ts";
import type { Snapshot } from "../../content/snapshot.ts";
import type { Snapshots } from "../../content/snapshotFiles.server.ts";
import { resolveRoute } from "../../content/toCanonicalPath.ts";
import type { Environment } from "../../environment/environment.server.ts";
import type { AssetFacts, ParseContext } from "./contentful/context.ts";
import type { ContentfulData } from "./contentful/fetchContent.ts";
import { parseContents } from "./contentful/parseContent.ts";
import { resolveLinks } from "./contentful/resolveLinks.ts";
import { type Place, Report } from "./report.ts";
import { addSales } from "./stripe/addSales.ts";
import type { Sales } from "./stripe/fetchSales.ts";

/**
 * Lists the pictures and files that the content uses, by the addresses of their files. Parses the content with media
 * that only record what is requested.
 */
export function listAssets(environment: Environment, contentfulData: ContentfulData) {
	const pictures = new Map<string, AssetFacts>();
	const files = new Map<string, AssetFacts>();
	const recordIn = (list: typeof pictures) => ({
		get: (address: string, facts: AssetFacts) => void list.set(address, facts),
	});
	const media = { pictures: recordIn(pictures), files: recordIn(files) };
	// This report is not used, because `assembleSnapshots` parses the content again and reports the problems then.
	const report = new Report(environment.contentful);
	parseContents({ contentfulData, environment, media, report });
	return { pictures, files };
}

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
	const contents = parseContents({ contentfulData, environment, media, report });
	const [prices, paymentLinks] = sales;
	const stripeKey: Place = { id: "STRIPE_API_KEY", url: "https://dashboard.stripe.com/apikeys" };
	if (site.indexable && prices.some(({ livemode }) => !livemode)) {
		const problem = "the key and its prices belong to Stripe's test mode";
		const instead = "the prices are shown, and payment links are not compared with them";
		report.add("severe", stripeKey, problem, instead);
	}
	if (!paymentLinks) {
		const problem = "the key may not read payment links";
		const instead =
			"payment links are not compared with the prices shown. The missing permission is Payment Links: Read";
		report.add("info", stripeKey, problem, instead);
	}
	const sold = contents.map((content) => addSales(content, sales, report));
	for (const snapshot of sold) remindOfDuties(snapshot, report);
	const complete = sold.map((snapshot) => resolveLinks(snapshot, site.url, report));
	return Object.fromEntries(complete.map((snapshot) => [snapshot.locale, snapshot])) as Snapshots;
}

/** Reports empty fields for what UK law expects on a website. docs/owner.md lists the legal sources. */
function remindOfDuties({ locale, hidden, appShell, newsletter }: Snapshot, report: Report): void {
	if (!newsletter.privacyPolicyUrl && !hidden.includes("newsletter")) {
		const place: Place = { id: newsletter.id, field: "privacyPolicyUrl", locale };
		const problem = "the newsletter form has no link to a privacy policy";
		report.addOnce("info", place, problem, "the form is shown without one");
	}
	const footerLines = {
		legalName: "no company or person is named as running the practice",
		postalAddress: "there is no postal address",
	};
	for (const [field, problem] of Object.entries(footerLines)) {
		const place: Place = { id: appShell.id, field, locale };
		const isEmpty = !appShell[field as keyof typeof footerLines];
		if (isEmpty) report.addOnce("info", place, problem, "the footer has no such line");
	}
}

/**
 * Reports paths of further pages that have been removed or renamed, and that no redirect has.
 * @param formerPaths paths of pages that are live, and paths that an earlier version has reported
 * @returns the reported paths
 */
export function reportGonePaths(
	snapshots: Snapshots,
	formerPaths: string[],
	report: Report,
): string[] {
	const { id, pages } = snapshots["en-US"].appShell;
	const redirects = Object.values(snapshots).flatMap(({ appShell }) => appShell.redirects ?? []);
	const redirected = redirects.map(({ from }) => toRedirectKey(from));
	const gone = formerPaths.filter(
		(path) => !redirected.includes(path) && !resolveRoute(path, pages),
	);
	for (const path of gone) {
		const problem = `the address "${path}" was live, and is neither a page nor redirected`;
		const instead = "visitors who follow a link to it are told that the page does not exist";
		report.add("warning", { id, field: "redirects" }, problem, instead);
	}
	return gone;
}
