import { type Field, isLocalised, isTranslated, type Kind } from "../../content/fields.ts";
import { itemTypes, labelOf, pageEntries } from "../../content/model.ts";

/**
 * Derives the content types of a new space from the content model:
 * https://www.contentful.com/developers/docs/references/content-management-api/#/reference/content-types
 */
export function defineContentTypes() {
	return Object.entries({ ...pageEntries, ...itemTypes }).map(([id, contentType]) => {
		const fields = Object.entries<Field>(contentType.fields).map(([name, field]) => {
			const { type, validations = [] } = toContentfulField(field);
			return {
				id: name,
				name: labelOf(name),
				...type,
				localized: isLocalised(field),
				required: field.required ?? false,
				validations,
				disabled: false,
				omitted: false,
			};
		});
		// Contentful shows the value of this field as the title of an entry.
		const displayField = fields.find(({ type }) => type === "Symbol")?.id ?? null;
		return {
			sys: { id, type: "ContentType" },
			name: contentType.name,
			description: contentType.help,
			displayField,
			fields,
		};
	});
}

/**
 * Derives the editor interfaces of a new space from the content model: for each field, the widget and the help text.
 * https://www.contentful.com/developers/docs/references/content-management-api/#/reference/editor-interface
 */
export function defineEditorInterfaces() {
	return Object.entries({ ...pageEntries, ...itemTypes }).map(([id, { fields }]) => ({
		sys: {
			type: "EditorInterface",
			contentType: { sys: { type: "Link", linkType: "ContentType", id } },
		},
		controls: Object.entries<Field>(fields).map(([fieldId, field]) => ({
			fieldId,
			widgetNamespace: "builtin",
			widgetId: toContentfulField(field).widgetId,
			settings: { helpText: field.help },
		})),
	}));
}

type FieldSettings = {
	type: {
		type: "Symbol" | "Text" | "RichText" | "Number" | "Boolean" | "Array" | "Link";
		linkType?: "Asset";
		items?: object;
	};
	widgetId: string;
	validations?: object[];
};

function toContentfulField(field: Field): FieldSettings {
	const line: FieldSettings = { type: { type: "Symbol" }, widgetId: "singleLine" };
	const lines: FieldSettings = { type: { type: "Text" }, widgetId: "multipleLine" };
	const address: FieldSettings = { type: { type: "Symbol" }, widgetId: "urlEditor" };
	const settingsByKind: Record<Kind, FieldSettings> = {
		text: line,
		code: line,
		textOrNumber: isTranslated(field)
			? line
			: { type: { type: "Number" }, widgetId: "numberEditor" },
		// The "listInput" widget would split a text that contains commas.
		textList: { type: listOf({ type: "Symbol" }), widgetId: "tagEditor" },
		boolean: { type: { type: "Boolean" }, widgetId: "boolean" },
		redirects: lines,
		richText: field.plain
			? lines
			: { type: { type: "RichText" }, widgetId: "richTextEditor", validations: formatting },
		email: {
			...line,
			validations: [match("^[^\\s@]+@[^\\s@]+$", "An e-mail address, such as hello@example.org")],
		},
		paymentLink: {
			...address,
			validations: [match("^https://", "A payment link, beginning with https://")],
		},
		webAddress: { ...address, validations: [matchAddress(field.httpsHosts)] },
		asset: { type: asset, widgetId: "assetLinkEditor", validations: [image] },
		assets: { type: listOf(asset, image), widgetId: "assetGalleryEditor" },
		entries: {
			type: listOf({ type: "Link", linkType: "Entry" }, { linkContentType: [field.itemType] }),
			widgetId: "entryCardsEditor",
		},
	};
	return settingsByKind[field.kind];
}

const match = (pattern: string, message: string) => ({ regexp: { pattern, flags: null }, message });

function matchAddress(hosts: Field["httpsHosts"]) {
	if (!hosts) return match("^https?://", "An address, beginning with https://");
	if (hosts === "any") return match("^https://", "An address, beginning with https://");
	const pattern = hosts.map((host) => host.replaceAll(".", "\\.")).join("|");
	return match(
		`^https://(${pattern})/`,
		`An address that begins with ${hosts.map((host) => `https://${host}/`).join(" or ")}`,
	);
}

const listOf = (items: object, ...validations: object[]): FieldSettings["type"] => ({
	type: "Array",
	items: { ...items, validations },
});
const asset = { type: "Link", linkType: "Asset" } as const;
const image = { linkMimetypeGroup: ["image"] };

/**
 * Validations of Rich Text fields. They limit Contentful's editor to the marks (text formats) and node types that the
 * site can show.
 */
const formatting = [
	{
		enabledMarks: [
			"bold",
			"italic",
			"underline",
			"code",
			"superscript",
			"subscript",
			"strikethrough",
		],
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
