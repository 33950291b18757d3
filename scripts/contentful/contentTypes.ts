import { type Field, isTranslated, listEntries, pageEntries } from "../../content/model.ts";

/** https://www.contentful.com/developers/docs/references/content-management-api/#/reference/content-types */
export type ContentTypeDefinition = {
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

/** `heroTitleAccent` → `Hero title accent` */
function labelOf(name: string): string {
	const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
	return words.charAt(0).toUpperCase() + words.slice(1);
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

function validationsOf({ kind }: Field): object[] {
	const pattern = (regexp: string, message: string) => [{ regexp: { pattern: regexp, flags: null }, message }];
	switch (kind) {
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
