import type { Field } from "./fields.ts";
import type { FocusPlace } from "./focusPlaces.ts";
import type { defaultLanguage, Locale } from "./locales.ts";
import type { contentTypes, ListEntryName, PageEntryName, TypeName } from "./model.ts";
import type { Redirect } from "./redirects.ts";

/** Contentful field that a value comes from. Present only in previews, where each text links to its field. */
export type Source = { entry: string; field: string; locale: string };

/** Text from Contentful. `lang` is present only when the text is not in the language of the page. */
export type TextValue = {
	value: string;
	lang?: typeof defaultLanguage;
	source?: Source;
};

/** File of a picture, by its address, and its width in pixels. */
export type PictureSource = { src: string; width: number };

export type PictureValue = {
	source?: Source;
	/** Path of the picture file for browsers without AVIF: for example a JPEG or SVG file. */
	src: string;
	/** Alternative text. Empty when the asset in Contentful has no title. */
	title: TextValue;
	/** Width of the picture's largest file, in pixels. */
	width: number;
	height: number;
	/** Width of the file `src`, in pixels. Absent for drawings. */
	srcWidth?: number;
	/** AVIF files, the smallest first. Absent for drawings, which have none. */
	sources?: PictureSource[];
	/**
	 * Path of the Open Graph image. Absent for drawings. The file exists only when `chooseOpenGraphPicture` returns
	 * this picture for at least one page.
	 */
	openGraphSrc?: string;
	/** Part that stays in view where the picture is cropped. Undefined when editors have chosen none. */
	focus?: FocusPlace | undefined;
};

/** Text formats ("marks" in Contentful) that the site shows. */
export const knownMarks = [
	"bold",
	"italic",
	"underline",
	"code",
	"superscript",
	"subscript",
	"strikethrough",
] as const;

export type Mark = (typeof knownMarks)[number];

export type Link = { type: "link"; href: string; content: Inline[] };

/**
 * Step of the conversion from Contentful's entries to pages: the type of pictures, and of references in texts, which a
 * later step replaces.
 */
export type Step = { picture: unknown; reference: unknown };

/** Last step: pictures are files of the site, and all references are links. */
export type Complete = { picture: PictureValue; reference: never };

export type Inline<At extends Step = Complete> =
	| { type: "text"; value: string; marks?: Mark[] }
	| { type: "break" }
	| Link
	| At["reference"];

export type Block<At extends Step = Complete> =
	/** `level` is the heading level that the editor chose. The page can render the heading with another level. */
	| { type: "heading"; id: string; level: number; content: Inline<At>[] }
	| { type: "paragraph"; content: Inline<At>[] }
	| { type: "list"; ordered: boolean; items: Block<At>[][] }
	| { type: "quote"; content: Block<At>[] }
	| { type: "rule" }
	| { type: "figure"; picture: At["picture"] }
	| { type: "table"; rows: { header: boolean; content: Block<At>[] }[][] };

/** Formatted text as a list of blocks. It contains no HTML, and its links are validated. */
export type RichTextValue<At extends Step = Complete> = {
	lang?: typeof defaultLanguage;
	source?: Source;
	blocks: Block<At>[];
};

/** Amount of money, in minor units such as pence. `currency` is an ISO 4217 code in lower case. */
export type Money = { amount: number; currency: string };

export type Priced<T> = T & {
	price: Money;
	/** Amount of each monthly instalment. Absent when the entry has no such payment link, or Stripe does not list it. */
	monthlyPrice?: Money;
};

type Fields<Name extends TypeName> = (typeof contentTypes)[Name]["fields"];

/** Type of a field's value, by the kind of field. */
export type Values<At extends Step = Complete> = {
	text: TextValue;
	textOrNumber: TextValue;
	textList: TextValue[];
	richText: RichTextValue<At>;
	code: string;
	slug: string;
	phone: string;
	email: string;
	paymentLink: string;
	webAddress: string;
	date: string;
	boolean: true;
	redirects: Redirect[];
	asset: At["picture"];
	assets: At["picture"][];
	entries: Entry<ListEntryName, At>[];
};

type Value<F, At extends Step> = F extends { itemType: infer Name extends ListEntryName }
	? Entry<Name, At>[]
	: F extends { kind: infer Kind extends keyof Values }
		? Values<At>[Kind]
		: never;

/** Names of the fields that are never undefined: required fields, and lists. A list without items is an empty array. */
type AlwaysPresent<F extends Record<string, Field>> = {
	[Key in keyof F]: F[Key] extends { required: true } | { kind: "textList" | "assets" | "entries" }
		? Key
		: never;
}[keyof F];

export type Entry<Name extends TypeName, At extends Step = Complete> = {
	/** Id of the entry in Contentful, and the fragment of links to it. The same in both languages. */
	id: string;
	/** Time of the entry's last change, in ISO 8601. */
	updatedAt: string;
} & { [Key in AlwaysPresent<Fields<Name>>]: Value<Fields<Name>[Key], At> } & {
	[Key in Exclude<keyof Fields<Name>, AlwaysPresent<Fields<Name>>>]?:
		| Value<Fields<Name>[Key], At>
		| undefined;
};

/** Validated content of one locale, before prices from Stripe are added. */
export type UnpricedContent<At extends Step = Complete> = {
	locale: Locale;
	/**
	 * Names of page entries that are left out, with all links to their pages, because they are not published in English.
	 * Their optional fields and lists are empty.
	 */
	hidden: PageEntryName[];
} & { [Name in PageEntryName]: Entry<Name, At> };

type WithPrices<PageEntry> = {
	[Key in keyof PageEntry]: PageEntry[Key] extends (infer Item extends {
		stripeProductId: string;
	})[]
		? Priced<Item>[]
		: PageEntry[Key];
};

/**
 * All content of one locale, with prices. Pages have one other input, the facts about the site (`Site` in
 * `environment/site.ts`).
 */
export type Snapshot<At extends Step = Complete> = Omit<UnpricedContent<At>, PageEntryName> & {
	[Name in PageEntryName]: WithPrices<Entry<Name, At>>;
};

/** Content of the site in all locales. */
export type Snapshots = Record<Locale, Snapshot>;
