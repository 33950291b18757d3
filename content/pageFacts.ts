import type { Money, PictureValue, RichTextValue, Snapshot, Step, TextValue } from "./snapshot.ts";

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
