import type { Graph, OrganizationLeaf, Thing } from "schema-dts";
import { lastChange } from "../content/changes.ts";
import { localeCodes, locales } from "../content/locales.ts";
import { formatAmount, formatPoundsAmount } from "../content/money.ts";
import { sharePicture } from "../content/pictures.ts";
import { cutAtWord, toPlainText } from "../content/plainText.ts";
import { pathOf, type RouteName } from "../content/routes.ts";
import type { PictureValue, Price, RichTextValue, Snapshot } from "../content/snapshot.ts";
import { nameOf, type Summary } from "./summaries.ts";

/** In characters: enough to tell one thing from another, without the page being sent twice. */
const descriptionLength = 155;

/**
 * What a page says, for machines: https://schema.org, as JSON for a data block. One graph of the practice, the site, the
 * page, and each thing that it shows with a price. No trail, which in a site one step deep says no more than the address;
 * neither questions and answers nor reviews: search engines make nothing of the first, and forbid the second about oneself.
 * https://developers.google.com/search/docs/appearance/structured-data/review-snippet#guidelines
 */
export function writeLinkedData(snapshot: Snapshot, route: RouteName, summary: Summary, origin: string): string {
	const { locale, navigation, home, appShell } = snapshot;
	const address = origin + pathOf(route, locale);
	const practice = { "@id": `${origin}/#practice` };
	const website = { "@id": `${origin}/#website` };
	const name = nameOf(snapshot) ?? navigation.home.value;
	const languages = localeCodes.map((code) => locales[code].hreflang);
	const share = sharePicture(snapshot, route);
	const practicePicture = sharePicture(snapshot, "home");
	const changed = lastChange(snapshot, route);

	// Not Organization, the union of all its kinds, which takes half a minute to check.
	const details: Partial<OrganizationLeaf> = {
		...(appShell.postalAddress && {
			address: {
				"@type": "PostalAddress",
				streetAddress: toPlainText(appShell.postalAddress),
				addressCountry: "GB",
			},
		}),
		email: appShell.contactEmail,
		areaServed: "GB",
		...(navigation.logo ? { logo: origin + navigation.logo.src } : {}),
		...withImage(practicePicture?.share ?? practicePicture?.src, origin),
		contactPoint: {
			"@type": "ContactPoint",
			contactType: "customer service",
			email: appShell.contactEmail,
			availableLanguage: languages,
		},
		...(home.socialMedia.length > 0 ? { sameAs: home.socialMedia.map(({ url }) => url) } : {}),
	};

	const isHome = route === "home";
	const things: Thing[] = [
		// Search engines look for what the practice and the site are on the home page: others only name the practice.
		{
			// https://developers.google.com/search/docs/appearance/structured-data/local-business requires an address.
			"@type": isHome && appShell.postalAddress ? "LocalBusiness" : "Organization",
			...practice,
			name,
			url: `${origin}/`,
			...(isHome ? details : {}),
		},
		{
			"@type": "WebPage",
			"@id": `${address}#webpage`,
			url: address,
			name: summary.title,
			...(summary.description ? { description: summary.description } : {}),
			inLanguage: locales[locale].hreflang,
			...(isHome ? { isPartOf: website } : {}),
			about: practice,
			...(changed ? { dateModified: changed } : {}),
		},
	];
	if (isHome) {
		things.push({
			"@type": "WebSite",
			...website,
			name,
			url: `${origin}/`,
			inLanguage: languages,
			publisher: practice,
		});
	}
	things.push(...listOffers(snapshot, route).map((offered) => describeOffer(offered, address, origin, share)));
	const graph: Graph = { "@context": "https://schema.org", "@graph": things };
	// Nothing in it can end the data block, or begin a comment.
	return JSON.stringify(graph).replaceAll("<", "\\u003c");
}

function describeOffer(offered: Offered, page: string, origin: string, share: PictureValue | undefined): Thing {
	const { id, type, name, description, picture, price, currency, link } = offered;
	const about = description ? cutAtWord(toPlainText(description), descriptionLength) : undefined;
	const address = `${page}#${encodeURIComponent(id)}`;
	const own = {
		"@id": address,
		name,
		url: address,
		...(about ? { description: about } : {}),
		...withImage(picture === share ? (share?.share ?? share?.src) : picture?.src, origin),
		offers: {
			"@type": "Offer",
			price,
			priceCurrency: currency,
			url: link ?? address,
			// What has lost its link cannot be bought at the moment.
			availability: link ? "https://schema.org/InStock" : "https://schema.org/OutOfStock",
		},
	} as const;
	return type === "Service"
		? { "@type": type, ...own, provider: { "@id": `${origin}/#practice` } }
		: { "@type": type, ...own };
}

function withImage(path: string | undefined, origin: string) {
	return path ? { image: origin + path } : {};
}

/** Something that a page shows with a price. */
type Offered = {
	/** The entry's id, under which its section of the page can be reached. */
	id: string;
	/** What the practice does is a service; a DNA test is made, and sold, by others. */
	type: "Service" | "Product";
	name: string;
	description?: RichTextValue | undefined;
	picture?: PictureValue | undefined;
	/** As shown, without signs. */
	price: string;
	currency: string;
	/** Where it can be had. */
	link: string | undefined;
};

function listOffers({ navigation, ...content }: Snapshot, route: RouteName): Offered[] {
	switch (route) {
		case "consultations":
			return content.consultations.consultations.map((item) => {
				return { ...item, ...asService(item.price), name: item.title.value, link: item.stripePaymentLink };
			});
		case "packages":
			return content.packages.packages.map((item) => {
				// It has no name but how long it runs.
				const duration = typeof item.duration === "number" ? item.duration : item.duration.value;
				const name = `${navigation.packages.value}: ${duration}`;
				return { ...item, ...asService(item.price), name, picture: item.banner, link: item.stripeOneTimePaymentLink };
			});
		case "programmes":
			return content.programmes.programmes.map((item) => {
				const own = { name: item.title.value, picture: item.coverImages[0], link: item.stripeOneTimePaymentLink };
				return { ...item, ...asService(item.price), ...own };
			});
		case "functionalTests":
			return content.functionalTests.dnaTests.flatMap((item) => {
				const price = item.price === undefined ? undefined : formatPoundsAmount(item.price);
				// https://developers.google.com/search/docs/appearance/structured-data/merchant-listing requires a picture.
				if (price === undefined || !item.cover) return [];
				const own = { name: item.brandName.value, picture: item.cover, link: item.url };
				return { ...item, type: "Product", price, currency: "GBP", ...own };
			});
		default:
			return [];
	}
}

function asService(price: Price) {
	return { type: "Service", price: formatAmount(price), currency: price.currency.toUpperCase() } as const;
}
