import { type ContentType, type Field, isLocalised, type Kind } from "../../content/fields.ts";
import { itemTypes, type ListEntryName, labelOf, pageEntries } from "../../content/model.ts";

/** Names of the kinds of field, as the tables show them. */
const contents: Record<Kind, string> = {
	text: "text",
	textOrNumber: "text or number",
	textList: "list of texts",
	richText: "formatted text",
	code: "id",
	slug: "end of an address",
	phone: "phone number",
	email: "e-mail address",
	paymentLink: "payment link",
	webAddress: "address",
	date: "day",
	boolean: "yes or no",
	redirects: "lines",
	asset: "picture",
	assets: "pictures",
	entries: "entries",
};

const introduction = `<!-- \`npm run regenerate\` writes this file from \`content/model.ts\`. -->

# Fields

For editors: each entry in Contentful with its fields.
The editors' guide ([English](editors.md), [Russian](editors.ru.md)) explains how texts, links and pictures are entered, and how a picture is cropped.
`;

export function formatFieldsReference(): string {
	const pages = Object.values(pageEntries).map(formatTable);
	const lists = Object.values(itemTypes).map(formatTable);
	return [
		introduction,
		"## Entries that exist once\n",
		...pages,
		"## Entries of lists\n",
		...lists,
	].join("\n");
}

function formatTable({ name, help, fields }: ContentType): string {
	const rows = Object.entries(fields).map(
		([id, field]) => `| ${labelOf(id)} | ${field.help} | ${describe(field)} |`,
	);
	const head = ["| field | what it does | what goes in |", "| --- | --- | --- |"];
	return [`### ${name}`, "", help, "", ...head, ...rows, ""].join("\n");
}

function describe(field: Field): string {
	const { kind, itemType, plain, required } = field;
	let value = plain ? "lines" : contents[kind];
	if (itemType) value = `entries: ${itemTypes[itemType as ListEntryName].name}`;
	const languages = isLocalised(field) ? "in both languages" : "";
	return [value, languages, required && "**required**"].filter(Boolean).join(", ");
}
