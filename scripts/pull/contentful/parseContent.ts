import { z } from "zod";
import { type ContentType, type Field, isTranslated, type Kind } from "../../../content/fields.ts";
import {
	defaultLanguage,
	defaultLocale,
	localeCodes,
	otherLocale,
} from "../../../content/locales.ts";
import {
	itemTypes,
	type ListEntryName,
	type PageEntryName,
	pageEntries,
	pageEntryNames,
} from "../../../content/model.ts";
import { readPounds } from "../../../content/money.ts";
import { pages } from "../../../content/pages.ts";
import { isRoute, reservedSlugs, withdrawalSlug } from "../../../content/routes.ts";
import type { Entry, Source, UnpricedContent } from "../../../content/snapshot.ts";
import { words } from "../../../content/words.ts";
import type { Place } from "../report.ts";
import { isTestLink, parsePaymentLink } from "../stripe/parsePaymentLink.ts";
import { parseRedirect, parseWebAddress, quoteAddress } from "./addresses.ts";
import {
	ContentProblem,
	type FieldContext,
	isEmpty,
	listValues,
	type ParseContext,
	warn,
} from "./context.ts";
import type { ContentfulItem } from "./fetchContent.ts";
import { missingState, parsePicture } from "./parseAsset.ts";
import { parsePlainText, parseRichText, richTextDocument } from "./parseRichText.ts";

type Fields = ContentType["fields"];

/** Kinds of field for which a missing value becomes an empty list. */
const listKinds: Kind[] = ["textList", "assets", "entries"];

/** Words for what pages lack without a valid value. */
const omittedParts: Partial<Record<Kind, string>> = { paymentLink: "button", webAddress: "link" };

/** Entries that the site never omits, because every page needs their content. */
const indispensable: PageEntryName[] = ["appShell", "navigation", "home"];

const unpublishedInEnglish = "is not published in English";

/**
 * Validates Contentful's entries against the content model and converts them to the content of each locale.
 * @returns the contents, which are complete only when `report` has no faults
 */
export function parseContents(
	common: Omit<ParseContext, "locale" | "furtherPages" | "slugs">,
): UnpricedContent[] {
	const slugs = new Map(reservedSlugs.map((slug) => [slug, "the site itself"]));
	const contexts = localeCodes.map((locale) => ({ ...common, locale, furtherPages: [], slugs }));
	// Parsed first, because addresses and redirects can lead to them. A page must be complete in all languages.
	const lists = contexts.map(parseFurtherPages);
	const isInAll = ({ id }: Entry<"page">) =>
		lists.every((pages) => pages.some((page) => page.id === id));
	return contexts.map((context, index) =>
		parseContent({ ...context, furtherPages: lists[index]?.filter(isInAll) ?? [] }),
	);
}

/** Parses the editors' further pages, and adds that of the withdrawal form before them when it is switched on. */
function parseFurtherPages(context: ParseContext): Entry<"page">[] {
	const { contentfulData, environment, locale } = context;
	const appShell = contentfulData.entries.get(environment.entryIds.appShell);
	if (!appShell) return [];
	const parse = (name: "pages" | "withdrawalForm") =>
		parseField(appShell, name, pageEntries.appShell.fields[name], context).value;
	const pages = (parse("pages") ?? []) as Entry<"page">[];
	if (!parse("withdrawalForm")) return pages;
	const { withdraw, withdrawalLead } = words[locale];
	return [
		{
			id: withdrawalSlug,
			updatedAt: appShell.sys.updatedAt,
			slug: withdrawalSlug,
			title: { value: withdraw },
			text: { blocks: parsePlainText(withdrawalLead) },
			showInFooter: true,
		},
		...pages,
	];
}

function parseContent(context: ParseContext): UnpricedContent {
	const { contentfulData, environment, locale, report } = context;
	const hidden: PageEntryName[] = [];
	const parsed: Record<string, unknown> = { locale, hidden };
	for (const name of pageEntryNames) {
		const fields: Fields = pageEntries[name].fields;
		const id = environment.entryIds[name];
		const entry = contentfulData.entries.get(id);
		if (entry && !lacksEnglish(entry, fields, context)) {
			parsed[name] = parseFields(entry, fields, context, (place, problem) =>
				report.addFault(place, problem),
			);
			continue;
		}
		if (entry && !indispensable.includes(name)) hidden.push(name);
		reportAbsence(name, entry, context);
		const emptyEntry = { sys: { id, updatedAt: "1970-01-01T00:00:00Z" }, fields: {} };
		parsed[name] = parseFields(emptyEntry, fields, context, () => {});
	}
	parsed.appShell = { ...(parsed.appShell as object), pages: context.furtherPages };
	return parsed as UnpricedContent;
}

/**
 * Checks whether an entry has texts in another language only. In a space with locale-based publishing, Contentful leaves
 * the values of unpublished locales out of its response. A preview shows such an entry, because it shows drafts.
 */
function lacksEnglish(entry: ContentfulItem, fields: Fields, context: ParseContext): boolean {
	if (context.environment.preview) return false;
	const inEnglish: ParseContext = { ...context, locale: defaultLocale };
	const translated = Object.entries(fields).filter(([, field]) => isTranslated(field));
	const texts = translated.map(([name]) => entry.fields[name] ?? {});
	const hasText = texts.some((values) => !isEmpty(Object.values(values)));
	return hasText && texts.every((values) => listValues(values, true, inEnglish).length === 0);
}

/** Reports that the site cannot show an entry of a page. */
function reportAbsence(
	name: PageEntryName,
	entry: ContentfulItem | undefined,
	{ environment, report }: ParseContext,
): void {
	const place: Place = { id: environment.entryIds[name] };
	const problem = entry
		? `the entry ${unpublishedInEnglish}`
		: "no published entry has this id (see CONTENTFUL_ENTRY_IDS)";
	if (!entry || indispensable.includes(name)) {
		report.addFault(place, `${pageEntries[name].name} is missing: ${problem}`);
		return;
	}
	const severity = isRoute(name) && pages[name].offers ? "severe" : "warning";
	const omitted = isRoute(name)
		? "page is left out, with all links to it"
		: "newsletter form is left out";
	report.add(severity, { ...place, locale: defaultLocale }, problem, `the ${omitted}`);
}

/** Parses an entry of a list. Reports an entry that cannot be shown, and returns undefined for it. */
function parseListEntry(id: string, context: FieldContext): unknown {
	const { contentfulData, field, report } = context;
	const entry = contentfulData.entries.get(id);
	report.deliveries.entries.set(id, entry !== undefined);
	// In content/model.ts, `itemType` is always the name of a content type that a list can contain.
	const fields: Fields = itemTypes[field.itemType as ListEntryName].fields;
	if (!entry || lacksEnglish(entry, fields, context)) {
		const state = entry ? unpublishedInEnglish : missingState;
		return warn(context, `entry "${id}" of the list ${state}`, "the entry is not shown");
	}
	let hasProblem = false;
	const value = parseFields(entry, fields, context, (place, problem) => {
		hasProblem = true;
		report.add("severe", place, problem, "the entry is not shown");
	});
	return hasProblem ? undefined : value;
}

/**
 * Parses all fields of an entry. A required field with a problem is reported, and gets a placeholder for previews of
 * other pages.
 */
function parseFields(
	entry: ContentfulItem,
	fields: Fields,
	context: ParseContext,
	reportProblem: (place: Place, problem: string) => void,
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
			result[name] = addMarks(value, createMarks(parsed, context));
		}
		if (listKinds.includes(field.kind)) result[name] ??= [];
	}
	reportUntranslated(id, texts, context);
	return result;
}

type ParsedField = {
	value?: unknown;
	/** `locale` is that of the value, or `defaultLocale` when no locale has a value. */
	place: { id: string; field: string; locale: string };
	/** Whether the value is an English text on a page in another language. */
	isEnglish: boolean;
};

/** Parses the first usable value of a field: in the page's locale, or else in a fallback locale. */
function parseField(
	{ sys: { id }, fields }: ContentfulItem,
	name: string,
	field: Field,
	context: ParseContext,
): ParsedField {
	const place = { id, field: name, locale: defaultLocale };
	let parsed: ParsedField = { place, isEnglish: false };
	const found = listValues(fields[name], isTranslated(field), context);
	for (const { raw, localeCode, isEnglish } of found) {
		const ownPlace = { ...place, locale: localeCode };
		const value = parsers[field.kind](raw, { ...context, field, place: ownPlace });
		// A number needs no translation.
		parsed = { value, place: ownPlace, isEnglish: isEnglish && typeof raw !== "number" };
		// A value without content that the site can show, such as an empty Rich Text, counts as missing.
		if (value !== undefined) break;
	}
	const { report } = context;
	if (field.required) {
		parsed.value ??= new ContentProblem("the required field is empty");
	} else if (parsed.value instanceof ContentProblem) {
		const severity = field.kind === "webAddress" ? "warning" : "severe";
		const instead = `the ${omittedParts[field.kind] ?? "field"} is left out`;
		report.add(severity, parsed.place, parsed.value.message, instead);
		parsed.value = undefined;
	} else if (found.length === 0 && field.kind !== "paymentLink") {
		// The report has other rows for a missing payment link.
		const isInRussian = !isEmpty(fields[name]?.[otherLocale(defaultLocale)]);
		const problem = "the field has a value in Russian only";
		if (isInRussian) report.add("warning", place, problem, "English pages do without it");
	}
	return parsed;
}

/** Reports the texts of an entry that are shown in English, because they have no translation. */
function reportUntranslated(id: string, texts: ParsedField[], context: ParseContext): void {
	const { locale, report } = context;
	const untranslated = texts.filter(({ isEnglish }) => isEnglish);
	if (untranslated.length > 1 && untranslated.length === texts.length) {
		const problem = "the entry has no Russian texts";
		report.add("warning", { id, locale }, problem, "the English texts are shown");
		return;
	}
	for (const { place } of untranslated) {
		const problem = "there is no Russian text";
		report.add("warning", { ...place, locale }, problem, "the English text is shown");
	}
}

/** Language of a text that is not in the page's language, and source of a value for Contentful's live preview. */
type Marks = { lang?: typeof defaultLanguage; source?: Source };

function createMarks({ place, isEnglish }: ParsedField, { environment }: ParseContext): Marks {
	const { id: entry, ...fieldPlace } = place;
	const marks: Marks = {};
	if (isEnglish) marks.lang = defaultLanguage;
	if (environment.preview) marks.source = { entry, ...fieldPlace };
	return marks;
}

/** Marks texts, and in a preview also pictures. */
function addMarks(value: unknown, marks: Marks): unknown {
	if (Array.isArray(value)) return value.map((item) => addMarks(item, marks));
	if (typeof value !== "object" || value === null) return value;
	const isShown = "value" in value || "blocks" in value || "src" in value;
	return isShown ? { ...value, ...marks } : value;
}

/** Returns the value that pages show, a `ContentProblem`, or undefined when there is nothing to show. */
type FieldParser = (raw: unknown, context: FieldContext) => unknown;

const text = z.string().trim();

/** Lines of one text, or a list of texts. */
const lines = z
	.union([z.string().transform((value) => value.split(/[\n\r\u2028]+/)), z.array(z.string())])
	.transform((values) => values.filter((line) => !isEmpty(line)).map((line) => line.trim()));

const linkTo = (linkType: "Entry" | "Asset") =>
	z.object({ sys: z.object({ linkType: z.literal(linkType), id: z.string() }) });

/** Ids in a list of links, or in a single link. */
const idsOf = (linkType: "Entry" | "Asset") =>
	z
		.preprocess((value) => [value].flat(), z.array(linkTo(linkType)))
		.transform((links) => links.map(({ sys }) => sys.id));

/** Finds the address in a text that may be copied from elsewhere, such as `mailto:` links and `<me@example.org>`. */
const emailAddress = /(?<![^\s@<>:])[^\s@<>:]+@[^\s@<>?,;]*[\p{L}\d]/u;

/** Parsers by kind of field. */
const parsers: Record<Kind, FieldParser> = {
	text: parserOf("a text", text, (value) => ({ value })),
	textOrNumber: parserOf("a text or a number", z.union([z.number(), text]), (value, context) => {
		const parsed = { value: String(value) };
		if (!context.field.pounds) return parsed;
		const read = readPounds(parsed.value);
		const problem = "the price is not an amount in pounds, such as 199 or from 199";
		if (!read) warn(context, problem, "it is shown as entered");
		return read?.money.amount === 0 ? new ContentProblem("the price is 0") : parsed;
	}),
	textList: parserOf("a list of texts", lines, (values) => values.map((value) => ({ value }))),
	richText: parserOf("a text or Rich Text", z.union([text, richTextDocument]), (value, context) => {
		const blocks =
			typeof value === "string" ? parsePlainText(value) : parseRichText(value, context);
		return blocks.length > 0 ? { blocks } : undefined;
	}),
	code: parserOf("a text", text),
	slug: parserOf(
		"lower-case letters, digits and single hyphens",
		text.regex(/^[a-z\d]+(-[a-z\d]+)*$/),
		(slug, { place: { id }, slugs }) => {
			const owner = slugs.get(slug) ?? id;
			slugs.set(slug, owner);
			if (owner === id) return slug;
			return new ContentProblem(`the address "/${slug}" belongs to ${owner}`);
		},
	),
	phone: parserOf("a phone number such as +44 20 7946 0000", text.regex(/^\+[\d ]+$/)),
	email: parserOf(
		"an e-mail address",
		z.string().regex(emailAddress),
		(value) => emailAddress.exec(value)?.[0],
	),
	paymentLink: parserOf("a text", text, (value, { environment }) => {
		const { paymentLinkHosts, site } = environment;
		const href = parsePaymentLink(value, paymentLinkHosts);
		if (!href) {
			const hosts = paymentLinkHosts.join(" or ");
			return new ContentProblem(`the payment link is not an https address on ${hosts}`);
		}
		if (!site.indexable || !isTestLink(href)) return href;
		return new ContentProblem("the payment link belongs to Stripe's test mode");
	}),
	webAddress: parserOf("a text", text, parseWebAddress),
	boolean: parserOf("yes or no", z.boolean(), (value, { environment, field }) => {
		if (value && field.needsMails && !environment.canSendMails)
			return new ContentProblem("its mails cannot be sent, because BREVO_API_KEY is missing");
		return value || undefined;
	}),
	redirects: parserOf("lines of text", lines, (values, context) => {
		const redirects = values.flatMap((line) => {
			const redirect = parseRedirect(line, context);
			if (typeof redirect !== "string") return [redirect];
			warn(context, `${quoteAddress(line)} ${redirect}`, "the line is left out");
			return [];
		});
		return redirects.length > 0 ? redirects : undefined;
	}),
	asset: parserOf("an asset", linkTo("Asset"), ({ sys }, context) => parsePicture(sys.id, context)),
	assets: parserOf("a list of assets", idsOf("Asset"), (ids, context) =>
		ids.flatMap((id) => parsePicture(id, context) ?? []),
	),
	entries: parserOf("a list of entries", idsOf("Entry"), (ids, context) =>
		[...new Set(ids)].flatMap((id) => parseListEntry(id, context) ?? []),
	),
};

/**
 * Creates a parser that refuses values that do not match a schema.
 * @param expected the type of the value in words that editors understand
 * @param parse returns the value that pages show; by default, that of the schema
 */
function parserOf<Schema extends z.ZodType>(
	expected: string,
	schema: Schema,
	parse: (value: z.infer<Schema>, context: FieldContext) => unknown = (value) => value,
): FieldParser {
	return (raw, context) => {
		const { success, data } = schema.safeParse(raw);
		if (success) return parse(data, context);
		const found = JSON.stringify(raw).slice(0, 80);
		return new ContentProblem(`expected ${expected}, found ${found}`);
	};
}
