import { chooseOpenGraphPicture } from "../content/chooseOpenGraphPicture.ts";
import { findSiteName } from "../content/findSiteName.ts";
import { formatAmount } from "../content/money.ts";
import { schemaHours } from "../content/openingHours.ts";
import type { Offer } from "../content/pages.ts";
import { cutAtWord, toLines, toPlainText } from "../content/plainText.ts";
import { localisePath, type Route } from "../content/routes.ts";
import type { Snapshot } from "../content/snapshot.ts";

/** Object of structured data, with the properties of https://schema.org. */
type Thing = Record<string, unknown>;

/** Maximum length of an offer's description, in characters. A longer one would repeat too much of the page. */
const maxDescriptionLength = 155;

/**
 * Formats a page's structured data as JSON: practice and site on the home page, offers on the pages that have some. Has
 * only properties that Google documents, without what it forbids: data that the page does not show, and reviews of
 * one's own organisation.
 * https://developers.google.com/search/docs/appearance/structured-data/sd-policies#content
 * https://developers.google.com/search/docs/appearance/structured-data/review-snippet#guidelines
 * @returns undefined when the page has no data
 */
export function formatStructuredData(
	content: Snapshot,
	route: Route,
	origin: string,
): string | undefined {
	const practice = { name: findSiteName(content).value, url: `${origin}/` };
	const things: Thing[] = [];
	if (route.name === "home")
		things.push(describePractice(content, route, practice, origin), {
			"@type": "WebSite",
			...practice,
		});
	const provider = { "@type": "Organization", ...practice };
	for (const offer of route.offers?.(content) ?? []) {
		const thing = describeOffer(offer, content, route, origin);
		if (offer.type === "Service") things.push({ ...thing, provider });
		// Google requires a picture of each product, so products without a picture are left out:
		// https://developers.google.com/search/docs/appearance/structured-data/merchant-listing
		else if (offer.picture) things.push(thing);
	}
	if (things.length === 0) return undefined;
	const graph = { "@context": "https://schema.org", "@graph": things };
	// Every `<` is escaped, so that a text with `</script>` or `<!--` cannot end the script element.
	return JSON.stringify(graph).replaceAll("<", "\\u003c");
}

function describePractice(content: Snapshot, route: Route, practice: Thing, origin: string): Thing {
	const { appShell, navigation, home } = content;
	const picture = chooseOpenGraphPicture(content, route);
	const { contactEmail: email, phone: telephone } = appShell;
	const thing: Thing = { "@type": "Organization", ...practice, email, telephone };
	if (appShell.postalAddress) {
		// Google requires `address` for a `LocalBusiness`. It is a text instead of a `PostalAddress`, because Contentful has
		// no separate fields for town and country.
		thing["@type"] = "LocalBusiness";
		const lines = toLines(appShell.postalAddress);
		thing.address = lines.map((line) => line.replace(/,$/, "")).join(", ");
		const hours = appShell.openingHours?.value;
		if (hours && schemaHours.test(hours)) thing.openingHours = hours;
	}
	if (navigation.logo) thing.logo = origin + navigation.logo.src;
	if (picture) thing.image = origin + (picture.openGraphSrc ?? picture.src);
	if (home.socialMedia.length > 0) thing.sameAs = home.socialMedia.map(({ url }) => url);
	return thing;
}

function describeOffer(offer: Offer, content: Snapshot, route: Route, origin: string): Thing {
	const { id, type, name, description, picture, price, link, isBuyable } = offer;
	const url = `${origin}${localisePath(route.path, content.locale)}#${encodeURIComponent(id)}`;
	const plainDescription = cutAtWord(toPlainText(description), maxDescriptionLength) || undefined;
	const thing: Thing = { "@type": type, name, url, description: plainDescription };
	// A file exists at `openGraphSrc` only if a page has chosen the picture (see `PictureValue`).
	const isOpenGraphPicture = picture === chooseOpenGraphPicture(content, route);
	const image = (isOpenGraphPicture && picture?.openGraphSrc) || picture?.src;
	if (image) thing.image = origin + image;
	thing.offers = {
		"@type": "Offer",
		price: formatAmount(price),
		priceCurrency: price.currency.toUpperCase(),
		// `JSON.stringify` leaves out what is undefined.
		url: link,
		// Only an offer with a payment button is marked as available.
		availability: isBuyable ? "https://schema.org/InStock" : undefined,
	};
	return thing;
}
