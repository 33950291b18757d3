import type { Field, Kind } from "../../../content/fields.ts";
import { defaultLanguage } from "../../../content/locales.ts";
import type { RichTextValue } from "../../../content/snapshot.ts";
import type { Place } from "../report.ts";
import { describeSchemaIssue } from "../requestService.ts";
import { isTestLink, parsePaymentLink } from "../stripe/parsePaymentLink.ts";
import { type Found, markText, type ParseContext } from "./context.ts";
import { describeAbsence } from "./dropUnpublished.ts";
import { isEmpty } from "./isEmpty.ts";
import type { Unresolved } from "./links.ts";
import { parseWebAddress } from "./parseLink.ts";
import { parsePicture } from "./parsePicture.ts";
import { parseRedirects } from "./parseRedirects.ts";
import { parsePlainText, parseRichText, richTextDocument } from "./parseRichText.ts";
import { assetLinkSchema } from "./schemas.ts";

/** A value of a field, and where it stands. */
export type FoundInField = Found & { field: Field; place: Place };

/** Result of parsing a field's value. A value with neither counts as missing. */
export type Outcome = { value?: unknown; problem?: string };

export type FieldParser = (found: FoundInField, context: ParseContext) => Outcome;

/** Maximum length of an e-mail field, in characters: an address has at most 254, and a pasted link may have a subject. */
const maxEmailLength = 2_000;

/** An e-mail address, which may be pasted as a `mailto:` link, or with angle brackets or punctuation around it. */
const emailPattern = /^\s*(?:mailto:)?<?([^\s@<>:]+@[^\s@<>?]+?)[>.,;]*(?:\?.*)?\s*$/i;

/** For each kind of field, what parses its values. `parseContent.ts` has the parser of lists of entries. */
export const fieldParsers: Record<Exclude<Kind, "entries">, FieldParser> = {
	text: ofText((text, { isEnglish }) => ({ value: markText(text, isEnglish) })),
	textOrNumber: ({ raw, isEnglish }) => {
		if (typeof raw === "number") return { value: raw };
		return typeof raw === "string" ? { value: markText(raw.trim(), isEnglish) } : expected("a text or a number", raw);
	},
	textList: ({ raw, isEnglish }) => {
		const lines = readLines(raw);
		if (!lines) return expected("a list of texts", raw);
		return { value: lines.filter((line) => !isEmpty(line)).map((line) => markText(line.trim(), isEnglish)) };
	},
	richText: parseFormattedText,
	code: ofText((text) => ({ value: text })),
	email: ({ raw }) => {
		const address = typeof raw === "string" && raw.length <= maxEmailLength && emailPattern.exec(raw)?.[1];
		return address ? { value: address } : expected("an e-mail address", raw);
	},
	paymentLink: ofText((text, { place }, { environment: { paymentLinkHosts, site }, report }) => {
		const href = parsePaymentLink(text, paymentLinkHosts);
		const isTest = href !== undefined && site.indexable && isTestLink(href);
		if (href && !isTest) return { value: href };
		const problem = isTest
			? "the payment link belongs to Stripe's test mode"
			: `the payment link is not an https address on ${paymentLinkHosts.join(" or ")}`;
		report.add("severe", place, problem, "the button is left out");
		return {};
	}),
	webAddress: ofText((text, { field, place }, { environment, locale, report }) => {
		const parsed = parseWebAddress(text, environment.site.url, locale);
		if ("href" in parsed) return { value: parsed.href };
		if (field.required) return parsed;
		report.add("warning", place, parsed.problem, "the link is left out");
		return {};
	}),
	redirects: ({ raw, place }, { environment, report }) => {
		const lines = readLines(raw);
		if (!lines) return expected("lines of text", raw);
		const { redirects, problems } = parseRedirects(lines, environment.site.url);
		for (const problem of problems) report.add("warning", place, problem, "the line is left out");
		return redirects.length > 0 ? { value: redirects } : {};
	},
	asset: ({ raw, field, place }, context) => {
		const link = assetLinkSchema.safeParse(raw);
		if (!link.success) return expected("an asset", raw);
		const { id } = link.data.sys;
		// The caller reports that the entry cannot be shown, so that the asset is not a second row.
		if (field.required && !context.content.assets.has(id)) {
			return { problem: `asset "${id}" ${describeAbsence(id, context.content)}` };
		}
		return { value: parsePicture(id, place, context) };
	},
	assets: ({ raw, place }, context) => {
		const links = assetLinkSchema.array().safeParse([raw].flat());
		if (!links.success) return expected("a list of assets", raw);
		return { value: links.data.flatMap(({ sys }) => parsePicture(sys.id, place, context) ?? []) };
	},
};

/** A list of texts, or a text with an entry a line; undefined for anything else. */
function readLines(raw: unknown): string[] | undefined {
	const lines = typeof raw === "string" ? raw.split(/[\n\r\u2028]+/) : raw;
	return Array.isArray(lines) && lines.every((line) => typeof line === "string") ? lines : undefined;
}

function ofText(parse: (text: string, found: FoundInField, context: ParseContext) => Outcome): FieldParser {
	return (found, context) =>
		typeof found.raw === "string" ? parse(found.raw.trim(), found, context) : expected("a text", found.raw);
}

function parseFormattedText({ raw, isEnglish, place }: FoundInField, context: ParseContext): Outcome {
	const show = (text: Unresolved<RichTextValue>): Outcome =>
		text.blocks.length > 0 ? { value: isEnglish ? { lang: defaultLanguage, ...text } : text } : {};
	if (typeof raw === "string") return show(parsePlainText(raw));
	if (typeof raw !== "object" || raw === null || !("nodeType" in raw)) return expected("a text or Rich Text", raw);
	const document = richTextDocument.safeParse(raw);
	if (!document.success) return { problem: `the Rich Text is malformed: ${describeSchemaIssue(document.error)}` };
	return show(parseRichText(document.data, place, context));
}

/** The problem of a value that is something else than `what`. */
export function expected(what: string, raw: unknown): Outcome {
	return { problem: `expected ${what}, found ${nameKind(raw)}` };
}

/** A value in a few words, for people who do not read JSON. */
function nameKind(value: unknown): string {
	if (Array.isArray(value)) return `a list with ${[...new Set(value.map(nameKind))].slice(0, 3).join(" and ")}`;
	if (typeof value !== "object" || value === null) return `the ${typeof value} ${JSON.stringify(value).slice(0, 40)}`;
	const { linkType } = (value as { sys?: { linkType?: unknown } }).sys ?? {};
	if (linkType === "Entry" || linkType === "Asset") return `a link to an ${linkType.toLowerCase()}`;
	return "nodeType" in value ? "Rich Text" : "an object";
}
