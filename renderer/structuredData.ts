import type { Graph, OfferLeaf, OrganizationLeaf, ProductLeaf, Thing } from "schema-dts";
import { chooseOpenGraphPicture } from "../content/chooseOpenGraphPicture.ts";
import { findSiteName } from "../content/findSiteName.ts";
import { localeCodes, locales } from "../content/locales.ts";
import { formatAmount } from "../content/money.ts";
import type { Offer } from "../content/pageFacts.ts";
import { pages } from "../content/pages.ts";
import { cutAtWord, toLines, toPlainText } from "../content/plainText.ts";
import { pathOf, type RouteName } from "../content/routes.ts";
import type { PictureValue, RichTextValue, Snapshot } from "../content/snapshot.ts";

/** Maximum length of an offer's description, in characters. A longer one would repeat too much of the page. */
const maxDescriptionLength = 155;

/**
 * Formats a page's structured data as JSON, without what Google forbids: data that the page does not show, and
 * reviews of one's own organisation.
 * https://developers.google.com/search/docs/appearance/structured-data/sd-policies#content
 * https://developers.google.com/search/docs/appearance/structured-data/review-snippet#guidelines
 */
export function formatStructuredData(content: Snapshot, route: RouteName, origin: string): string {
	const pageUrl = origin + pathOf(route, content.locale);
	const things: Thing[] = [describePractice(content, route, origin)];
	if (route === "home") things.push(describeSite(content, origin));
	const openGraphPicture = chooseOpenGraphPicture(content, route);
	for (const offer of pages[route].offers?.(content) ?? []) {
		// Google requires a picture of each product, so products without a picture are left out:
		// https://developers.google.com/search/docs/appearance/structured-data/merchant-listing
		if (offer.type === "Product" && !offer.picture) continue;
		things.push(describeOffer(offer, { pageUrl, origin, openGraphPicture }));
	}
	const graph: Graph = { "@context": "https://schema.org", "@graph": things };
	// Every `<` is escaped, so that a text with `</script>` or `<!--` cannot end the script element.
	return JSON.stringify(graph).replaceAll("<", "\\u003c");
}

const practiceReference = (origin: string) => ({ "@id": `${origin}/#practice` });
const siteReference = (origin: string) => ({ "@id": `${origin}/#website` });

/** Describes the practice: with all details on the home page, and with its name and URL on other pages. */
function describePractice(content: Snapshot, route: RouteName, origin: string): Thing {
	const isHome = route === "home";
	return {
		// Google requires `address` for a `LocalBusiness`, and only the home page's data can have an address:
		// https://developers.google.com/search/docs/appearance/structured-data/local-business
		"@type": isHome && content.appShell.postalAddress ? "LocalBusiness" : "Organization",
		...practiceReference(origin),
		name: findSiteName(content).value,
		url: `${origin}/`,
		...(isHome ? listPracticeDetails(content, origin) : {}),
	};
}

// `OrganizationLeaf`, because the compiler would need half a minute for the union type `Organization`.
function listPracticeDetails(content: Snapshot, origin: string): Partial<OrganizationLeaf> {
	const { appShell, navigation, home } = content;
	const picture = chooseOpenGraphPicture(content, "home");
	const details: Partial<OrganizationLeaf> = {};
	// A text instead of a `PostalAddress`, because Contentful has no separate fields for town and country.
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

function describeSite(content: Snapshot, origin: string): Thing {
	return {
		"@type": "WebSite",
		...siteReference(origin),
		name: findSiteName(content).value,
		url: `${origin}/`,
		inLanguage: listLanguages(),
		publisher: practiceReference(origin),
	};
}

type OfferPlace = { pageUrl: string; origin: string; openGraphPicture: PictureValue | undefined };

/** Properties that products and services have in common. */
type OfferDetails = Pick<ProductLeaf, "@id" | "name" | "url" | "description" | "image" | "offers">;

function describeOffer(offer: Offer, { pageUrl, origin, openGraphPicture }: OfferPlace): Thing {
	const { id, type, name, description, picture, price, link, isBuyable } = offer;
	const plainDescription = cutAtWord(toPlainText(description), maxDescriptionLength);
	const url = `${pageUrl}#${encodeURIComponent(id)}`;
	// A file exists at `openGraphSrc` only if a page has chosen the picture (see `PictureValue`).
	const openGraphSrc = picture === openGraphPicture ? picture?.openGraphSrc : undefined;
	const image = openGraphSrc ?? picture?.src;
	const priceCurrency = price.currency.toUpperCase();
	const offers: OfferLeaf = {
		"@type": "Offer",
		price: formatAmount(price),
		priceCurrency,
		url: link ?? url,
	};
	// Only an offer with a payment button is marked as available.
	if (isBuyable) offers.availability = "https://schema.org/InStock";
	const own: OfferDetails = { "@id": url, name, url };
	if (plainDescription) own.description = plainDescription;
	if (image) own.image = origin + image;
	own.offers = offers;
	if (type === "Product") return { "@type": type, ...own };
	return { "@type": type, ...own, provider: practiceReference(origin) };
}
