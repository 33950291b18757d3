import type { Field, Kind } from "../../../content/fields.ts";
import { defaultLanguage } from "../../../content/locales.ts";
import type { RichTextValue } from "../../../content/snapshot.ts";
import type { Place } from "../report.ts";
import { describeSchemaIssue } from "../requestService.ts";
import { isTestLink, parsePaymentLink } from "../stripe/parsePaymentLink.ts";
import { createTextValue, type LocaleValue, type ParseContext } from "./context.ts";
import { isEmpty } from "./isEmpty.ts";
import type { WithUnresolvedLinks } from "./links.ts";
import { checkHost, missingState, parseWebAddress } from "./parseLink.ts";
import { parsePicture } from "./parsePicture.ts";
import { parseRedirects } from "./parseRedirects.ts";
import { parsePlainText, parseRichText, richTextDocument } from "./parseRichText.ts";
import { assetLinkSchema } from "./schemas.ts";

/** A field's value in one locale, with the field's definition and the field's place in the Contentful space. */
export type FieldValueInLocale = LocaleValue & { field: Field; place: Place };

/**
 * Result of parsing a field's value: a value, or the problem with it. A result with neither means that the field is
 * empty.
 */
export type ParseResult = { value?: unknown; problem?: string };

export type FieldParser = (found: FieldValueInLocale, context: ParseContext) => ParseResult;

/** Matches an e-mail address, also as a `mailto:` link, or with angle brackets or punctuation around it. */
const emailPattern = new RegExp(
	[
		String.raw`^\s*(?:mailto:)?<?`,
		String.raw`(?<address>[^\s@<>:]+@[^\s@<>?]+?)`,
		"[>.,;]*",
		// Query of a `mailto:` link, such as `?subject=Hello`.
		String.raw`(?:\?.*)?\s*$`,
	].join(""),
	"i",
);

/** Parsers by kind of field. `parseContent.ts` has the parser for lists of entries. */
export const fieldParsers: Record<Exclude<Kind, "entries">, FieldParser> = {
	text: forText((text, { isEnglish }) => ({ value: createTextValue(text, isEnglish) })),
	textOrNumber: ({ raw, isEnglish }) => {
		if (typeof raw === "number") return { value: raw };
		if (typeof raw === "string") return { value: createTextValue(raw.trim(), isEnglish) };
		return createTypeProblem("a text or a number", raw);
	},
	textList: ({ raw, isEnglish }) => {
		const lines = readLines(raw);
		if (!lines) return createTypeProblem("a list of texts", raw);
		const filledLines = lines.filter((line) => !isEmpty(line));
		return { value: filledLines.map((line) => createTextValue(line.trim(), isEnglish)) };
	},
	richText: parseFormattedText,
	code: forText((text) => ({ value: text })),
	email: ({ raw }) => {
		const match = typeof raw === "string" ? emailPattern.exec(raw) : null;
		const address = match?.groups?.address;
		return address ? { value: address } : createTypeProblem("an e-mail address", raw);
	},
	paymentLink: forText((text, { place }, { environment, report }) => {
		const { paymentLinkHosts, site } = environment;
		const href = parsePaymentLink(text, paymentLinkHosts);
		if (!href) {
			const problem = `the payment link is not an https address on ${paymentLinkHosts.join(" or ")}`;
			report.add("severe", place, problem, "the button is left out");
			return {};
		}
		if (site.indexable && isTestLink(href)) {
			report.add(
				"severe",
				place,
				"the payment link belongs to Stripe's test mode",
				"the button is left out",
			);
			return {};
		}
		return { value: href };
	}),
	webAddress: forText((text, { field, place }, { environment, locale, report }) => {
		const parsed = parseWebAddress(text, environment.site.url, locale);
		const checked =
			"href" in parsed && field.httpsHosts ? checkHost(parsed.href, field.httpsHosts) : parsed;
		if ("href" in checked) return { value: checked.href };
		if (field.required) return checked;
		report.add("warning", place, checked.problem, "the link is left out");
		return {};
	}),
	boolean: ({ raw }) => {
		if (typeof raw !== "boolean") return createTypeProblem("yes or no", raw);
		return raw ? { value: true } : {};
	},
	redirects: ({ raw, place }, { environment, report }) => {
		const lines = readLines(raw);
		if (!lines) return createTypeProblem("lines of text", raw);
		const { redirects, problems } = parseRedirects(lines, environment.site.url);
		for (const problem of problems) report.add("warning", place, problem, "the line is left out");
		return redirects.length > 0 ? { value: redirects } : {};
	},
	asset: ({ raw, field, place }, context) => {
		const link = assetLinkSchema.safeParse(raw);
		if (!link.success) return createTypeProblem("an asset", raw);
		const { id } = link.data.sys;
		// Skips `parsePicture`, because both `parsePicture` and the caller would report the missing asset.
		if (field.required && !context.contentfulData.assets.has(id)) {
			return { problem: `asset "${id}" ${missingState}` };
		}
		return { value: parsePicture(id, place, context) };
	},
	assets: ({ raw, place }, context) => {
		const links = assetLinkSchema.array().safeParse([raw].flat());
		if (!links.success) return createTypeProblem("a list of assets", raw);
		return { value: links.data.flatMap(({ sys }) => parsePicture(sys.id, place, context) ?? []) };
	},
};

/** Splits a text into lines. Returns a list of texts unchanged, and undefined for any other value. */
function readLines(raw: unknown): string[] | undefined {
	const lines = typeof raw === "string" ? raw.split(/[\n\r\u2028]+/) : raw;
	const isListOfTexts = Array.isArray(lines) && lines.every((line) => typeof line === "string");
	return isListOfTexts ? lines : undefined;
}

/** Creates a field parser that refuses values other than texts, and passes the trimmed text to `parse`. */
function forText(
	parse: (text: string, found: FieldValueInLocale, context: ParseContext) => ParseResult,
): FieldParser {
	return (found, context) => {
		if (typeof found.raw !== "string") return createTypeProblem("a text", found.raw);
		return parse(found.raw.trim(), found, context);
	};
}

function parseFormattedText(
	{ raw, isEnglish, place }: FieldValueInLocale,
	context: ParseContext,
): ParseResult {
	const toResult = (text: WithUnresolvedLinks<RichTextValue>): ParseResult => {
		if (text.blocks.length === 0) return {};
		return { value: isEnglish ? { lang: defaultLanguage, ...text } : text };
	};
	if (typeof raw === "string") return toResult(parsePlainText(raw));
	if (typeof raw !== "object" || raw === null || !("nodeType" in raw))
		return createTypeProblem("a text or Rich Text", raw);
	const document = richTextDocument.safeParse(raw);
	if (!document.success)
		return { problem: `the Rich Text is malformed: ${describeSchemaIssue(document.error)}` };
	return toResult(parseRichText(document.data, place, context));
}

/** Creates the result for a value of the wrong type: a problem that names the expected type and the value's type. */
export function createTypeProblem(type: string, raw: unknown): ParseResult {
	return { problem: `expected ${type}, found ${describeType(raw)}` };
}

/** Names the type of a value in words that editors understand. */
function describeType(value: unknown): string {
	if (Array.isArray(value)) {
		const kinds = [...new Set(value.map(describeType))];
		return `a list with ${kinds.slice(0, 3).join(" and ")}`;
	}
	if (typeof value !== "object" || value === null)
		return `the ${typeof value} ${JSON.stringify(value).slice(0, 40)}`;
	const { linkType } = (value as { sys?: { linkType?: unknown } }).sys ?? {};
	if (linkType === "Entry" || linkType === "Asset") return `a link to an ${linkType.toLowerCase()}`;
	return "nodeType" in value ? "Rich Text" : "an object";
}
