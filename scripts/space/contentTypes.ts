import { type Field, isTranslated } from "../../content/fields.ts";
import { labelOf, listEntries, pageEntries } from "../../content/model.ts";

/**
 * The content types of a new space, made of the content model:
 * https://www.contentful.com/developers/docs/references/content-management-api/#/reference/content-types
 */
export function defineContentTypes() {
	return Object.entries({ ...pageEntries, ...listEntries }).map(([id, contentType]) => ({
		sys: { id, type: "ContentType" },
		name: contentType.name,
		description: contentType.help,
		displayField: "displayField" in contentType ? contentType.displayField : null,
		fields: Object.entries<Field>(contentType.fields).map(([name, field]) => {
			const { type, validations = [] } = inContentful(field);
			return {
				id: name,
				name: labelOf(name),
				...type,
				localized: isTranslated(field) || field.kind === "paymentLink",
				required: field.required ?? false,
				validations,
				disabled: false,
				omitted: false,
			};
		}),
	}));
}

/**
 * How editors enter each field in a new space, with the sentence of the content model beside it:
 * https://www.contentful.com/developers/docs/references/content-management-api/#/reference/editor-interface
 */
export function defineEditorInterfaces() {
	return Object.entries({ ...pageEntries, ...listEntries }).map(([id, { fields }]) => ({
		sys: { type: "EditorInterface", contentType: { sys: { type: "Link", linkType: "ContentType", id } } },
		controls: Object.entries<Field>(fields).map(([fieldId, field]) => ({
			fieldId,
			widgetNamespace: "builtin",
			widgetId: inContentful(field).widgetId,
			settings: { helpText: field.help },
		})),
	}));
}

type FieldType = {
	type: "Symbol" | "Text" | "RichText" | "Number" | "Array" | "Link";
	linkType?: "Asset";
	items?: { type: "Symbol" | "Link"; linkType?: "Asset" | "Entry"; validations: object[] };
};

/** What a field is in Contentful, how editors enter it, and what Contentful refuses to publish. */
function inContentful(field: Field): { type: FieldType; widgetId: string; validations?: object[] } {
	const link = (pattern: string, message: string, widgetId = "urlEditor") => ({
		type: { type: "Symbol" as const },
		widgetId,
		validations: [{ regexp: { pattern, flags: null }, message }],
	});
	const list = (items: Omit<Required<FieldType>["items"], "validations">, validations: object[] = []): FieldType => ({
		type: "Array",
		items: { ...items, validations },
	});
	switch (field.kind) {
		case "text":
		case "code":
			return { type: { type: "Symbol" }, widgetId: "singleLine" };
		case "textOrNumber":
			return isTranslated(field)
				? { type: { type: "Symbol" }, widgetId: "singleLine" }
				: { type: { type: "Number" }, widgetId: "numberEditor" };
		case "textList":
			// Not the list that is written with commas between its items: those may be sentences.
			return { type: list({ type: "Symbol" }), widgetId: "tagEditor" };
		case "redirects":
			return { type: { type: "Text" }, widgetId: "multipleLine" };
		case "richText":
			return field.plain
				? { type: { type: "Text" }, widgetId: "multipleLine" }
				: { type: { type: "RichText" }, widgetId: "richTextEditor", validations: formatting };
		case "email":
			return link("^[^\\s@]+@[^\\s@]+$", "An e-mail address, such as hello@example.org", "singleLine");
		case "paymentLink":
			return link("^https://", "A payment link, beginning with https://");
		case "webAddress":
			return link("^https?://", "An address, beginning with https://");
		case "asset":
			return { type: { type: "Link", linkType: "Asset" }, widgetId: "assetLinkEditor", validations: [image] };
		case "assets":
			return { type: list({ type: "Link", linkType: "Asset" }, [image]), widgetId: "assetGalleryEditor" };
		case "entries": {
			const items = { type: "Link", linkType: "Entry" } as const;
			return { type: list(items, [{ linkContentType: [field.of] }]), widgetId: "entryCardsEditor" };
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
