import { z } from "zod";
import type { Kind } from "../../../content/fields.ts";
import { isTestLink, parsePaymentLink } from "../stripe/parsePaymentLink.ts";
import { parseRedirect, parseWebAddress, quoteAddress } from "./addresses.ts";
import { ContentProblem, type FieldContext, isEmpty, warn } from "./context.ts";
import { parsePicture } from "./parseAsset.ts";
import { parsePlainText, parseRichText, richTextDocument } from "./parseRichText.ts";

/** Returns the value that pages show, a `ContentProblem`, or undefined when there is nothing to show. */
export type FieldParser = (raw: unknown, context: FieldContext) => unknown;

const text = z.string().trim();

/** Lines of one text, or a list of texts. */
const lines = z
	.union([z.string().transform((value) => value.split(/[\n\r\u2028]+/)), z.array(z.string())])
	.transform((values) => values.filter((line) => !isEmpty(line)).map((line) => line.trim()));

const linkTo = (linkType: "Entry" | "Asset") =>
	z.object({ sys: z.object({ linkType: z.literal(linkType), id: z.string() }) });

/** Ids in a list of links, or in a single link. */
export const idsOf = (linkType: "Entry" | "Asset") =>
	z
		.preprocess((value) => [value].flat(), z.array(linkTo(linkType)))
		.transform((links) => links.map(({ sys }) => sys.id));

/** Finds the address in a text that may be copied from elsewhere, such as `mailto:` links and `<me@example.org>`. */
const emailAddress = /[^\s@<>:]+@[^\s@<>?,;]*[\p{L}\d]/u;

/** Parsers by kind of field. `parseContent.ts` has the parser for lists of entries. */
export const fieldParsers: Record<Exclude<Kind, "entries">, FieldParser> = {
	text: parserOf("a text", text, (value) => ({ value })),
	textOrNumber: parserOf("a text or a number", z.union([z.number(), text]), (value) =>
		typeof value === "number" ? value : { value },
	),
	textList: parserOf("a list of texts", lines, (values) => values.map((value) => ({ value }))),
	richText: parserOf("a text or Rich Text", z.union([text, richTextDocument]), (value, context) => {
		const blocks =
			typeof value === "string" ? parsePlainText(value) : parseRichText(value, context);
		return blocks.length > 0 ? { blocks } : undefined;
	}),
	code: parserOf("a text", text, (value) => value),
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
	boolean: parserOf("yes or no", z.boolean(), (value) => value || undefined),
	redirects: parserOf("lines of text", lines, (values, context) => {
		const redirects = values.flatMap((line) => {
			const redirect = parseRedirect(line, context.environment.site.url);
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
};

/**
 * Creates a parser that refuses values that do not match a schema.
 * @param expected the type of the value in words that editors understand
 */
export function parserOf<Schema extends z.ZodType>(
	expected: string,
	schema: Schema,
	parse: (value: z.infer<Schema>, context: FieldContext) => unknown,
): FieldParser {
	return (raw, context) => {
		const { success, data } = schema.safeParse(raw);
		if (success) return parse(data, context);
		const found = JSON.stringify(raw).slice(0, 80);
		return new ContentProblem(`expected ${expected}, found ${found}`);
	};
}
