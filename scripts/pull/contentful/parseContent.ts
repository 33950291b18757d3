import { type Field, isTranslated, type Kind, type ListEntryName } from "../../../content/fields.ts";
import { defaultLocale } from "../../../content/locales.ts";
import { labelOf, listEntries, type PageEntryName, pageEntries, pageEntryNames } from "../../../content/model.ts";
import type { Content, Source } from "../../../content/snapshot.ts";
import type { Place } from "../report.ts";
import { type ContentfulContent, type ContentfulEntry, entryLink } from "./answer.ts";
import { listFallbackLocales, type ParseContext, type ParseOptions, pickValues } from "./context.ts";
import { expected, type FieldParser, type FoundInField, fieldParsers, type Outcome } from "./fieldParsers.ts";
import { isEmpty } from "./isEmpty.ts";
import type { Unresolved } from "./links.ts";

/** They are always there, if empty. */
const lists: Kind[] = ["textList", "assets", "entries"];

const parsers: Record<Kind, FieldParser> = { ...fieldParsers, entries: parseEntries };

/**
 * Turns what Contentful answered into the content of one language, by the content model: links are followed, missing
 * Russian values are taken from English, and everything is checked. Where links lead is left for `resolveLinks`.
 * @returns the content; it can be used only when `report` has no faults
 */
export function parseContent(content: ContentfulContent, options: ParseOptions): Unresolved<Content> {
	const { locale } = options;
	const context = { ...options, content, locales: listFallbackLocales(locale, content.locales) };
	const isUnpublished = (name: PageEntryName) => content.unpublished.has(options.environment.entryIds[name]);
	const hidden = pageEntryNames.filter((name) => !indispensable.includes(name) && isUnpublished(name));
	const entries = pageEntryNames.map((name) => [name, parsePageEntry(name, hidden.includes(name), context)]);
	return { locale, ...(hidden.length > 0 ? { hidden } : {}), ...Object.fromEntries(entries) };
}

/** Without these there is no page at all. */
const indispensable: PageEntryName[] = ["appShell", "navigation", "home"];

/** Of an entry that is hidden only what it must have stands in the snapshot, and no page shows it. */
function parsePageEntry(name: PageEntryName, isHidden: boolean, context: ParseContext): unknown {
	const { content, report } = context;
	const { entryIds, preview } = context.environment;
	const id = entryIds[name];
	const place: Place = { type: "entries", id };
	const found = content.entries.get(id);
	if (isHidden) report.add("warning", place, "its English is not published", "it is left out, with its page");
	else if (!found) {
		const state = preview ? "" : "published ";
		const why = content.unpublished.has(id)
			? "its English is not published, and there is no page without it"
			: `no ${state}entry has this id (see CONTENTFUL_ENTRY_IDS)`;
		const problem = `${pageEntries[name].name} is missing: ${why}`;
		if (!preview) {
			report.fault(place, problem);
			return {};
		}
		report.add("severe", place, problem, "an empty one is shown");
	}
	const entry = found ?? { sys: { type: "Entry", id, updatedAt: new Date(0).toISOString() }, fields: {} };
	const fields: Record<string, Field> = pageEntries[name].fields;
	for (const [field, values] of Object.entries(entry.fields)) {
		if (Object.hasOwn(fields, field) || isEmpty(Object.values(values))) continue;
		report.add("info", { ...place, field }, "the site does not know this field", "it is not shown");
	}
	return parseFields(entry, fields, context, (field, fieldName, where, problem) => {
		const standIn = (preview || isHidden) && field.required ? standInFor(fieldName, field) : undefined;
		if (field.required && !standIn) report.fault(where, problem);
		else if (found) report.add("severe", where, problem, standIn ? `"${standIn.shown}" is shown` : "it is left out");
		return standIn?.value;
	});
}

/** A list of entries, each once, without those that cannot be shown. */
function parseEntries({ raw, field: { of }, place }: FoundInField, context: ParseContext): Outcome {
	const links = entryLink.array().safeParse([raw].flat());
	if (!links.success || !of) return expected("a list of entries", raw);
	const ids = new Set(links.data.map(({ sys }) => sys.id));
	return { value: [...ids].flatMap((id) => parseListEntry(of, id, place, context) ?? []) };
}

/** Undefined, and reported, when the entry cannot be shown. */
function parseListEntry(name: ListEntryName, id: string, list: Place, context: ParseContext): unknown {
	const { content, report } = context;
	const entry = content.entries.get(id);
	if (!entry) {
		report.add("warning", list, `entry "${id}" of the list is a draft or deleted`, "it is not shown");
		return undefined;
	}
	let whole = true;
	const fields: Record<string, Field> = listEntries[name].fields;
	const value = parseFields(entry, fields, context, (_field, _name, where, problem) => {
		whole = false;
		report.add("severe", where, problem, "the entry is not shown");
	});
	// Where Russian has nothing English has nothing either, so English is told of.
	const where: Place = { type: "entries", id, locale: defaultLocale };
	const blank = Object.keys(fields).every((field) => isEmpty(value[field]));
	if (whole && blank) report.add("warning", where, "nothing of the entry is filled in", "it is not shown");
	return whole && !blank ? value : undefined;
}

/** `fail` is told of each field that the entry cannot be shown with, or without. It may give a value to show instead. */
function parseFields(
	entry: ContentfulEntry,
	fields: Record<string, Field>,
	context: ParseContext,
	fail: (field: Field, name: string, place: Place, problem: string) => unknown,
): Record<string, unknown> {
	const { preview } = context.environment;
	const result: Record<string, unknown> = { id: entry.sys.id, updatedAt: entry.sys.updatedAt ?? "" };
	for (const [name, field] of Object.entries(fields)) {
		let place: Place = { type: "entries", id: entry.sys.id, field: name, locale: defaultLocale };
		let { value, problem, isEnglish }: Outcome & { isEnglish?: boolean } = {};
		for (const found of pickValues(entry.fields[name], isTranslated(field), context, place)) {
			place = { ...place, locale: found.from };
			isEnglish = found.isEnglish;
			({ value, problem } = parsers[field.kind]({ ...found, field, place }, context));
			// Of formatted text nothing may be left that can be shown. Then it is as good as missing.
			if (field.kind !== "richText" || value !== undefined || problem) break;
		}
		if (problem) value = fail(field, name, place, problem);
		else if (value === undefined && field.required) value = fail(field, name, place, "it is required and missing");
		else if (isEnglish && value !== undefined && typeof value !== "number") {
			const where = { ...place, locale: context.locale };
			context.report.add("warning", where, "there is no Russian text", "the English text is shown");
		}
		const { id, locale = defaultLocale } = place;
		result[name] = preview ? markSource(value, { entry: id, field: name, locale }) : value;
		if (value === undefined && lists.includes(field.kind)) result[name] = [];
	}
	return result;
}

/** What a preview shows for a required field of the ten entries that is not there: its name, so that editors see which. */
function standInFor(name: string, { kind }: Field): { shown: string; value: unknown } {
	const shown = kind === "email" ? "nobody@example.invalid" : `[${labelOf(name)}]`;
	return { shown, value: kind === "email" ? shown : { value: shown } };
}

/** Adds to what a field of a preview shows where it was entered. Lists of entries, addresses and codes stay as they are. */
function markSource(value: unknown, source: Source): unknown {
	if (Array.isArray(value)) return value.map((item) => markSource(item, source));
	if (typeof value === "number") return { value: String(value), number: value, source };
	if (typeof value !== "object" || value === null) return value;
	const isShown = "value" in value || "blocks" in value || "src" in value;
	return isShown ? { ...value, source } : value;
}
