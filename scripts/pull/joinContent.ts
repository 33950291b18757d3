import { isLargePhotograph } from "../../content/chooseOpenGraphPicture.ts";
import type { Place } from "../../content/formatFinding.ts";
import { toRedirectKey } from "../../content/redirects.ts";
import { listAllRoutes } from "../../content/routes.ts";
import type { Snapshot, Snapshots, UnpricedContent } from "../../content/snapshot.ts";
import { resolvePath } from "../../content/toCanonicalPath.ts";
import type { Environment } from "../../environment/environment.server.ts";
import { resolveLinks } from "./contentful/resolveLinks.ts";
import type { AssetFacts } from "./media/fileType.ts";
import type { PictureFacts, Prepared } from "./media/prepareMedia.ts";
import {
	type FileReference,
	type Parsed,
	type PictureReference,
	replaceReferences,
	type WithMedia,
} from "./references.ts";
import type { Report } from "./report.ts";
import { addSales } from "./stripe/addSales.ts";
import type { Sales } from "./stripe/fetchSales.ts";

/** Pictures and linked files, by their URLs in Contentful. */
export type Media = {
	getPicture: (address: string, facts: AssetFacts) => Prepared<PictureFacts> | undefined;
	getFile: (address: string, facts: AssetFacts) => Prepared<string> | undefined;
};

/**
 * Joins parsed content with pictures and files, with prices and payment links, and with the pages to which its links
 * lead. When `report` has faults afterwards, the snapshots contain placeholders, and only a preview may show them.
 */
export function joinContent(
	environment: Environment,
	contents: UnpricedContent<Parsed>[],
	media: Media,
	sales: Sales,
	report: Report,
): Snapshots {
	const { site } = environment;
	const stripeKey: Place = {
		type: "variable",
		id: "STRIPE_API_KEY",
		url: "https://dashboard.stripe.com/apikeys",
	};
	if (site.indexable && sales.prices.some(({ livemode }) => !livemode))
		report.add(stripeKey, "stripeTestMode", "linksNotCompared");
	if (!sales.paymentLinks) report.add(stripeKey, "paymentLinksUnreadable", "linksNotCompared");
	const snapshots = contents.map((content) => {
		const sold = addSales(addMedia(content, media, report), sales, report);
		remindOfDuties(sold, report);
		reportRepeatedReviews(sold, report);
		reportHeavyPages(sold, report);
		return resolveLinks(sold, site.url, report);
	});
	return Object.fromEntries(snapshots.map((snapshot) => [snapshot.locale, snapshot])) as Snapshots;
}

/** Adds pictures and files. Reports those that cannot be used. */
function addMedia(
	content: UnpricedContent<Parsed>,
	{ getPicture, getFile }: Media,
	report: Report,
): UnpricedContent<WithMedia> {
	function addPicture({ address, facts, place, title, source, requiredBy }: PictureReference) {
		const { value, problem } = getPicture(address, facts) ?? {};
		if (value && place.usedIn?.field === "shareImage" && !isLargePhotograph(value))
			report.add(place, "shareImageUnusable", "nextPictureShared");
		if (value) return { ...value, title, focus: facts.focus, source };
		if (problem) report.addProblem(place, problem, "pictureLeftOut");
		if (requiredBy === "entry" && place.usedIn)
			report.add(place.usedIn, "requiredEmpty", "entryLeftOut");
		return undefined;
	}

	function addFile({ address, facts, place, content }: FileReference) {
		const { value: href, problem } = getFile(address, facts) ?? {};
		const consequence = href ? "downloadOffered" : "textWithoutLink";
		if (problem) report.addProblem(place, problem, consequence);
		return href ? { type: "link", href, content } : content;
	}

	return replaceReferences(content, (reference) => {
		if (reference.reference === "picture") return addPicture(reference);
		return reference.reference === "file" ? addFile(reference) : reference;
	});
}

/** Reports empty fields for what UK law expects on a website. docs/owner.md lists the legal sources. */
function remindOfDuties({ hidden, appShell, newsletter }: Snapshot<WithMedia>, report: Report) {
	if (!newsletter.privacyPolicyUrl && !hidden.includes("newsletter")) {
		const place: Place = { type: "newsletter", id: newsletter.id, field: "privacyPolicyUrl" };
		report.add(place, "privacyPolicyMissing", "formShownWithout");
	}
	const footerLines = [
		["legalName", "legalNameMissing"],
		["postalAddress", "postalAddressMissing"],
	] as const;
	for (const [field, code] of footerLines) {
		const place: Place = { type: "appShell", id: appShell.id, field };
		if (!appShell[field]) report.add(place, code, "footerLineLeftOut");
	}
}

/** Reports reviews of the home page that say the same as one before them. */
function reportRepeatedReviews({ home: { id, reviews } }: Snapshot<WithMedia>, report: Report) {
	const texts = reviews.map(({ review }) => JSON.stringify(review.blocks));
	const copies = reviews.filter((_, index) => texts.indexOf(texts[index] ?? "") < index);
	const place: Place = { type: "home", id, field: "reviews" };
	for (const { id } of copies)
		report.add(place, "reviewRepeated", "shownAsIs", { entry: { type: "review", id } });
}

/**
 * Maximum size of a page's content, in thousands of characters of JSON. The document of a larger page, compressed, weighs
 * as much as all else that a page transfers at first.
 */
const maxContentSize = 300;

/** Reports pages whose content is so large that phones take long to load all of it. */
function reportHeavyPages(content: Snapshot<WithMedia>, report: Report) {
	for (const { name = "page", entry } of listAllRoutes(content)) {
		// Previews have the source of each text.
		const json = JSON.stringify(entry, (key, value) => (key === "source" ? undefined : value));
		if (json.length > 1000 * maxContentSize)
			report.add({ type: name, id: entry.id }, "pageHeavy", "shownAsIs", { limit: maxContentSize });
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
		(path) => !redirected.includes(path) && !resolvePath(path, pages),
	);
	const place: Place = { type: "appShell", id, field: "redirects" };
	for (const address of gone) report.add(place, "pageGone", "visitorsLost", { address });
	return gone;
}
