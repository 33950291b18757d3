import type { Money, PictureValue, RichTextValue, Snapshot, TextValue } from "./snapshot.ts";

/** A text that may become part of a title or a description. */
export type SummaryText = TextValue | RichTextValue | number | undefined;

/** Facts about a page that other parts of the site need. The page's own content is rendered in pages/. */
export type PageFacts = {
	/** Path in the default locale, without a slash at its end. The page's folder in pages/ has the same name. */
	path: `/${string}`;
	/**
	 * Whether the page may be missing. While its entry is not published, the page and its label are left out and the report has a
	 * row. The entry of any other page must exist: otherwise a deleted entry would remove a page from a live site unnoticed.
	 */
	optional?: true;
	/** Name of the page in the navigation, in the footer and in "Ways to begin". */
	label: (content: Snapshot) => TextValue;
	/** Parts of the page's `h1`, which are also the beginning of its title. */
	heading: (content: Snapshot) => (TextValue | undefined)[];
	/** Texts that the title may add to the heading, the most important first. */
	titleDetails: (content: Snapshot) => SummaryText[];
	/** Texts of the description, the most important first. */
	descriptionTexts: (content: Snapshot) => SummaryText[];
	/** Pictures that may represent the page in link previews, the preferred first. */
	pictures: (content: Snapshot) => (PictureValue | undefined)[];
	/** Ids on the page that links may lead to, in addition to those of entries and headings. */
	fixedIds?: (content: Snapshot) => string[];
	/** Present when the page sells something. "Ways to begin" then lists the page. */
	sells?: {
		/** Names that tell what is sold: lengths, titles. "Ways to begin" lists them under the page's name. */
		items: (content: Snapshot) => (TextValue | number)[];
		/** Everything on the page that has a price, in the page's order. */
		offers: (content: Snapshot) => Offer[];
		/** Part of the page that has the prices, when the page describes other services, too. */
		pricedPart?: (content: Snapshot) => TextValue | undefined;
		/** Whether the page shows a price that is more than an amount, such as `from £99`. The lowest price is then unknown. */
		hasVaguePrices?: (content: Snapshot) => boolean;
	};
	/** Whether the page shows the lowest prices of other pages. A change of such a price is a change of this page. */
	showsLowestPrices?: true;
	/**
	 * Eagerness with which browsers prerender the page: `moderate` once a visitor is likely to open it, `conservative` when its
	 * link is pressed.
	 * https://developer.mozilla.org/en-US/docs/Web/HTML/Reference/Elements/script/type/speculationrules#eagerness
	 */
	prerender: "moderate" | "conservative";
};

/** A service or product with a price. */
export type Offer = {
	/** Id of the entry, which is also the id of its section on the page. */
	id: string;
	/** Type in structured data: `Service` for the practice's own work, `Product` for goods that others make. */
	type: "Service" | "Product";
	name: string;
	description: RichTextValue | undefined;
	picture: PictureValue | undefined;
	price: Money;
	/** Time that it takes, as the editor entered it. */
	duration?: TextValue | number | undefined;
	/** Address where it can be bought for this price. */
	link: string | undefined;
	/** Whether the page has a button that leads to a payment. */
	isBuyable: boolean;
};
