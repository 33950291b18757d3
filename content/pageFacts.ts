import type { Money, PictureValue, RichTextValue, Snapshot, TextValue } from "./snapshot.ts";

/** A text that may become part of a title or a description. */
export type SummaryText = TextValue | RichTextValue | number | undefined;

/** Everything that other parts of the site need to know about a page. What the page itself shows is in pages/. */
export type PageFacts = {
	/** Path in the default locale, without a slash at its end. The page's folder in pages/ has the same name. */
	path: `/${string}`;
	/**
	 * Set while the page may be missing. Until its entry is published the page is left out, with its label and a row of the
	 * report. The entry of any other page must exist, so that a deleted entry never takes a page off a live site unnoticed.
	 */
	optional?: true;
	/** Name of the page in the navigation, in the footer and on the home page. */
	label: (content: Snapshot) => TextValue;
	/** Parts of the page's h1. The document's title begins with them. */
	heading: (content: Snapshot) => (TextValue | undefined)[];
	/** Texts that the title may add to the heading, the most telling first. */
	titleDetails: (content: Snapshot) => SummaryText[];
	/** Texts that the description is made of, the most telling first. */
	descriptionTexts: (content: Snapshot) => SummaryText[];
	/** Pictures that may represent the page in link previews, the preferred first. */
	pictures: (content: Snapshot) => (PictureValue | undefined)[];
	/** Ids on the page that links may lead to, beside those of entries and of headings in texts. */
	fixedIds?: (content: Snapshot) => string[];
	/** Set when the page sells something. The home page then lists it. */
	sells?: {
		/** Line under the page's name on the home page. */
		teaser: (content: Snapshot) => TextValue | undefined;
		/** Everything on the page that has a price, in its order. */
		offers: (content: Snapshot) => Offer[];
	};
	/** Set when the page shows the lowest prices of other pages, so that their changes are changes of this page. */
	showsLowestPrices?: true;
	/**
	 * When browsers may prerender the page: `moderate` as soon as a visitor is likely to open it, `conservative` when its link is
	 * pressed. https://developer.mozilla.org/en-US/docs/Web/HTML/Reference/Elements/script/type/speculationrules#eagerness
	 */
	prerender: "moderate" | "conservative";
};

/** Something with a price. */
export type Offer = {
	/** Id of its entry, and of its section on the page. */
	id: string;
	/** Type in structured data: `Service` for what the practice does, `Product` for what others make and sell. */
	type: "Service" | "Product";
	name: string;
	description: RichTextValue | undefined;
	picture: PictureValue | undefined;
	price: Money;
	/** The price as the page shows it. */
	shownPrice: string;
	/** URL at which it is offered for this price. */
	link: string | undefined;
	/** Whether the page has a button that leads to its payment. */
	isBuyable: boolean;
};
