import type { ContentTypeProps, EditorInterfaceProps } from "contentful-management";
import {
	type ContentType,
	type Field,
	isLocalised,
	isTranslated,
	type Kind,
} from "../../content/fields.ts";
import { itemTypes, labelOf, pageEntries } from "../../content/model.ts";

/** Content types, and how Contentful's editor shows their fields. */
export type SpaceTypes = {
	contentTypes: ContentTypeProps[];
	editorInterfaces: EditorInterfaceProps[];
};

/** Ids of content types in a space, by their names in the content model. Undefined when they are the same. */
export type TypeIds = Record<string, string | undefined>;

/**
 * Derives content types and their editor interfaces (widgets and help texts) from the content model:
 * https://www.contentful.com/developers/docs/references/content-management-api/#/reference/content-types
 */
export function defineContentTypes(typeIds: TypeIds = {}): SpaceTypes {
	const contentTypes = [];
	const editorInterfaces = [];
	// Types of list entries come first, because types of pages link to them.
	const types = Object.entries<ContentType>({ ...itemTypes, ...pageEntries });
	for (const [typeName, { name, help, fields: modelFields }] of types) {
		const fields = [];
		const controls = [];
		for (const [id, field] of Object.entries(modelFields)) {
			const [definition, widgetId, options] = defineField(field, typeIds);
			const required = field.required ?? false;
			const common = { id, name: labelOf(id), localized: isLocalised(field), required };
			fields.push({ ...common, validations: [], ...definition });
			const settings = { helpText: field.help, ...options };
			controls.push({ fieldId: id, widgetNamespace: "builtin", widgetId, settings });
		}
		const sys = { id: typeIds[typeName] ?? typeName };
		// Contentful shows the value of this field as the title of an entry.
		const displayField = fields.find(({ type }) => type === "Symbol")?.id ?? null;
		contentTypes.push({ sys, name, description: help, displayField, fields });
		editorInterfaces.push({ sys: { contentType: { sys } }, controls });
	}
	return { contentTypes, editorInterfaces } as unknown as SpaceTypes;
}

type FieldDefinition = [
	definition: { type: string; items?: object; validations?: object[] },
	widgetId: string,
	/** Settings of the widget. */
	options?: Record<string, string>,
];

function defineField(field: Field, typeIds: TypeIds): FieldDefinition {
	const line: FieldDefinition = [{ type: "Symbol" }, "singleLine"];
	const lines: FieldDefinition = [{ type: "Text" }, "multipleLine"];
	const linkedType = typeIds[field.itemType ?? ""] ?? field.itemType;
	const definitions: Record<Kind, FieldDefinition> = {
		text: line,
		code: [defineMatch("^prod_", "The id of a product in Stripe, such as prod_ABC"), "singleLine"],
		slug: [
			defineMatch("^[a-z0-9]+(-[a-z0-9]+)*$", "Lower-case letters, digits and hyphens"),
			// It also warns of a slug that another entry has.
			"slugEditor",
		],
		phone: [defineMatch("^\\+[0-9 ]+$", "A phone number, such as +44 20 7946 0000"), "singleLine"],
		textOrNumber: isTranslated(field) ? line : [{ type: "Number" }, "numberEditor"],
		// The "listInput" widget would split a text that contains commas.
		textList: [listOf({ type: "Symbol" }), "tagEditor"],
		// By default the editor also asks for a time and a time zone:
		// https://github.com/contentful/field-editors/blob/master/packages/date/src/DateEditor.tsx
		date: [{ type: "Date" }, "datePicker", { format: "dateonly" }],
		boolean: [{ type: "Boolean" }, "boolean"],
		redirects: lines,
		richText: field.plain
			? lines
			: [{ type: "RichText", validations: [nodeTypes] }, "richTextEditor"],
		email: [
			defineMatch("^[^\\s@]+@[^\\s@]+$", "An e-mail address, such as hello@example.org"),
			"singleLine",
		],
		paymentLink: [defineAddress("any"), "urlEditor"],
		webAddress: field.ownPages
			? [defineMatch("^(https?://|/)", "A path, such as /privacy, or an address"), "singleLine"]
			: [defineAddress(field.httpsHosts), "urlEditor"],
		asset: [{ ...asset, validations: [image] }, "assetLinkEditor"],
		assets: [listOf(asset, image), "assetGalleryEditor"],
		entries: [
			listOf({ type: "Link", linkType: "Entry" }, { linkContentType: [linkedType] }),
			"entryCardsEditor",
		],
	};
	return definitions[field.kind];
}

function defineAddress(hosts: Field["httpsHosts"]) {
	if (!hosts) return defineMatch("^https?://", "An address, beginning with https://");
	if (hosts === "any") return defineMatch("^https://", "An address, beginning with https://");
	const starts = hosts.map((host) => `https://${host}/`);
	const pattern = starts.join("|").replaceAll(".", "\\.");
	return defineMatch(`^(${pattern})`, `An address that begins with ${starts.join(" or ")}`);
}

const defineMatch = (pattern: string, message: string) => ({
	type: "Symbol",
	validations: [{ regexp: { pattern, flags: null }, message }],
});
const listOf = (items: object, ...validations: object[]) => ({
	type: "Array",
	items: { ...items, validations },
});
const asset = { type: "Link", linkType: "Asset" };
const image = { linkMimetypeGroup: ["image"] };

/** Validation of Rich Text fields. It limits Contentful's editor to the node types that the site can show. */
const nodeTypes = {
	enabledNodeTypes: [
		...[1, 2, 3, 4, 5, 6].map((level) => `heading-${level}`),
		...["ordered-list", "unordered-list", "hr", "blockquote", "table", "embedded-asset-block"],
		...["hyperlink", "entry-hyperlink", "asset-hyperlink"],
	],
	message: "The site does not show entries inside text",
};
