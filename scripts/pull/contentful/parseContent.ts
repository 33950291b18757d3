import { z } from "zod";
import { type Field, isTranslated, type Kind } from "../../../content/fields.ts";
import type { Consequence } from "../../../content/findings.ts";
import type { Place } from "../../../content/formatFinding.ts";
import {
	defaultLanguage,
	defaultLocale,
	localeCodes,
	otherLocale,
} from "../../../content/locales.ts";
import {
	contentTypes,
	type ListEntryName,
	type PageEntryName,
	pageEntries,
	pageEntryNames,
	type TypeName,
} from "../../../content/model.ts";
import { readPounds } from "../../../content/money.ts";
import { schemaHours } from "../../../content/openingHours.ts";
import { pageFacts } from "../../../content/pages.ts";
import { isRoute, reservedSlugs, withdrawalSlug } from "../../../content/routes.ts";
import type { Entry, TextValue, UnpricedContent, Values } from "../../../content/snapshot.ts";
import { words } from "../../../content/words.ts";
import { Problem } from "../problem.ts";
import type { Parsed } from "../references.ts";
import { isTestLink, parsePaymentLink } from "../stripe/parsePaymentLink.ts";
import { parseRedirect, parseWebAddress, shorten } from "./addresses.ts";
import { isEmpty } from "./cleanText.ts";
import type { ContentfulItem } from "./contentfulData.ts";
import { type FieldContext, listValues, type ParseContext } from "./context.ts";
import { parsePicture } from "./parseAsset.ts";
import { parsePlainText, parseRichText, richTextDocument } from "./parseRichText.ts";

/** Kinds of field for which a missing value becomes an empty list. */
const listKinds: Kind[] = ["textList", "assets", "entries"];

/** Entries that the site never omits, because every page needs their content. */
const indispensable: PageEntryName[] = ["appShell", "navigation", "home"];

/**
 * Validates Contentful's entries against the content model and converts them to the content of each locale.
 * @returns the contents, which are complete only when `report` has no faults
 */
export function parseContents(
	common: Omit<ParseContext, "locale" | "furtherPages" | "slugs">,
): UnpricedContent<Parsed>[] {
	const { contentfulData, environment, report } = common;
	for (const name of pageEntryNames) {
		const id = environment.entryIds[name];
		if (contentfulData.largeIds.includes(id))
			report.add({ type: name, id }, "entryNearLimit", "shownAsIs");
	}
	const slugs = new Map<string, string>();
	const contexts = localeCodes.map((locale) => ({ ...common, locale, furtherPages: [], slugs }));
	// Parsed first, because addresses and redirects can lead to them. A page must be complete in all languages.
	const lists = contexts.map(parseFurtherPages);
	const isInAll = ({ id }: Entry<"page", Parsed>) =>
		lists.every((pages) => pages.some((page) => page.id === id));
	return contexts.map((context, index) =>
		parseContent({ ...context, furtherPages: lists[index]?.filter(isInAll) ?? [] }),
	);
}

/** Parses the editors' further pages, and adds that of the withdrawal form before them when it is switched on. */
function parseFurtherPages(context: ParseContext): Entry<"page", Parsed>[] {
	const { contentfulData, environment, locale } = context;
	const appShell = contentfulData.entries.get(environment.entryIds.appShell);
	if (!appShell) return [];
	const parse = (name: "pages" | "withdrawalForm") =>
		parseField(appShell, "appShell", name, pageEntries.appShell.fields[name], context).value;
	const pages = (parse("pages") ?? []) as Entry<"page", Parsed>[];
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

function parseContent(context: ParseContext): UnpricedContent<Parsed> {
	const { contentfulData, environment, locale, report } = context;
	const hidden: PageEntryName[] = [];
	const parsed: Record<string, unknown> = { locale, hidden };
	for (const name of pageEntryNames) {
		const id = environment.entryIds[name];
		const place: Place = { type: name, id };
		const entry = contentfulData.entries.get(id);
		if (entry && !lacksEnglish(entry, name, context)) {
			const { value } = parseFields(entry, name, context, "nothingPublished");
			if (isRoute(name) && !Object.values(value).some(isContent))
				report.add(place, "pageEmpty", "shownAsIs");
			parsed[name] = value;
			continue;
		}
		const consequence = describeOmission(name, entry);
		if (consequence !== "nothingPublished") hidden.push(name);
		report.add(place, entry ? "entryWithoutEnglish" : "entryAbsent", consequence);
		const emptyEntry = { sys: { id, updatedAt: "1970-01-01T00:00:00Z" }, fields: {} };
		parsed[name] = parseFields(emptyEntry, name, context).value;
	}
	const content = parsed as UnpricedContent<Parsed>;
	const { announcementUntil } = content.appShell;
	// Swedes write dates as Contentful does.
	const today = new Date().toLocaleDateString("sv", { timeZone: "Europe/London" });
	if (announcementUntil && announcementUntil < today) content.appShell.announcement = undefined;
	return content;
}

/** Checks whether a field's value is more than a heading or label: a formatted text, a picture or a list. */
const isContent = (value: unknown) =>
	typeof value === "object" && !isEmpty(value) && !("value" in Object(value));

/**
 * Checks whether an entry has texts in another language only. In a space with locale-based publishing, Contentful leaves
 * the values of unpublished locales out of its response. A preview shows such an entry, because it shows drafts.
 */
function lacksEnglish(entry: ContentfulItem, type: TypeName, context: ParseContext): boolean {
	if (context.environment.preview) return false;
	const inEnglish: ParseContext = { ...context, locale: defaultLocale };
	const fields = Object.entries<Field>(contentTypes[type].fields);
	const translated = fields.filter(([, field]) => isTranslated(field));
	const texts = translated.map(([name]) => entry.fields[name] ?? {});
	const hasText = texts.some((values) => !isEmpty(Object.values(values)));
	return hasText && texts.every((values) => listValues(values, true, inEnglish).length === 0);
}

/** Returns the consequence of an entry of a page that is missing, or has no English texts. */
function describeOmission(name: PageEntryName, entry: ContentfulItem | undefined) {
	if (!entry || indispensable.includes(name)) return "nothingPublished";
	if (!isRoute(name)) return "formLeftOut";
	return pageFacts[name].offers ? "offersLeftOut" : "pageLeftOut";
}

/** Parses an entry of a list. Reports an entry that cannot be shown, and returns undefined for it. */
function parseListEntry(
	id: string,
	context: FieldContext,
): Entry<ListEntryName, Parsed> | undefined {
	const { contentfulData, field, place, report } = context;
	// In content/model.ts, `itemType` is always the name of a content type that a list can contain.
	const type = field.itemType as ListEntryName;
	const values = { entry: { type, id } };
	const entry = contentfulData.entries.get(id);
	report.deliveries.entries.set(id, entry !== undefined);
	if (!entry) {
		report.add(place, "listedEntryMissing", "restShown", values);
		return undefined;
	}
	if (lacksEnglish(entry, type, context)) {
		report.add(place, "listedEntryWithoutEnglish", "restShown", values);
		return undefined;
	}
	const { value, isComplete } = parseFields(entry, type, context, "entryLeftOut");
	return isComplete ? (value as Entry<ListEntryName, Parsed>) : undefined;
}

/**
 * Parses all fields of an entry. A required field with a problem is reported, and gets a placeholder for previews of
 * other pages.
 * @param consequence consequence of such a problem; without one, nothing is reported
 */
function parseFields(
	entry: ContentfulItem,
	type: TypeName,
	context: ParseContext,
	consequence?: "nothingPublished" | "entryLeftOut",
) {
	const { id, updatedAt } = entry.sys;
	const value: Record<string, unknown> = { id, updatedAt };
	// Further pages are parsed already.
	if (type === "appShell") value.pages = context.furtherPages;
	const fields = Object.entries<Field>(contentTypes[type].fields);
	const texts: ParsedField[] = [];
	let isComplete = true;
	for (const [name, field] of fields.filter(([name]) => !(name in value))) {
		const parsed = parseField(entry, type, name, field, context);
		if (parsed.value instanceof Problem) {
			isComplete = false;
			if (consequence) context.report.addProblem(parsed.place, parsed.value, consequence);
			value[name] = field.kind === "email" ? "" : { value: `[${name}]` };
			continue;
		}
		if (isTranslated(field) && typeof parsed.value === "object") texts.push(parsed);
		value[name] = addMarks(parsed, context);
		if (listKinds.includes(field.kind)) value[name] ??= [];
	}
	reportUntranslated({ type, id }, texts, context);
	return { value, isComplete };
}

type ParsedField = {
	value?: Values<Parsed>[Kind] | Problem | undefined;
	/** `locale` is that of the value, or `defaultLocale` when no locale has a value. */
	place: Place & { locale: string };
	/** Whether the value is an English text on a page in another language. */
	isEnglish: boolean;
	/** Whether the value, in another locale, is the same as the English one. */
	isCopy?: boolean;
};

/** Parses the first usable value of a field: in the page's locale, or else in a fallback locale. */
function parseField(
	{ sys: { id }, fields }: ContentfulItem,
	type: TypeName,
	name: string,
	field: Field,
	context: ParseContext,
): ParsedField {
	const { report } = context;
	const place = { type, id, field: name, locale: defaultLocale };
	let parsed: ParsedField = { place, isEnglish: false };
	const found = listValues(fields[name], isTranslated(field), context);
	for (const { raw, localeCode, isEnglish } of found) {
		const ownPlace = { ...place, locale: localeCode };
		const stored = JSON.stringify(fields[name]?.[localeCode]);
		if (/\p{Co}/u.test(stored)) report.add(ownPlace, "privateCharacters", "wordsShown");
		const isSame = stored === JSON.stringify(fields[name]?.[defaultLocale]);
		parsed = {
			value: parsers[field.kind](raw, { ...context, field, place: ownPlace }),
			place: ownPlace,
			// A number needs no translation.
			isEnglish: isEnglish && typeof raw !== "number",
			isCopy: isSame && localeCode !== defaultLocale,
		};
		// A value without content that the site can show, such as an empty Rich Text, counts as missing.
		if (parsed.value !== undefined) break;
	}
	if (field.required) {
		parsed.value ??= new Problem("requiredEmpty");
	} else if (parsed.value instanceof Problem) {
		report.addProblem(parsed.place, parsed.value, describeLoss(field));
		parsed.value = undefined;
	} else if (found.length === 0 && field.kind !== "paymentLink") {
		// The report has other rows for a missing payment link.
		const isInRussian = !isEmpty(fields[name]?.[otherLocale(defaultLocale)]);
		if (isInRussian) report.add(place, "valueInRussianOnly", "russianOnly");
	}
	return parsed;
}

/** Returns the consequence of an optional field that has no valid value. */
function describeLoss({ kind, needsMails }: Field): Consequence {
	if (needsMails) return "formLeftOut";
	if (kind === "webAddress") return "linkLeftOut";
	return kind === "paymentLink" ? "buttonLeftOut" : "fieldLeftOut";
}

/** Reports the texts of an entry that are shown in English, and an entry whose texts are the English ones again. */
function reportUntranslated(place: Place, texts: ParsedField[], context: ParseContext): void {
	const { locale, report } = context;
	const isCopied = texts.every(({ isCopy }) => isCopy);
	if (isCopied && texts.length > 0) report.add({ ...place, locale }, "textsSame", "shownAsIs");
	const untranslated = texts.filter(({ isEnglish }) => isEnglish);
	if (untranslated.length > 1 && untranslated.length === texts.length) {
		report.add({ ...place, locale }, "entryUntranslated", "englishShown");
		return;
	}
	for (const { place } of untranslated)
		report.add({ ...place, locale }, "untranslated", "englishShown");
}

/**
 * Returns the value with marks on its texts and pictures: the language of a text that is not in the page's language, and
 * the source for Contentful's live preview.
 */
function addMarks({ value, place, isEnglish }: ParsedField, { environment }: ParseContext) {
	const { id: entry, field = "", locale } = place;
	const marks: Pick<TextValue, "lang" | "source"> = {};
	if (isEnglish) marks.lang = defaultLanguage;
	if (environment.preview) marks.source = { entry, field, locale };
	const mark = (part: unknown) => {
		if (!(part instanceof Object)) return part;
		const isShown = "value" in part || "blocks" in part || "reference" in part;
		return isShown ? { ...part, ...marks } : part;
	};
	return Array.isArray(value) ? value.map(mark) : mark(value);
}

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

/** Creates a parser that returns the part of a text that matches, or the problem of a mistyped text. */
const createMatcher =
	(pattern: RegExp) =>
	(text: string, { field: { kind } }: FieldContext) =>
		pattern.exec(text)?.[0] ??
		new Problem("valueMistyped", { expected: { kind }, found: shorten(text) });

const matchSlug = createMatcher(/^[a-z\d]+(-[a-z\d]+)*$/);

/** Returns the value that pages show, the problem with it, or undefined when there is nothing to show. */
type Parser<OfKind extends Kind> = (
	raw: unknown,
	context: FieldContext,
) => Values<Parsed>[OfKind] | Problem | undefined;

const parsers: { [OfKind in Kind]: Parser<OfKind> } = {
	text: createParser(text, (value, { field: { bestLength: best = Infinity }, place, report }) => {
		const { length } = value;
		if (length > 2 * best) report.add(place, "searchTextLong", "textCut", { length, best });
		// One machine-readable form is enough, and Russian hours may be in words.
		const isEnglishHours = place.field === "openingHours" && place.locale === defaultLocale;
		if (isEnglishHours && !schemaHours.test(value))
			report.add(place, "openingHoursUnreadable", "shownAsIs");
		return { value };
	}),
	textOrNumber: createParser(z.union([z.number(), text]), (value, context) => {
		const parsed = { value: String(value) };
		if (!context.field.pounds) return parsed;
		const read = readPounds(parsed.value);
		const found = { found: shorten(parsed.value) };
		if (!read) context.report.add(context.place, "priceUnreadable", "shownAsIs", found);
		return read?.money.amount === 0 ? new Problem("priceZero") : parsed;
	}),
	textList: createParser(lines, (values) => values.map((value) => ({ value }))),
	richText: createParser(z.union([text, richTextDocument]), (value, context) => {
		const blocks =
			typeof value === "string" ? parsePlainText(value) : parseRichText(value, context);
		return blocks.length > 0 ? { blocks } : undefined;
	}),
	code: createParser(text, (value) => value),
	slug: createParser(text, (typed, context) => {
		const slug = matchSlug(typed, context);
		if (slug instanceof Problem) return slug;
		const { id } = context.place;
		const address = { slug: `/${slug}` };
		if (reservedSlugs.includes(slug)) return new Problem("slugReserved", address);
		const owner = context.slugs.get(slug) ?? id;
		context.slugs.set(slug, owner);
		if (owner === id) return slug;
		return new Problem("slugTaken", { ...address, owner: { type: "page", id: owner } });
	}),
	phone: createParser(text, createMatcher(/^\+[\d ]+$/)),
	email: createParser(text, createMatcher(emailAddress)),
	paymentLink: createParser(text, (value, { environment }) => {
		const { paymentLinkHosts, site } = environment;
		const href = parsePaymentLink(value, paymentLinkHosts);
		const hosts = paymentLinkHosts.join(", ");
		if (!href) return new Problem("addressOfOtherHost", { address: shorten(value), hosts });
		if (!site.indexable || !isTestLink(href)) return href;
		return new Problem("paymentLinkOfTestMode");
	}),
	webAddress: createParser(text, parseWebAddress),
	date: createParser(text, createMatcher(/^\d{4}-\d\d-\d\d/)),
	boolean: createParser(z.boolean(), (value, { environment, field, place, report }) => {
		if (value && place.type === "home") report.add(place, "homeHidden", "notFound");
		if (value && field.needsMails && !environment.canSendMails)
			return new Problem("mailsImpossible");
		return value || undefined;
	}),
	redirects: createParser(lines, (values, context) => {
		const redirects = values.flatMap((line) => {
			const redirect = parseRedirect(line, context);
			if (!(redirect instanceof Problem)) return [redirect];
			context.report.addProblem(context.place, redirect, "lineLeftOut");
			return [];
		});
		return redirects.length > 0 ? redirects : undefined;
	}),
	asset: createParser(linkTo("Asset"), ({ sys }, context) =>
		parsePicture(sys.id, context, context.field.required && "entry"),
	),
	assets: createParser(idsOf("Asset"), (ids, context) =>
		ids.flatMap((id) => parsePicture(id, context) ?? []),
	),
	entries: createParser(idsOf("Entry"), (ids, context) => {
		const { place, report } = context;
		const entries = [...new Set(ids)].flatMap((id) => parseListEntry(id, context) ?? []);
		if (place.field === "reviews" && entries.length === 0)
			report.add(place, "reviewsGone", "listEmpty");
		return entries;
	}),
};

/** Matches a text whose letters are all Cyrillic. */
const cyrillic = /^\P{L}*(?=\p{L})\p{Script=Cyrillic}[\P{L}\p{Script=Cyrillic}]*$/u;

/**
 * Creates a parser that refuses values of another type, and reports English texts in Russian.
 * @param parse returns the value that pages show
 */
function createParser<Valid, Value>(
	schema: z.ZodType<Valid>,
	parse: (valid: Valid, context: FieldContext) => Value,
) {
	return (raw: unknown, context: FieldContext): Value | Problem => {
		const { field, place, report } = context;
		const isEnglish = isTranslated(field) && place.locale === defaultLocale;
		if (isEnglish && cyrillic.test(String(raw)))
			report.add(place, "textInOtherScript", "shownAsIs");
		const { success, data } = schema.safeParse(raw);
		if (success) return parse(data, context);
		const found = shorten(JSON.stringify(raw));
		return new Problem("valueOfOtherType", { expected: { kind: field.kind }, found });
	};
}
