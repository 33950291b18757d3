import { type Field, isTranslated, type Kind } from "../../../content/fields.ts";
import { defaultLocale, locales, otherLocale } from "../../../content/locales.ts";
import {
	itemTypes,
	type ListEntryName,
	labelOf,
	type PageEntryName,
	pageEntries,
	pageEntryNames,
} from "../../../content/model.ts";
import { pages } from "../../../content/pages.ts";
import { isRoute } from "../../../content/routes.ts";
import type { Source, UnpricedContent } from "../../../content/snapshot.ts";
import type { Place, Report } from "../report.ts";
import { orderLocales, type ParseContext, type ParseOptions, pickValues } from "./context.ts";
import {
	createTypeProblem,
	type FieldParser,
	type FieldValueInLocale,
	fieldParsers,
	type ParseResult,
} from "./fieldParsers.ts";
import { isEmpty } from "./isEmpty.ts";
import type { WithUnresolvedLinks } from "./links.ts";
import { missingState } from "./parseLink.ts";
import { type ContentfulData, type ContentfulEntry, entryLinkSchema } from "./schemas.ts";

/** Kinds of field for which a missing value becomes an empty list. */
const listKinds: Kind[] = ["textList", "assets", "entries"];

const parsers: Record<Kind, FieldParser> = { ...fieldParsers, entries: parseEntries };

/** Entries that the site never omits, because every page needs their content. */
const indispensable: PageEntryName[] = ["appShell", "navigation", "home"];

/**
 * Validates Contentful's entries against the content model and converts them to the content of one locale.
 * @returns the content, which is complete only when `report` has no faults
 */
export function parseContent(
	contentfulData: ContentfulData,
	options: ParseOptions,
): WithUnresolvedLinks<UnpricedContent> {
	const { locale } = options;
	const context = {
		...options,
		contentfulData,
		locales: orderLocales(locale, contentfulData.locales),
	};
	const hidden: PageEntryName[] = [];
	const entries: [PageEntryName, unknown][] = [];
	for (const name of pageEntryNames) {
		if (isHidden(name, context)) {
			hidden.push(name);
			reportHiddenEntry(name, context);
			entries.push([name, parseEmptyEntry(name, context)]);
		} else {
			entries.push([name, parsePageEntry(name, context)]);
		}
	}
	const parsed: Record<string, unknown> = { locale, ...Object.fromEntries(entries) };
	if (hidden.length > 0) parsed.hidden = hidden;
	return parsed as WithUnresolvedLinks<UnpricedContent>;
}

/** Checks whether the site omits an entry's page and all links to that page. */
function isHidden(name: PageEntryName, context: ParseContext): boolean {
	if (indispensable.includes(name)) return false;
	const entry = context.contentfulData.entries.get(context.environment.entryIds[name]);
	return entry !== undefined && lacksEnglish(entry, pageEntries[name].fields, context);
}

/**
 * Checks whether an entry has texts in another language only. In a space with locale-based publishing, Contentful leaves
 * the values of unpublished locales out of its response. A preview shows such an entry, because it shows drafts.
 */
function lacksEnglish(
	entry: ContentfulEntry,
	fields: Record<string, Field>,
	context: ParseContext,
): boolean {
	const { environment, contentfulData } = context;
	if (environment.preview) return false;
	const inEnglish = { ...context, locales: orderLocales(defaultLocale, contentfulData.locales) };
	const texts = Object.keys(fields).filter((name) => fields[name] && isTranslated(fields[name]));
	const hasText = texts.some((name) => !isEmpty(Object.values(entry.fields[name] ?? {})));
	const hasEnglishText = texts.some(
		(name) => !pickValues(entry.fields[name], true, inEnglish).next().done,
	);
	return hasText && !hasEnglishText;
}

const unpublishedInEnglish = "is not published in English";

function reportHiddenEntry(name: PageEntryName, { environment, report }: ParseContext): void {
	const isSelling = isRoute(name) && pages[name].offers !== undefined;
	report.add(
		isSelling ? "severe" : "warning",
		{ type: "entries", id: environment.entryIds[name], locale: defaultLocale },
		`the entry ${unpublishedInEnglish}`,
		isRoute(name)
			? "the page is left out, with all links to it"
			: "the newsletter form is left out",
	);
}

function parsePageEntry(name: PageEntryName, context: ParseContext): unknown {
	const { contentfulData, report, environment } = context;
	const id = environment.entryIds[name];
	const place: Place = { type: "entries", id };
	const entry = contentfulData.entries.get(id);
	const fields: Record<string, Field> = pageEntries[name].fields;
	if (!entry || lacksEnglish(entry, fields, context)) {
		const state = environment.preview ? "" : "published ";
		const reason = entry
			? `the entry ${unpublishedInEnglish}, and the site needs it`
			: `no ${state}entry has this id (see CONTENTFUL_ENTRY_IDS)`;
		const problem = `${pageEntries[name].name} is missing: ${reason}`;
		report.addFault(place, problem);
		return parseEmptyEntry(name, context);
	}
	reportUnknownFields(entry, fields, report);
	return parseFields(entry, fields, context, (problem) => reportPageProblem(problem, report));
}

function reportUnknownFields(
	entry: ContentfulEntry,
	fields: Record<string, Field>,
	report: Report,
): void {
	for (const [field, values] of Object.entries(entry.fields)) {
		if (Object.hasOwn(fields, field) || isEmpty(Object.values(values))) continue;
		const place: Place = { type: "entries", id: entry.sys.id, field };
		report.add("info", place, "the site does not know this field", "the field is not shown");
	}
}

/** Reports a problem with a field of a page's entry. Returns a placeholder for a required field. */
function reportPageProblem({ field, name, place, problem }: FieldProblem, report: Report): unknown {
	if (field.required) report.addFault(place, problem);
	else report.add("severe", place, problem, "the field is left out");
	return placeholderFor(name, field);
}

/** Creates content for an entry that is missing or unpublished, with placeholders in the required fields. */
function parseEmptyEntry(name: PageEntryName, context: ParseContext): unknown {
	const id = context.environment.entryIds[name];
	const entry: ContentfulEntry = {
		sys: { type: "Entry", id, updatedAt: new Date(0).toISOString() },
		fields: {},
	};
	return parseFields(entry, pageEntries[name].fields, context, ({ field, name }) =>
		placeholderFor(name, field),
	);
}

/** Parses a list of links to entries. Omits duplicates, and entries that cannot be shown. */
function parseEntries(
	{ raw, field: { itemType }, place }: FieldValueInLocale,
	context: ParseContext,
): ParseResult {
	const links = entryLinkSchema.array().safeParse([raw].flat());
	if (!links.success || !itemType) return createTypeProblem("a list of entries", raw);
	const ids = new Set(links.data.map(({ sys }) => sys.id));
	// The cast is safe: in content/model.ts, `itemType` is always the name of a content type that a list can contain.
	const typeName = itemType as ListEntryName;
	return { value: [...ids].flatMap((id) => parseListEntry(typeName, id, place, context) ?? []) };
}

/** Parses an entry of a list. Reports an entry that cannot be shown, and returns undefined for it. */
function parseListEntry(
	name: ListEntryName,
	id: string,
	list: Place,
	context: ParseContext,
): unknown {
	const { contentfulData, report } = context;
	const entry = contentfulData.entries.get(id);
	const fields: Record<string, Field> = itemTypes[name].fields;
	if (!entry || lacksEnglish(entry, fields, context)) {
		const state = entry ? unpublishedInEnglish : missingState;
		report.add("warning", list, `entry "${id}" of the list ${state}`, "the entry is not shown");
		return undefined;
	}
	let hasProblem = false;
	const value = parseFields(entry, fields, context, ({ place, problem }) => {
		hasProblem = true;
		report.add("severe", place, problem, "the entry is not shown");
	});
	if (hasProblem) return undefined;
	if (Object.keys(fields).some((field) => !isEmpty(value[field]))) return value;
	// The locale is always English. Otherwise the report would contain the same problem once for each language.
	const place: Place = { type: "entries", id, locale: defaultLocale };
	report.add("warning", place, "all fields of the entry are empty", "the entry is not shown");
	return undefined;
}

/** A field without a usable value. `place` names the field's entry and locale. */
type FieldProblem = { field: Field; name: string; place: Place; problem: string };

/** Parses all fields of an entry. A field with a problem gets the value that `substitute` returns. */
function parseFields(
	entry: ContentfulEntry,
	fields: Record<string, Field>,
	context: ParseContext,
	substitute: (problem: FieldProblem) => unknown,
): Record<string, unknown> {
	const { id, updatedAt = "" } = entry.sys;
	const result: Record<string, unknown> = { id, updatedAt };
	const texts: ParsedField[] = [];
	for (const [name, field] of Object.entries(fields)) {
		const parsed = parseField(entry, name, field, context);
		const { place } = parsed;
		if (isOptionalWithoutLanguages(field)) reportOtherLanguage(entry.fields[name], place, context);
		const problem = parsed.problem ?? findAbsence(parsed, field);
		const value = problem ? substitute({ field, name, place, problem }) : parsed.value;
		const isText = value !== undefined && typeof value !== "number";
		if (!problem && isTranslated(field) && isText) texts.push(parsed);
		const source = { entry: id, field: name, locale: place.locale };
		const markedValue = context.environment.preview ? addSource(value, source) : value;
		const missingValue = listKinds.includes(field.kind) ? [] : undefined;
		result[name] = markedValue ?? missingValue;
	}
	reportUntranslated(id, texts, context);
	return result;
}

/**
 * Checks whether a field is optional and has no translations. Payment links are excluded: the report has another row for
 * a missing one.
 */
function isOptionalWithoutLanguages(field: Field): boolean {
	return !isTranslated(field) && !field.required && field.kind !== "paymentLink";
}

/** Reports a field without languages whose only value is in the other language, which pages in `locale` do not show. */
function reportOtherLanguage(
	values: Record<string, unknown> = {},
	place: Place,
	{ locale, locales: readLocales, report }: ParseContext,
): void {
	const other = otherLocale(locale);
	const hasOwnValue = [...readLocales.keys()].some((code) => !isEmpty(values[code]));
	if (readLocales.has(other) || hasOwnValue || isEmpty(values[other])) return;
	const problem = `the field has a value in ${locales[other].nameInEnglish} only`;
	report.add("warning", place, problem, `${locales[locale].nameInEnglish} pages do without it`);
}

function findAbsence({ value }: ParsedField, { required }: Field): string | undefined {
	return required && value === undefined ? "the required field is empty" : undefined;
}

/**
 * Parsed value of a field. `place.locale` is the locale of the value, or `defaultLocale` when no locale has a value.
 */
type ParsedField = ParseResult & {
	place: Place & { locale: string };
	/** Whether the value is English and the page's language is not. */
	isFallback: boolean;
};

/** Parses the first usable value of a field: in the page's locale, or else in a fallback locale. */
function parseField(
	entry: ContentfulEntry,
	name: string,
	field: Field,
	context: ParseContext,
): ParsedField {
	const place = {
		type: "entries" as const,
		id: entry.sys.id,
		field: name,
		locale: defaultLocale as string,
	};
	let parsed: ParsedField = { place, isFallback: false };
	for (const found of pickValues(entry.fields[name], isTranslated(field), context)) {
		const foundPlace = { ...place, locale: found.localeCode };
		const result = parsers[field.kind]({ ...found, field, place: foundPlace }, context);
		parsed = { ...result, place: foundPlace, isFallback: found.isEnglish };
		// A Rich Text field without any content that the site can show counts as missing, so the next locale is tried.
		const isMissing =
			field.kind === "richText" && result.value === undefined && result.problem === undefined;
		if (!isMissing) break;
	}
	return parsed;
}

/** Reports the texts of an entry that are shown in English, because they have no translation. */
function reportUntranslated(
	id: string,
	texts: ParsedField[],
	{ locale, report }: ParseContext,
): void {
	const untranslated = texts.filter(({ isFallback }) => isFallback);
	if (untranslated.length === 0) return;
	const entry: Place = { type: "entries", id, locale };
	const language = locales[locale].nameInEnglish;
	const shown = locales[defaultLocale].nameInEnglish;
	if (untranslated.length > 1 && untranslated.length === texts.length) {
		report.add(
			"warning",
			entry,
			`the entry has no ${language} texts`,
			`the ${shown} texts are shown`,
		);
		return;
	}
	for (const { place } of untranslated) {
		report.add(
			"warning",
			{ ...place, locale },
			`there is no ${language} text`,
			`the ${shown} text is shown`,
		);
	}
}

/**
 * Returns the placeholder for a missing required field, which previews of other pages show. It contains the field's
 * name, so that editors see which field is empty.
 */
function placeholderFor(name: string, { kind, required }: Field): unknown {
	if (!required) return undefined;
	return kind === "email" ? "nobody@example.invalid" : { value: `[${labelOf(name)}]` };
}

/** Marks a text, number or picture with its entry and field (`source`), for Contentful's live preview. */
function addSource(value: unknown, source: Source): unknown {
	if (Array.isArray(value)) return value.map((item) => addSource(item, source));
	if (typeof value === "number") return { value: String(value), number: value, source };
	if (typeof value !== "object" || value === null) return value;
	const isShown = "value" in value || "blocks" in value || "src" in value;
	return isShown ? { ...value, source } : value;
}
