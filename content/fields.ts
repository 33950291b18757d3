/**
 * Kinds of fields, and whether editors translate them. The report for editors warns of a missing Russian value only
 * when the kind is translated. Values of all kinds are read for each locale, because in the owner's Contentful space
 * other fields may be localised.
 */
const kinds = {
	text: { translated: true },
	/** Contentful field of type text or number. Translated only when the field has `translated: true`. */
	textOrNumber: { translated: false },
	/** List of texts. In a text field, each line is one item. */
	textList: { translated: true },
	/** Rich Text in Contentful, or plain text in which blank lines separate paragraphs. */
	richText: { translated: true },
	/** Identifier that is the same in both languages. */
	code: { translated: false },
	email: { translated: false },
	/** HTTPS address on an allowed host, used exactly as entered. May differ between languages. */
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
	/** List of entries of the content type `of`. */
	entries: { translated: false },
} as const;

export type Kind = keyof typeof kinds;

/**
 * Field of a content type.
 * @typeParam ListName names of the content types whose entries the field may list
 */
export type Field<ListName extends string = string> = (
	| { kind: Exclude<Kind, "entries">; of?: undefined }
	| { kind: "entries"; of: ListName }
) & {
	/** Whether an entry is invalid without a value. Pages leave out an optional field that is empty. */
	required?: true;
	/** Whether editors translate the field. Overrides the default of the field's kind. */
	translated?: boolean;
	/** Whether the field becomes long plain text in a new Contentful space. Without `plain`, it becomes Rich Text. */
	plain?: true;
	/** Whether the report warns when an optional field is empty, because it will become required. */
	expected?: true;
	/** Whether the payment link is for monthly payments instead of a single one. */
	monthly?: true;
	/**
	 * Allowed hosts of a web address, which must then be HTTPS. `any` allows all hosts. Without `httpsHosts`, HTTP is
	 * allowed.
	 */
	httpsHosts?: "any" | readonly string[];
	/** Whether the listed entries have no sections on the page, so that links cannot lead to them. */
	withoutSections?: true;
	/** Help text for editors in Contentful: one sentence. */
	help: string;
};

export type ContentType<ListName extends string = string> = {
	name: string;
	help: string;
	fields: Record<string, Field<ListName>>;
};

/**
 * Checks whether editors translate a field. The report names missing translations. Pages mark the English text that
 * replaces
 * one with a `lang` attribute.
 */
export function isTranslated(field: Field): boolean {
	return field.translated ?? kinds[field.kind].translated;
}
