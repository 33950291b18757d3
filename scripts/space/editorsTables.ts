import { type ContentType, type Field, isTranslated, type Kind } from "../../content/fields.ts";
import { labelOf, listEntries, pageEntries } from "../../content/model.ts";

/** Names of the kinds of field, as the tables of the editors' guide show them. */
const contents: Record<Kind, string> = {
	text: "text",
	textOrNumber: "text or number",
	textList: "list of texts",
	richText: "formatted text",
	code: "id",
	email: "e-mail address",
	paymentLink: "payment link",
	webAddress: "address",
	boolean: "yes or no",
	redirects: "lines",
	asset: "picture",
	assets: "pictures",
	entries: "entries",
};

const [begin, end] = ["<!-- tables -->", "<!-- end of tables -->"];

/**
 * Returns the editors' guide with up-to-date tables of the content model between two HTML comments.
 * @throws Error when the comments are missing
 */
export function writeEditorsTables(guide: string): string {
	const [from, to] = [guide.indexOf(begin), guide.indexOf(end)];
	if (from < 0 || to < from) throw new Error(`The editors' guide has no "${begin}" before a "${end}".`);
	const pages = Object.values(pageEntries).map(formatTable);
	const lists = Object.values(listEntries).map(formatTable);
	const tables = ["### Entries that exist once", ...pages, "### Entries of lists", ...lists].join("\n\n");
	return `${guide.slice(0, from + begin.length)}\n\n${tables}\n\n${guide.slice(to)}`;
}

function formatTable({ name, help, fields }: ContentType): string {
	const rows = Object.entries(fields).map(([id, field]) => `| ${labelOf(id)} | ${field.help} | ${describe(field)} |`);
	const head = ["| field | what it does | what goes in |", "| --- | --- | --- |"];
	return [`**${name}.** ${help}`, "", ...head, ...rows].join("\n");
}

function describe(field: Field): string {
	const languages = isTranslated(field) ? "in both languages" : "";
	const requirement = field.required ? "**required**" : "";
	return [describeValue(field), languages, requirement].filter(Boolean).join(", ");
}

function describeValue({ kind, itemType, plain }: Field): string {
	if (itemType) return `entries: ${(listEntries as Record<string, ContentType>)[itemType]?.name}`;
	return plain ? "lines" : contents[kind];
}
