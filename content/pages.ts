import type { PageEntryName, shellEntryNames } from "./model.ts";
import { readPounds } from "./money.ts";
import { listHeadings } from "./plainText.ts";
import type {
	Money,
	PictureValue,
	Priced,
	RichTextValue,
	Snapshot,
	Step,
	TextValue,
} from "./snapshot.ts";

/** Name of a page of the navigation, which is also the name of the page's content type in model.ts. */
export type RouteName = Exclude<PageEntryName, (typeof shellEntryNames)[number]>;

export type SummaryText = TextValue | RichTextValue | undefined;

/** Properties of a page that other modules need, such as its path and the texts of its description. */
export type PageFacts = {
	/**
	 * Path in the default locale, without a trailing slash. The page's folder in `pages/` has the same name, except for
	 * further pages, which share one.
	 */
	path: `/${string}`;
	/** Lines of the page's `h1`. The page's `<title>` begins with them. */
	heading: (content: Snapshot) => (TextValue | undefined)[];
	/** Texts that can follow the heading in the `<title>`, the most important first. */
	titleDetails: (content: Snapshot) => SummaryText[];
	/** Texts for the meta description, the most important first. */
	descriptionTexts: (content: Snapshot) => SummaryText[];
	/** Pictures for link previews, the preferred first. */
	pictures: (content: Snapshot) => (PictureValue | undefined)[];
	/** Ids of sections that links can lead to, besides the ids of entries and headings. */
	fixedIds?: (content: Snapshot<Step>) => string[];
	/** Services and products with prices, in the order of the editors. Absent when the page sells nothing. */
	offers?: (content: Snapshot) => Offer[];
};

export type Offer = {
	/** Contentful id of a service or product. Its section on the page has the same id. */
	id: string;
	/** Type in structured data: `Service` for work of the practice itself, `Product` for goods of other companies. */
	type: "Service" | "Product";
	name: string;
	description: RichTextValue | undefined;
	picture: PictureValue | undefined;
	price: Money;
	/** URL at which visitors can buy the offer for `price`. Undefined when there is none. */
	link: string | undefined;
	/** Whether the page has a payment button for the offer. */
	isBuyable: boolean;
};

export const cancellationPolicyId = "cancellation-policy";

/** Properties of each page of the navigation, in its order. */
export const pageFacts: Record<RouteName, PageFacts> = {
	home: {
		path: "/",
		heading: ({ home }) => [home.heroTitle, home.heroTitleAccent],
		titleDetails: ({ home }) => [home.heroAidListTitle],
		descriptionTexts: ({ home }) => [
			home.heroDescription,
			home.heroAidListTitle,
			...home.heroAidList,
		],
		pictures: ({ home }) => [...home.heroImages, home.heroCover],
	},
	about: {
		path: "/about",
		heading: ({ about }) => [about.title],
		titleDetails: ({ navigation, about }) => [navigation.about, about.subtitle],
		descriptionTexts: ({ about }) => [about.subtitle, about.about],
		pictures: ({ about }) => [about.cover],
	},
	approach: {
		path: "/approach",
		heading: ({ navigation }) => [navigation.approach],
		titleDetails: ({ approach }) => listHeadings(approach.approach),
		descriptionTexts: ({ approach }) => [approach.approach],
		pictures: ({ approach }) => [approach.banner],
	},
	consultations: {
		path: "/consultations",
		heading: ({ consultations }) => [consultations.title],
		titleDetails: ({ consultations: { consultations } }) => consultations.map(({ title }) => title),
		descriptionTexts: ({ consultations: page }) => [
			page.description,
			...page.consultations.flatMap(({ title, description }) => [title, description]),
		],
		pictures: ({ consultations }) => [consultations.cover],
		fixedIds: ({ consultations: { cancellationPolicyTitle, cancellationPolicyDescription } }) =>
			cancellationPolicyTitle || cancellationPolicyDescription ? [cancellationPolicyId] : [],
		offers: ({ consultations: { consultations } }) =>
			consultations.map((item) => ({
				...describeService(item, item.stripePaymentLink),
				name: item.title.value,
				picture: undefined,
			})),
	},
	packages: {
		path: "/packages",
		heading: ({ navigation }) => [navigation.packages],
		titleDetails: ({ packages: { packages } }) => packages.map(({ duration }) => duration),
		descriptionTexts: ({ packages: page }) => [
			page.helpText,
			...page.packages.flatMap(({ title, duration, description }) => [
				title,
				duration,
				description,
			]),
		],
		pictures: ({ packages: { packages } }) => packages.map(({ banner }) => banner),
		offers: ({ navigation, packages: { packages } }) =>
			packages.map((item) => ({
				...describeService(item, item.stripeOneTimePaymentLink),
				name: item.title?.value ?? `${navigation.packages.value}: ${item.duration.value}`,
				picture: item.banner,
				isBuyable:
					item.stripeOneTimePaymentLink !== undefined ||
					item.stripeMonthlyPaymentLink !== undefined,
			})),
	},
	programmes: {
		path: "/programmes",
		heading: ({ programmes }) => [programmes.title],
		titleDetails: ({ programmes: { programmes } }) => programmes.map(({ title }) => title),
		descriptionTexts: ({ programmes: { programmes } }) =>
			programmes.flatMap(({ title, description }) => [title, description]),
		pictures: ({ programmes: { programmes } }) =>
			programmes.flatMap(({ coverImages }) => coverImages),
		offers: ({ programmes: { programmes } }) =>
			programmes.map((item) => ({
				...describeService(item, item.stripeOneTimePaymentLink),
				name: item.title.value,
				picture: item.coverImages[0],
			})),
	},
	functionalTests: {
		path: "/functional-tests",
		heading: ({ functionalTests }) => [functionalTests.functionalTestsTitle],
		titleDetails: ({ functionalTests: { dnaTestsTitle, dnaTests } }) => [
			dnaTestsTitle,
			...dnaTests.map(({ brandName }) => brandName),
		],
		descriptionTexts: ({ functionalTests: page }) => [
			page.functionalTestsDescription,
			page.dnaTestsDescription,
			...page.dnaTests.flatMap(({ brandName, description }) => [brandName, description]),
		],
		pictures: ({ functionalTests: { functionalTestingExample, dnaTests } }) => [
			functionalTestingExample,
			...dnaTests.map(({ cover }) => cover),
		],
		offers: ({ functionalTests: { dnaTests } }) =>
			dnaTests.flatMap((item) => {
				const price = readPounds(item.price?.value ?? "");
				if (!price || price.isLowest) return [];
				const offer: Offer = {
					id: item.id,
					type: "Product",
					name: item.brandName.value,
					description: item.description,
					picture: item.cover,
					price: price.money,
					link: item.url,
					// Visitors order this laboratory test on another site, at `item.url`. So the page has no payment button for it.
					isBuyable: false,
				};
				return [offer];
			}),
	},
};

type SoldService = Priced<{ id: string; description?: RichTextValue | undefined }>;

function describeService({ id, description, price }: SoldService, link: string | undefined) {
	return { id, type: "Service" as const, description, price, link, isBuyable: link !== undefined };
}

/** Returns the name of a page in the navigation and the footer: the editors' name for it, or else its heading. */
export function findPageName(
	content: Snapshot,
	{ name, heading }: Pick<PageFacts, "heading"> & { name?: RouteName },
): TextValue | undefined {
	const names: Partial<Record<RouteName, TextValue>> = content.navigation;
	return (name && names[name]) ?? heading(content)[0];
}

/** Checks whether a page has a payment button. */
export function sellsOnline(content: Snapshot, { offers }: Pick<PageFacts, "offers">): boolean {
	return offers?.(content).some(({ isBuyable }) => isBuyable) === true;
}
