/** Kinds of field, and whether editors translate fields of the kind by default. */
const kinds = {
	text: true,
	textOrNumber: false,
	/** List of texts, or one text in which each line is an item of the list. */
	textList: true,
	/** Rich Text in Contentful, or plain text in which blank lines separate paragraphs. */
	richText: true,
	/** Identifier in another system, such as the id of a product in Stripe. The same in both languages. */
	code: false,
	/** Path of a further page without its slash, such as `privacy`. */
	slug: false,
	/** Phone number with the code of its country. */
	phone: false,
	email: false,
	/** HTTPS URL on one of the configured payment hosts, used exactly as the editor entered it. */
	paymentLink: false,
	webAddress: false,
	/** Day, such as `2026-12-24`. */
	date: false,
	/** Boolean value. A field with the value `false` counts as empty. */
	boolean: false,
	/** Redirects from paths of an earlier site, one per line: `/old-page /packages`. */
	redirects: false,
	asset: false,
	assets: false,
	entries: false,
} as const;

export type Kind = keyof typeof kinds;

export type Field<ListedType extends string = string> = (
	| { kind: Exclude<Kind, "entries">; itemType?: undefined }
	| { kind: "entries"; itemType: ListedType }
) & {
	/** Whether an entry is invalid when the field is empty. Pages leave out an empty optional field. */
	required?: true;
	/** Whether editors translate the field. Overrides the default of the field's kind. */
	translated?: boolean;
	/** Whether a `richText` field is created as a plain text field in a new Contentful space. */
	plain?: true;
	/** Whether headings become paragraphs, because the text is before the title of the page. */
	withoutHeadings?: true;
	/** Whether the field's payment link is for monthly payments instead of a single payment. */
	monthly?: true;
	/** Whether the field is a price in pounds. */
	pounds?: true;
	/** Greatest length of a text that search engines show whole, in characters. */
	bestLength?: number;
	/** Width that a picture needs on a phone of 390 CSS pixels with two device pixels each: `sizes` of its place. */
	minWidth?: number;
	/** Allowed hosts of an HTTPS URL: a list, or `any`. When absent, HTTP URLs are valid, too. */
	httpsHosts?: "any" | readonly string[];
	/** Whether the address may also be the path of a page of this site, such as `/privacy`. */
	ownPages?: true;
	/** Whether a switch has an effect only when the site can send mails. */
	needsMails?: true;
	/** Whether the listed entries have no sections of their own on the page. */
	withoutSections?: true;
	help: string;
};

export type ContentType<ListedType extends string = string> = {
	name: string;
	help: string;
	fields: Record<string, Field<ListedType>>;
};

export function isTranslated(field: Field): boolean {
	return field.translated ?? kinds[field.kind];
}

/**
 * Checks whether Contentful has a value of the field in each language. Unlike a text, a payment link that is missing in
 * Russian is no missing translation.
 */
export function isLocalised(field: Field): boolean {
	return isTranslated(field) || field.kind === "paymentLink";
}
