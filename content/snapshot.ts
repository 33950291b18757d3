import type { Locale } from "./locales.ts";
import type { Entry, PageEntryName } from "./model.ts";

/** A text for people to read. `lang` is there only when it is not in the language of its page. */
export type Text = { value: string; lang?: "en" };

export type Picture = {
	/** The address of the file on this site that every browser can show. */
	src: string;
	/** The alternative text; empty when the asset has no title. */
	title: Text;
	/** Pixels, of the largest file. */
	width: number;
	height: number;
	/** The widths in which there are files, see `sourceSet`; absent for drawings, which are sharp at any size. */
	widths?: number[];
	/** The whole of a small drawing as an address (`data:`), for where it shall come with the words. */
	inline?: string;
	/** The number of the colour in `tones` that stands in for it; absent where one could see through it. */
	tone?: number;
	/** The address of its crop for places that show links; there is a file where `sharePicture` takes it for a page. */
	share?: string;
	/** When its asset was last changed, in ISO 8601. */
	updatedAt?: string | undefined;
};

export type Mark = "bold" | "italic" | "underline" | "code" | "superscript" | "subscript" | "strikethrough";

export type Link = { type: "link"; href: string; content: Inline[] };

export type Inline = { type: "text"; value: string; marks?: Mark[] } | { type: "break" } | Link;

export type Block =
	/** `level` is the editor's; the page fits it into its own outline. */
	| { type: "heading"; id: string; level: number; content: Inline[] }
	| { type: "paragraph"; content: Inline[] }
	| { type: "list"; ordered: boolean; items: Block[][] }
	| { type: "quote"; content: Block[] }
	| { type: "rule" }
	| { type: "figure"; picture: Picture }
	| { type: "table"; rows: { header: boolean; content: Block[] }[][] };

/** Formatted text. Every address in it has been checked; nothing in it is mark-up. */
export type RichText = { lang?: "en"; blocks: Block[] };

/** `amount` is in the smallest unit of `currency` (pence), an ISO 4217 code in lower case. */
export type Money = { amount: number; currency: string };

/** What something costs, and when that, or the product, was last changed, in ISO 8601. */
export type Price = Money & { updatedAt: string };

export type Priced<T> = T & { price: Price };

export type Review = Entry<"review">;

/** The content of the ten entries in one language, before prices are joined to it. */
export type Content = { [Name in PageEntryName]: Entry<Name> };

/** Everything that the pages of one language show. */
export type Snapshot = { locale: Locale } & Omit<Content, "consultations" | "packages" | "programmes"> & {
		consultations: Omit<Content["consultations"], "consultations"> & { consultations: Priced<Entry<"consultation">>[] };
		packages: Omit<Content["packages"], "packages"> & { packages: Priced<Entry<"package">>[] };
		programmes: Omit<Content["programmes"], "programmes"> & { programmes: Priced<Entry<"programme">>[] };
	};
