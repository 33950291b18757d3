import { type Field, isTranslated, labelOf, listEntries, pageEntries } from "../../content/model.ts";

/** https://www.contentful.com/developers/docs/references/content-management-api/#/reference/content-types */
type ContentTypeDefinition = {
	sys: { id: string; type: "ContentType" };
	name: string;
	description: string;
	displayField: string | null;
	fields: FieldDefinition[];
};

type FieldType = {
	type: "Symbol" | "Text" | "RichText" | "Number" | "Array" | "Link";
	linkType?: "Asset" | "Entry";
	items?: { type: "Symbol" | "Link"; linkType?: "Asset" | "Entry"; validations: object[] };
};

type FieldDefinition = FieldType & {
	id: string;
	name: string;
	localized: boolean;
	required: boolean;
	validations: object[];
	disabled: false;
	omitted: false;
};

/** The content types of a new space, made of the content model. */
export function defineContentTypes(): ContentTypeDefinition[] {
	return Object.entries({ ...pageEntries, ...listEntries }).map(([id, contentType]) => ({
		sys: { id, type: "ContentType" },
		name: contentType.name,
		description: contentType.help,
		displayField: "displayField" in contentType ? contentType.displayField : null,
		fields: Object.entries<Field>(contentType.fields).map(([name, field]) => ({
			id: name,
			name: labelOf(name),
			...typeOf(field),
			localized: isTranslated(field) || field.kind === "paymentLink",
			required: field.required ?? false,
			validations: validationsOf(field),
			disabled: false,
			omitted: false,
		})),
	}));
}

/** https://www.contentful.com/developers/docs/references/content-management-api/#/reference/editor-interface */
type EditorInterfaceDefinition = {
	sys: { type: "EditorInterface"; contentType: { sys: { type: "Link"; linkType: "ContentType"; id: string } } };
	controls: { fieldId: string; widgetNamespace: "builtin"; widgetId: string; settings: { helpText: string } }[];
};

/** How editors enter each field in a new space, with the sentence of the content model beside it. */
export function defineEditorInterfaces(): EditorInterfaceDefinition[] {
	return Object.entries({ ...pageEntries, ...listEntries }).map(([id, { fields }]) => ({
		sys: { type: "EditorInterface", contentType: { sys: { type: "Link", linkType: "ContentType", id } } },
		controls: Object.entries<Field>(fields).map(([fieldId, field]) => ({
			fieldId,
			widgetNamespace: "builtin",
			widgetId: widgetOf(field),
			settings: { helpText: field.help },
		})),
	}));
}

function widgetOf(field: Field): string {
	switch (field.kind) {
		case "textOrNumber":
			return isTranslated(field) ? "singleLine" : "numberEditor";
		case "textList":
			// Not the list that is written with commas between its items: those may be sentences.
			return "tagEditor";
		case "richText":
			return field.plain ? "multipleLine" : "richTextEditor";
		case "text":
		case "code":
		case "email":
			return "singleLine";
		case "paymentLink":
		case "webAddress":
			return "urlEditor";
		case "asset":
			return "assetLinkEditor";
		case "assets":
			return "assetGalleryEditor";
		case "entries":
			return "entryCardsEditor";
	}
}

function typeOf(field: Field): FieldType {
	switch (field.kind) {
		case "textOrNumber":
			return { type: isTranslated(field) ? "Symbol" : "Number" };
		case "textList":
			return { type: "Array", items: { type: "Symbol", validations: [] } };
		case "richText":
			return { type: field.plain ? "Text" : "RichText" };
		case "text":
		case "code":
		case "email":
		case "paymentLink":
		case "webAddress":
			return { type: "Symbol" };
		case "asset":
			return { type: "Link", linkType: "Asset" };
		case "assets":
			return { type: "Array", items: { type: "Link", linkType: "Asset", validations: [image] } };
		case "entries": {
			const validations = [{ linkContentType: [field.of] }];
			return { type: "Array", items: { type: "Link", linkType: "Entry", validations } };
		}
	}
}

const image = { linkMimetypeGroup: ["image"] };

/** What the site shows of Rich Text, so that editors are offered nothing else. */
const formatting = [
	{
		enabledMarks: ["bold", "italic", "underline", "code", "superscript", "subscript", "strikethrough"],
		message: "The site does not show this formatting",
	},
	{
		enabledNodeTypes: [
			...[1, 2, 3, 4, 5, 6].map((level) => `heading-${level}`),
			...["ordered-list", "unordered-list", "hr", "blockquote", "table", "embedded-asset-block"],
			...["hyperlink", "entry-hyperlink", "asset-hyperlink"],
		],
		message: "The site does not show entries inside text",
	},
];

function validationsOf({ kind, plain }: Field): object[] {
	const pattern = (regexp: string, message: string) => [{ regexp: { pattern: regexp, flags: null }, message }];
	switch (kind) {
		case "richText":
			return plain ? [] : formatting;
		case "asset":
			return [image];
		case "email":
			return pattern("^[^\\s@]+@[^\\s@]+$", "An e-mail address, such as hello@example.org");
		case "paymentLink":
			return pattern("^https://", "A payment link, beginning with https://");
		case "webAddress":
			return pattern("^https?://", "An address, beginning with https://");
		default:
			return [];
	}
}
