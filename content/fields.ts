/** Kinds of fields. The report for editors warns of a missing Russian value only where `translated` is true. */
const kinds = {
	text: { translated: true },
	/** Contentful field of type text or number. Translated only when the field has `translated: true`. */
	textOrNumber: { translated: false },
	/** List of texts. In a text field, each line is one item. */
	textList: { translated: true },
	/** Rich Text in Contentful, or plain text in which blank lines separate paragraphs. */
	richText: { translated: true },
	/** Identifier in another system, such as the id of a product in Stripe. The same in both languages. */
	code: { translated: false },
	email: { translated: false },
	/** HTTPS address on an allowed host, used exactly as entered. */
	paymentLink: { translated: false },
	/** HTTP or HTTPS address. */
	webAddress: { translated: false },
	/** Boolean. `false` is the same as an empty field. */
	boolean: { translated: false },
	/** Redirects from paths of an earlier site, one per line: `/old-page /packages`. */
	redirects: { translated: false },
	asset: { translated: false },
	/** List of assets, or one asset. */
	assets: { translated: false },
	/** List of entries of the content type `itemType`. */
	entries: { translated: false },
} as const;

export type Kind = keyof typeof kinds;

/**
 * Field of a content type.
 * @typeParam ListName names of the content types whose entries a list field can contain
 */
export type Field<ListName extends string = string> = (
	| { kind: Exclude<Kind, "entries">; itemType?: undefined }
	| { kind: "entries"; itemType: ListName }
) & {
	/** Whether an entry is invalid when the field is empty. Pages leave out an empty optional field. */
	required?: true;
	/** Whether editors translate the field. Overrides the default of the field's kind. */
	translated?: boolean;
	/**
	 * Whether a field of the kind `richText` becomes long plain text in a new Contentful space. Without `plain`, the
	 * field becomes Rich Text.
	 */
	plain?: true;
	/** Whether the report warns when the field is empty. Set for optional fields that will become required. */
	expected?: true;
	/** Whether the payment link is for monthly payments instead of a single payment. */
	monthly?: true;
	/** Allowed hosts of an HTTPS address. Without this property, any host is allowed, with HTTPS or HTTP. */
	httpsHosts?: "any" | readonly string[];
	/** Whether the page has no sections for the listed entries, so that links cannot lead to these entries. */
	withoutSections?: true;
	/** Help text for editors in Contentful: one sentence. */
	help: string;
};

export type ContentType<ListName extends string = string> = {
	name: string;
	help: string;
	fields: Record<string, Field<ListName>>;
};

export function isTranslated(field: Field): boolean {
	return field.translated ?? kinds[field.kind].translated;
}
