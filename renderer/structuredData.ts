import type { Graph, OfferLeaf, OrganizationLeaf, ProductLeaf, Thing, WebPageLeaf } from "schema-dts";
import { lastChange } from "../content/changes.ts";
import { localeCodes, locales } from "../content/locales.ts";
import { formatAmount } from "../content/money.ts";
import { openGraphPicture } from "../content/openGraphPicture.ts";
import type { Offer } from "../content/pageFacts.ts";
import { pages } from "../content/pages.ts";
import { cutAtWord, toLines, toPlainText } from "../content/plainText.ts";
import { pathOf, type RouteName } from "../content/routes.ts";
import type { PictureValue, RichTextValue, Snapshot } from "../content/snapshot.ts";
import { readPracticeName, type Summary } from "./summaries.ts";

/** Maximum length of an offer's description, in characters. A longer one would repeat much of the page. */
const maxDescriptionLength = 155;

/**
 * Formats the structured data of a page (https://schema.org) as JSON for a data block. One graph describes the practice, the
 * page, each offer and, on the home page, the site. It contains only facts that the page shows:
 * https://developers.google.com/search/docs/appearance/structured-data/sd-policies#content
 *
 * Three kinds are left out. Breadcrumbs: every page is one level deep. Questions: search engines do not use them. Reviews:
 * search engines forbid those of one's own organisation,
 * https://developers.google.com/search/docs/appearance/structured-data/review-snippet#guidelines
 * @param origin origin of canonical URLs, without a trailing slash
 */
export function formatStructuredData(snapshot: Snapshot, route: RouteName, summary: Summary, origin: string): string {
	const pageUrl = origin + pathOf(route, snapshot.locale);
	const things: Thing[] = [
		describePractice(snapshot, route, origin),
		describePage(snapshot, route, { summary, origin, pageUrl }),
	];
	if (route === "home") things.push(describeSite(snapshot, origin));
	const sharedPicture = openGraphPicture(snapshot, route);
	for (const offer of pages[route].sells?.offers(snapshot) ?? []) {
		// Google requires a picture of a product:
		// https://developers.google.com/search/docs/appearance/structured-data/merchant-listing
		if (offer.type === "Product" && !offer.picture) continue;
		things.push(describeOffer(offer, { pageUrl, origin, sharedPicture }));
	}
	const graph: Graph = { "@context": "https://schema.org", "@graph": things };
	// Without "<", no text can end the data block or open an HTML comment.
	return JSON.stringify(graph).replaceAll("<", "\\u003c");
}

const practiceReference = (origin: string) => ({ "@id": `${origin}/#practice` });
const siteReference = (origin: string) => ({ "@id": `${origin}/#website` });

function practiceName(snapshot: Snapshot): string {
	return readPracticeName(snapshot) ?? snapshot.navigation.home.value;
}

/** Describes the practice: completely on the home page, where search engines look for it, and by its name elsewhere. */
function describePractice(snapshot: Snapshot, route: RouteName, origin: string): Thing {
	const isHome = route === "home";
	return {
		// Google requires an address of a LocalBusiness:
		// https://developers.google.com/search/docs/appearance/structured-data/local-business
		"@type": isHome && snapshot.appShell.postalAddress ? "LocalBusiness" : "Organization",
		...practiceReference(origin),
		name: practiceName(snapshot),
		url: `${origin}/`,
		...(isHome ? listPracticeDetails(snapshot, origin) : {}),
	};
}

// `OrganizationLeaf`, because checking against `Organization`, the union of all its subtypes, takes half a minute.
function listPracticeDetails(snapshot: Snapshot, origin: string): Partial<OrganizationLeaf> {
	const { appShell, navigation, home } = snapshot;
	const picture = openGraphPicture(snapshot, "home");
	const details: Partial<OrganizationLeaf> = {};
	// As a text, because editors enter street, town and country as lines without names.
	if (appShell.postalAddress) details.address = formatAddress(appShell.postalAddress);
	details.email = appShell.contactEmail;
	if (navigation.logo) details.logo = origin + navigation.logo.src;
	if (picture) details.image = origin + (picture.openGraphSrc ?? picture.src);
	details.contactPoint = {
		"@type": "ContactPoint",
		contactType: "customer service",
		email: appShell.contactEmail,
		availableLanguage: listLanguages(),
	};
	if (home.socialMedia.length > 0) details.sameAs = home.socialMedia.map(({ url }) => url);
	return details;
}

/** Formats a postal address on one line: `1 Pier Road, Whitby`. */
function formatAddress(address: RichTextValue): string {
	return toLines(address)
		.map((line) => line.replace(/,$/, ""))
		.join(", ");
}

function listLanguages(): string[] {
	return localeCodes.map((code) => locales[code].hreflang);
}

type PageDetails = { summary: Summary; origin: string; pageUrl: string };

function describePage(snapshot: Snapshot, route: RouteName, { summary, origin, pageUrl }: PageDetails): Thing {
	const dateModified = lastChange(snapshot, route);
	const page: WebPageLeaf = { "@type": "WebPage", "@id": `${pageUrl}#webpage`, url: pageUrl, name: summary.title };
	if (summary.description) page.description = summary.description;
	page.inLanguage = locales[snapshot.locale].hreflang;
	if (route === "home") page.isPartOf = siteReference(origin);
	page.about = practiceReference(origin);
	if (dateModified) page.dateModified = dateModified;
	return page;
}

function describeSite(snapshot: Snapshot, origin: string): Thing {
	return {
		"@type": "WebSite",
		...siteReference(origin),
		name: practiceName(snapshot),
		url: `${origin}/`,
		inLanguage: listLanguages(),
		publisher: practiceReference(origin),
	};
}

type OfferPlace = { pageUrl: string; origin: string; sharedPicture: PictureValue | undefined };

/** Properties that products and services have in common. */
type OfferDetails = Pick<ProductLeaf, "@id" | "name" | "url" | "description" | "image" | "offers">;

function describeOffer(offer: Offer, { pageUrl, origin, sharedPicture }: OfferPlace): Thing {
	const { id, type, name, description, picture, price, link, isBuyable } = offer;
	const plainDescription = cutAtWord(toPlainText(description), maxDescriptionLength);
	const url = `${pageUrl}#${encodeURIComponent(id)}`;
	const image = picture === sharedPicture ? (picture?.openGraphSrc ?? picture?.src) : picture?.src;
	const priceCurrency = price.currency.toUpperCase();
	const offers: OfferLeaf = { "@type": "Offer", price: formatAmount(price), priceCurrency, url: link ?? url };
	// Only an offer with a payment button is stated to be available.
	if (isBuyable) offers.availability = "https://schema.org/InStock";
	const own: OfferDetails = { "@id": url, name, url };
	if (plainDescription) own.description = plainDescription;
	if (image) own.image = origin + image;
	own.offers = offers;
	if (type === "Product") return { "@type": type, ...own };
	return { "@type": type, ...own, provider: practiceReference(origin) };
}
