import { type Field, isTranslated, type Kind } from "../../../content/fields.ts";
import { defaultLocale, otherLocale } from "../../../content/locales.ts";
import {
	itemTypes,
	type ListEntryName,
	type PageEntryName,
	pageEntries,
	pageEntryNames,
} from "../../../content/model.ts";
import { pages } from "../../../content/pages.ts";
import { isRoute } from "../../../content/routes.ts";
import type { Source, UnpricedContent } from "../../../content/snapshot.ts";
import type { Place } from "../report.ts";
import { ContentProblem, isEmpty, listValues, type ParseContext, warn } from "./context.ts";
import type { ContentfulItem } from "./fetchContent.ts";
import {
	type FieldParser,
	type FieldValueInLocale,
	fieldParsers,
	idsOf,
	parserOf,
} from "./fieldParsers.ts";
import { missingState } from "./parseAsset.ts";

type Fields = Record<string, Field>;

/** Kinds of field for which a missing value becomes an empty list. */
const listKinds: Kind[] = ["textList", "assets", "entries"];

const parsers: Record<Kind, FieldParser> = {
	...fieldParsers,
	entries: parserOf("a list of entries", idsOf("Entry"), (ids, found, context) =>
		[...new Set(ids)].flatMap((id) => parseListEntry(id, found, context) ?? []),
	),
};

/** Words for what pages lack without a valid value. */
const omittedParts: Partial<Record<Kind, string>> = { paymentLink: "button", webAddress: "link" };

/** Entries that the site never omits, because every page needs their content. */
const indispensable: PageEntryName[] = ["appShell", "navigation", "home"];

const unpublishedInEnglish = "is not published in English";

/**
 * Validates Contentful's entries against the content model and converts them to the content of one locale.
 * @returns the content, which is complete only when `report` has no faults
 */
export function parseContent(context: ParseContext): UnpricedContent {
	const { contentfulData, environment, locale } = context;
	const parsed: Record<string, unknown> = { locale };
	const hidden: PageEntryName[] = [];
	for (const name of pageEntryNames) {
		const fields: Fields = pageEntries[name].fields;
		const id = environment.entryIds[name];
		const entry = contentfulData.entries.get(id);
		if (entry && !lacksEnglish(entry, fields, context)) {
			parsed[name] = parsePageEntry(entry, fields, context);
			continue;
		}
		if (entry && !indispensable.includes(name)) hidden.push(name);
		reportAbsence(name, entry, context);
		const emptyEntry = { sys: { id, updatedAt: "1970-01-01T00:00:00Z" }, fields: {} };
		parsed[name] = parseFields(emptyEntry, fields, context, () => {});
	}
	if (hidden.length > 0) parsed.hidden = hidden;
	return parsed as UnpricedContent;
}

/**
 * Checks whether an entry has texts in another language only. In a space with locale-based publishing, Contentful leaves
 * the values of unpublished locales out of its response. A preview shows such an entry, because it shows drafts.
 */
function lacksEnglish(entry: ContentfulItem, fields: Fields, context: ParseContext): boolean {
	if (context.environment.preview) return false;
	const inEnglish: ParseContext = { ...context, locale: defaultLocale };
	const names = Object.keys(fields).filter((name) => fields[name] && isTranslated(fields[name]));
	const texts = names.map((name) => entry.fields[name] ?? {});
	const hasText = texts.some((values) => !isEmpty(Object.values(values)));
	return hasText && texts.every((values) => listValues(values, true, inEnglish).length === 0);
}

/** Reports that the site cannot show an entry of a page. */
function reportAbsence(
	name: PageEntryName,
	entry: ContentfulItem | undefined,
	{ environment, report }: ParseContext,
): void {
	const place: Place = { type: "entries", id: environment.entryIds[name] };
	const missing = `${pageEntries[name].name} is missing`;
	if (!entry) {
		report.addFault(place, `${missing}: no published entry has this id (see CONTENTFUL_ENTRY_IDS)`);
	} else if (indispensable.includes(name)) {
		report.addFault(place, `${missing}: the entry ${unpublishedInEnglish}, and the site needs it`);
	} else {
		const isSelling = isRoute(name) && pages[name].offers !== undefined;
		const omitted = isRoute(name)
			? "page is left out, with all links to it"
			: "newsletter form is left out";
		report.add(
			isSelling ? "severe" : "warning",
			{ ...place, locale: defaultLocale },
			`the entry ${unpublishedInEnglish}`,
			`the ${omitted}`,
		);
	}
}

function parsePageEntry(entry: ContentfulItem, fields: Fields, context: ParseContext): unknown {
	const { report } = context;
	for (const [field, values] of Object.entries(entry.fields)) {
		if (Object.hasOwn(fields, field) || isEmpty(Object.values(values))) continue;
		const place: Place = { type: "entries", id: entry.sys.id, field };
		report.add("info", place, "the site does not know this field", "the field is not shown");
	}
	return parseFields(entry, fields, context, (place, problem) => report.addFault(place, problem));
}

/** Parses an entry of a list. Reports an entry that cannot be shown, and returns undefined for it. */
function parseListEntry(
	id: string,
	{ field, place: list }: FieldValueInLocale,
	context: ParseContext,
): unknown {
	const { contentfulData, report } = context;
	const entry = contentfulData.entries.get(id);
	// In content/model.ts, `itemType` is always the name of a content type that a list can contain.
	const { fields }: { fields: Fields } = itemTypes[field.itemType as ListEntryName];
	if (!entry || lacksEnglish(entry, fields, context)) {
		const state = entry ? unpublishedInEnglish : missingState;
		return warn(context, list, `entry "${id}" of the list ${state}`, "the entry is not shown");
	}
	let hasProblem = false;
	const value = parseFields(entry, fields, context, (place, problem) => {
		hasProblem = true;
		report.add("severe", place, problem, "the entry is not shown");
	});
	if (hasProblem) return undefined;
	if (Object.keys(fields).some((name) => !isEmpty(value[name]))) return value;
	// The locale is always English. Otherwise the report would contain the same problem once for each language.
	const place: Place = { type: "entries", id, locale: defaultLocale };
	return warn(context, place, "all fields of the entry are empty", "the entry is not shown");
}

type ReportProblem = (place: Place, problem: string) => void;

/**
 * Parses all fields of an entry. A required field with a problem is reported, and gets a placeholder for previews of
 * other pages.
 */
function parseFields(
	entry: ContentfulItem,
	fields: Fields,
	context: ParseContext,
	reportProblem: ReportProblem,
): Record<string, unknown> {
	const { id, updatedAt } = entry.sys;
	const result: Record<string, unknown> = { id, updatedAt };
	const texts: ParsedField[] = [];
	for (const [name, field] of Object.entries(fields)) {
		const parsed = parseField(entry, name, field, context);
		const { value, place } = parsed;
		if (value instanceof ContentProblem) {
			reportProblem(place, value.message);
			result[name] = field.kind === "email" ? "" : { value: `[${name}]` };
		} else {
			if (isTranslated(field) && typeof value === "object") texts.push(parsed);
			const source = { entry: id, field: name, locale: place.locale };
			result[name] = context.environment.preview ? addSource(value, source) : value;
		}
		if (listKinds.includes(field.kind)) result[name] ??= [];
	}
	reportUntranslated(id, texts, context);
	return result;
}

type ParsedField = {
	value?: unknown;
	/** `locale` is that of the value, or `defaultLocale` when no locale has a value. */
	place: Place & { locale: string };
	/** Whether the value is English and the page's language is not. */
	isFallback: boolean;
};

/** Parses the first usable value of a field: in the page's locale, or else in a fallback locale. */
function parseField(
	entry: ContentfulItem,
	name: string,
	field: Field,
	context: ParseContext,
): ParsedField {
	const values = entry.fields[name];
	const place = { type: "entries", id: entry.sys.id, field: name, locale: defaultLocale } as const;
	let parsed: ParsedField = { place, isFallback: false };
	const found = listValues(values, isTranslated(field), context);
	const isInRussianOnly = found.length === 0 && !isEmpty(values?.[otherLocale(defaultLocale)]);
	for (const { raw, localeCode, isEnglish } of found) {
		const ownPlace = { ...place, locale: localeCode };
		parsed = {
			value: parsers[field.kind]({ raw, isEnglish, field, place: ownPlace }, context),
			place: ownPlace,
			isFallback: isEnglish,
		};
		// A Rich Text field without any content that the site can show counts as missing, so the next locale is tried.
		if (field.kind !== "richText" || parsed.value !== undefined) break;
	}
	if (field.required) {
		parsed.value ??= new ContentProblem("the required field is empty");
	} else if (parsed.value instanceof ContentProblem) {
		const severity = field.kind === "webAddress" ? "warning" : "severe";
		const instead = `the ${omittedParts[field.kind] ?? "field"} is left out`;
		context.report.add(severity, parsed.place, parsed.value.message, instead);
		parsed.value = undefined;
	} else if (isInRussianOnly && field.kind !== "paymentLink") {
		// The report has other rows for a missing payment link.
		warn(context, place, "the field has a value in Russian only", "English pages do without it");
	}
	return parsed;
}

/** Reports the texts of an entry that are shown in English, because they have no translation. */
function reportUntranslated(id: string, texts: ParsedField[], context: ParseContext): void {
	const { locale } = context;
	const untranslated = texts.filter(({ isFallback }) => isFallback);
	if (untranslated.length > 1 && untranslated.length === texts.length) {
		const place: Place = { type: "entries", id, locale };
		warn(context, place, "the entry has no Russian texts", "the English texts are shown");
		return;
	}
	for (const { place } of untranslated) {
		const own = { ...place, locale };
		warn(context, own, "there is no Russian text", "the English text is shown");
	}
}

/** Marks a text, number or picture with its entry and field (`source`), for Contentful's live preview. */
function addSource(value: unknown, source: Source): unknown {
	if (Array.isArray(value)) return value.map((item) => addSource(item, source));
	if (typeof value === "number") return { value: String(value), number: value, source };
	if (typeof value !== "object" || value === null) return value;
	const isShown = "value" in value || "blocks" in value || "src" in value;
	return isShown ? { ...value, source } : value;
}
