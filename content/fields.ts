/**
 * Kinds of fields, and whether editors translate them. The report names missing Russian values of translated kinds only. Values
 * of all kinds are read by locale, because the owner's space may localise other fields than a new space does.
 */
const kinds = {
	text: { translated: true },
	/** A text or a number, depending on the space. Translated only where a field sets `translated`. */
	textOrNumber: { translated: false },
	/** A list of texts, or one text with one item a line. */
	textList: { translated: true },
	/** Contentful's Rich Text, or plain text in which blank lines separate paragraphs. */
	richText: { translated: true },
	/** An identifier: text that is the same in both languages. */
	code: { translated: false },
	email: { translated: false },
	/** An https address on an allowed host, used exactly as entered. It may differ by language. */
	paymentLink: { translated: false },
	/** An http or https address. */
	webAddress: { translated: false },
	/** Yes or no. No is the same as an empty field. */
	boolean: { translated: false },
	/** Redirects from addresses of an earlier site, one a line: `/old-page /packages`. */
	redirects: { translated: false },
	asset: { translated: false },
	/** A list of assets, or a single asset. */
	assets: { translated: false },
	/** A list of entries. `of` names their content type. */
	entries: { translated: false },
} as const;

export type Kind = keyof typeof kinds;

/** @typeParam ListName names of the content types that a list may hold */
export type Field<ListName extends string = string> = (
	| { kind: Exclude<Kind, "entries">; of?: undefined }
	| { kind: "entries"; of: ListName }
) & {
	/** Whether the entry cannot be shown without the field. A page omits an empty optional field. */
	required?: true;
	/** Whether the field is translated. When it is missing, the default of the kind applies. */
	translated?: boolean;
	/** Whether the field is long plain text instead of Rich Text in a new space. */
	plain?: true;
	/** Whether the report names the field while it is empty. For an optional field that will become required. */
	expected?: true;
	/** Whether a payment link charges every month instead of once. */
	monthly?: true;
	/** Hosts of an address that must be https, or "any". Without it, a web address may have any host, and http. */
	httpsHosts?: "any" | readonly string[];
	/** Whether the entries of a list have no sections of their own on the page, so that no link can lead to one. */
	withoutSections?: true;
	/** Help text for editors: one sentence. */
	help: string;
};

export type ContentType<ListName extends string = string> = {
	name: string;
	help: string;
	fields: Record<string, Field<ListName>>;
};

/** Checks whether a field is translated. A missing Russian value is then reported, and the English one is marked as English. */
export function isTranslated(field: Field): boolean {
	return field.translated ?? kinds[field.kind].translated;
}
