import type { Field } from "./fields.ts";
import type { defaultLanguage, Locale } from "./locales.ts";
import type { ListEntryName, listEntries, PageEntryName, pageEntries } from "./model.ts";
import type { Redirect } from "./redirects.ts";

/** Field in Contentful that contains a value. Present in previews only, where texts link to their fields. */
export type Source = { entry: string; field: string; locale: string };

/** Text for visitors. `lang` is present only when the text is not in the language of its page. */
export type TextValue = {
	value: string;
	lang?: typeof defaultLanguage;
	source?: Source;
	/** Value of a field that takes a text or a number, when the editor entered a number. Present in previews only. */
	number?: number;
};

export type PictureValue = {
	source?: Source;
	/** Path on this site of the file that every browser can show. */
	src: string;
	/** Alternative text. Empty when the asset has no title. */
	title: TextValue;
	/** Size of the largest file, in pixels. */
	width: number;
	height: number;
	/** Widths of the AVIF files, in pixels. Absent for drawings, which are sharp at any size. */
	widths?: number[];
	/** Position in `placeholderColours`, from 1, of the colour shown until the picture has loaded. Absent when it is transparent. */
	placeholderNumber?: number;
	/**
	 * Backdrop that a logo or an icon needs: `dark` for a light picture, which is invisible on the light scheme's page colour,
	 * `light` for a dark one, and `middle` for one with both light and dark parts. Absent when the picture is visible in both
	 * colour schemes.
	 */
	backdrop?: "light" | "dark" | "middle";
	/** Path of the Open Graph image. The file exists only for pictures that `openGraphPicture` returns for a page. */
	openGraphSrc?: string;
	/** Time of the last change of the asset, in ISO 8601. */
	updatedAt?: string | undefined;
};

export type Mark = "bold" | "italic" | "underline" | "code" | "superscript" | "subscript" | "strikethrough";

export type Link = { type: "link"; href: string; content: Inline[] };

export type Inline = { type: "text"; value: string; marks?: Mark[] } | { type: "break" } | Link;

export type Block =
	/** `level` is the one that the editor chose. The page adapts it to its own outline. */
	| { type: "heading"; id: string; level: number; content: Inline[] }
	| { type: "paragraph"; content: Inline[] }
	| { type: "list"; ordered: boolean; items: Block[][] }
	| { type: "quote"; content: Block[] }
	| { type: "rule" }
	| { type: "figure"; picture: PictureValue }
	| { type: "table"; rows: { header: boolean; content: Block[] }[][] };

/** Formatted text. All addresses in it are checked, and its texts contain no mark-up. */
export type RichTextValue = { lang?: typeof defaultLanguage; source?: Source; blocks: Block[] };

/** Amount of money. `amount` is in minor units of `currency` (pence), an ISO 4217 code in lower case. */
export type Money = { amount: number; currency: string };

/** Price. `updatedAt` is the last change of the price or of its product, whichever is later, in ISO 8601. */
export type Price = Money & { updatedAt: string };

export type Priced<T> = T & { price: Price };

type ContentTypes = typeof pageEntries & typeof listEntries;
type Fields<Name extends keyof ContentTypes> = ContentTypes[Name]["fields"];

/** Values of each kind of field, except lists of entries. */
type Values = {
	text: TextValue;
	textOrNumber: TextValue | number;
	textList: TextValue[];
	richText: RichTextValue;
	code: string;
	email: string;
	paymentLink: string;
	webAddress: string;
	boolean: true;
	redirects: Redirect[];
	asset: PictureValue;
	assets: PictureValue[];
};

type Value<F> = F extends { of: infer Of extends ListEntryName }
	? Entry<Of>[]
	: F extends { kind: infer Kind extends keyof Values }
		? Values[Kind]
		: never;

/** Fields that every entry has: required fields, and lists, which may be empty. */
type AlwaysPresent<F extends Record<string, Field>> = {
	[Key in keyof F]: F[Key] extends { required: true } | { kind: "textList" | "assets" | "entries" } ? Key : never;
}[keyof F];

/** An entry of one locale, in the site's own terms. */
export type Entry<Name extends keyof ContentTypes> = {
	/** Id of the entry in Contentful, the same in both languages. It is also the id of its section on a page. */
	id: string;
	/** Time of the last change, in ISO 8601. */
	updatedAt: string;
} & { [Key in AlwaysPresent<Fields<Name>>]: Value<Fields<Name>[Key]> } & {
	[Key in Exclude<keyof Fields<Name>, AlwaysPresent<Fields<Name>>>]?: Value<Fields<Name>[Key]> | undefined;
};

/** Content of one locale, without prices. */
export type Content = {
	locale: Locale;
	/** Page entries that are left out, with all links to them. Absent when there are none. */
	hidden?: PageEntryName[];
} & { [Name in PageEntryName]: Entry<Name> };

/** A page entry whose lists of products have prices. */
type WithPrices<PageEntry> = {
	[Key in keyof PageEntry]: PageEntry[Key] extends (infer Item extends { stripeProductId: string })[]
		? Priced<Item>[]
		: PageEntry[Key];
};

/** Everything that the pages of one locale show. */
export type Snapshot = Omit<Content, PageEntryName> & { [Name in PageEntryName]: WithPrices<Entry<Name>> };
