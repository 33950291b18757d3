import { kindNames } from "../../content/editorNames.ts";
import { type ContentType, type Field, isLocalised } from "../../content/fields.ts";
import { itemTypes, type ListEntryName, labelOf, pageEntries } from "../../content/model.ts";

const introduction = `<!-- \`npm run regenerate\` writes this file from \`content/model.ts\`. -->

# Fields

For editors: each entry in Contentful with its fields.
The editors' guide ([English](editors.md), [Russian](editors.ru.md)) explains how texts, links and pictures are entered, and how a picture is cropped.
`;

export function formatFieldsReference(): string {
	return [
		introduction,
		"## Entries that exist once\n",
		...Object.values(pageEntries).map(formatTable),
		"## Entries of lists\n",
		...Object.values(itemTypes).map(formatTable),
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
	let value = plain ? kindNames.redirects["en-US"] : kindNames[kind]["en-US"];
	if (itemType) value = `entries: ${itemTypes[itemType as ListEntryName].name}`;
	const languages = isLocalised(field) ? "in both languages" : "";
	return [value, languages, required && "**required**"].filter(Boolean).join(", ");
}
