/**
 * Kinds of fields, and whether editors translate them: a Russian value that is missing in a translated kind is
 * reported. Values are read by language whatever the kind, since the owner's space may localise what ours does not.
 */
const kinds = {
	text: { translated: true },
	/** A text or a number, whichever the space has; translated only where a field says so. */
	textOrNumber: { translated: false },
	/** A list of texts, or one text with an entry a line. */
	textList: { translated: true },
	/** Contentful's Rich Text, or plain text in which a blank line makes a paragraph. */
	richText: { translated: true },
	/** An identifier: text that is the same in both languages. */
	code: { translated: false },
	email: { translated: false },
	/** An https address on an allowed host, used exactly as entered; may differ by language. */
	paymentLink: { translated: false },
	/** An http or https address. */
	webAddress: { translated: false },
	/** Addresses of an earlier site, each with the page of this one that it leads to: `/old-page /packages`, a line each. */
	redirects: { translated: false },
	asset: { translated: false },
	/** A list of assets; a single one is accepted. */
	assets: { translated: false },
	/** A list of entries of the content type that the field names by `of`. */
	entries: { translated: false },
} as const;

export type Kind = keyof typeof kinds;

/** @typeParam ListName names of the content types that a list may hold */
export type Field<ListName extends string = string> = (
	| { kind: Exclude<Kind, "entries">; of?: undefined }
	| { kind: "entries"; of: ListName }
) & {
	/** The entry cannot be shown without it. Any other field may be empty, and then leaves no trace on the page. */
	required?: true;
	/** Overrides what its kind says. */
	translated?: boolean;
	/** In a new space: long plain text, instead of Rich Text. */
	plain?: true;
	/** Optional, and reported while it is empty: for a field that is to become required once every entry has a value. */
	expected?: true;
	/** Payment links only: charges every month instead of once. */
	monthly?: true;
	/** Lists of entries only: the page shows its entries without sections of their own, so no link can lead to one. */
	withoutSections?: true;
	/** A sentence for editors. */
	help: string;
};

export type ContentType<ListName extends string = string> = {
	name: string;
	help: string;
	fields: Record<string, Field<ListName>>;
};

/** Whether a missing Russian value of the field is reported, and marked as English where it is shown. */
export function isTranslated(field: Field): boolean {
	return field.translated ?? kinds[field.kind].translated;
}
