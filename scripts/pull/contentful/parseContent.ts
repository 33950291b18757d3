import { defaultLocale, type Locale } from "../../../content/locales.ts";
import {
	type Field,
	isTranslated,
	type ListEntryName,
	labelOf,
	listEntries,
	type PageEntryName,
	pageEntries,
	pageEntryNames,
} from "../../../content/model.ts";
import type { Content, Picture, RichText, Text } from "../../../content/snapshot.ts";
import type { Findings } from "../media/prepareMedia.ts";
import type { Place, Report } from "../report.ts";
import { assetLink, type ContentfulContent, type ContentfulEntry, entryLink, parseAssetAddress } from "./answer.ts";
import { cleanText } from "./cleanText.ts";
import { isEmpty } from "./isEmpty.ts";
import { listSources } from "./listSources.ts";
import { isTestLink, parsePaymentLink, parseWebAddress } from "./parseLink.ts";
import { parsePlainText, parseRichText, richTextDocument } from "./parseRichText.ts";
import { assetReference } from "./references.ts";

type ParseOptions = {
	locale: Locale;
	entryIds: Record<PageEntryName, string>;
	/** Hosts on which payment links may lie. */
	paymentLinkHosts: readonly string[];
	/** The site's own origin. */
	siteUrl: string;
	/** Whether visitors buy here, so that nothing may be of Stripe's test mode. */
	live: boolean;
	/** `https:` or `http:`, for the addresses of assets, which Contentful gives without one. */
	assetProtocol: string;
	/** Whether the content is drafts, of which much may be unfinished: then nothing is a fault. */
	preview: boolean;
	/** What was found wrong with files, by address. */
	findings: Findings;
	/** Takes what is reported, and the faults that must stop the build. */
	report: Report;
};

/** What one field of an entry came to. */
type Outcome = { value?: unknown; problem?: string };

/**
 * Turns what Contentful answered into the content of one language, by the content model: links are followed, missing
 * Russian values are taken from English, and everything is checked. References to pages and files are left for
 * `resolveReferences`.
 *
 * @returns the content; it can be used only when `report` has no faults
 */
export function parseContent(content: ContentfulContent, options: ParseOptions): Content {
	const { locale, entryIds, paymentLinkHosts, siteUrl, live, assetProtocol, preview, findings, report } = options;

	const sources = listSources(locale, content.locales);

	/** The values in this language, then those in English; what is empty counts as absent, and so does text in any other. */
	function* pick(
		values: Record<string, unknown> | undefined,
		translated: boolean,
		place?: (from: string) => Place,
	): Generator<{ raw: unknown; from: string }> {
		for (const [from, language] of sources) {
			const raw = place ? clean(values?.[from], place(from)) : values?.[from];
			const readable = language !== "unknown" || !translated || typeof raw === "number";
			if (!isEmpty(raw) && readable) yield { raw, from };
		}
	}

	/** A value without the invisible characters that do harm, which are reported. */
	function clean(raw: unknown, place: Place): unknown {
		const removed = new Set<string>();
		const cleaned = cleanText(raw, removed);
		if (removed.size === 0) return raw;
		report.add("info", place, `it holds invisible characters (${[...removed].join(", ")})`, "they are left out");
		return cleaned;
	}

	/** A text, marked when English stands in for the language of the page. */
	function mark(value: string, from: string): Text {
		return isEnglish(from) ? { value, lang: "en" } : { value };
	}

	const isEnglish = (from: string) => sources.get(from) === "english";

	function parsePageEntry(name: PageEntryName): unknown {
		const id = entryIds[name];
		const place: Place = { type: "entries", id };
		const found = content.entries.get(id);
		if (!found) {
			const state = preview ? "" : "published ";
			const problem = `${pageEntries[name].name} is missing: no ${state}entry has this id (see CONTENTFUL_ENTRY_IDS)`;
			if (!preview) {
				report.fault(place, problem);
				return {};
			}
			report.add("severe", place, problem, "an empty one is shown");
		}
		const entry = found ?? emptyEntry(id);
		const fields: Record<string, Field> = pageEntries[name].fields;
		for (const [field, values] of Object.entries(entry.fields)) {
			if (Object.hasOwn(fields, field) || isEmpty(Object.values(values))) continue;
			report.add("info", { ...place, field }, "the site does not know this field", "it is not shown");
		}
		return parseFields(entry, fields, (field, from, problem) => {
			const where: Place = { ...place, field, locale: from };
			const required = fields[field]?.required ? fields[field] : undefined;
			const standIn = preview && required ? standInFor(field, required) : undefined;
			if (!preview && required) report.fault(where, problem);
			else if (found) report.add("severe", where, problem, standIn ? `"${standIn.shown}" is shown` : "it is left out");
			return standIn?.value;
		});
	}

	function parseListEntry(name: ListEntryName, id: string, list: Place): unknown {
		const entry = content.entries.get(id);
		if (!entry) {
			report.add("warning", list, `entry "${id}" of the list is a draft or deleted`, "it is not shown");
			return undefined;
		}
		let whole = true;
		const fields: Record<string, Field> = listEntries[name].fields;
		const value = parseFields(entry, fields, (field, from, problem) => {
			whole = false;
			report.add("severe", { type: "entries", id, field, locale: from }, problem, "the entry is not shown");
			return undefined;
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
		fail: (field: string, from: string, problem: string) => unknown,
	): Record<string, unknown> {
		const result: Record<string, unknown> = { id: entry.sys.id, updatedAt: entry.sys.updatedAt ?? "" };
		for (const [name, field] of Object.entries(fields)) {
			const place = (from: string): Place => ({ type: "entries", id: entry.sys.id, field: name, locale: from });
			let from: string = defaultLocale;
			let { value, problem }: Outcome = {};
			for (const found of pick(entry.fields[name], isTranslated(field), place)) {
				from = found.from;
				({ value, problem } = parseValue(field, found.raw, from, place(from)));
				// Of formatted text nothing may be left that can be shown. Then it is as good as missing.
				if (field.kind !== "richText" || value !== undefined || problem) break;
			}
			if (problem) value = fail(name, from, problem);
			else if (value === undefined && field.required) value = fail(name, from, "it is required and missing");
			else if (isTranslated(field) && isEnglish(from) && value !== undefined && typeof value !== "number") {
				report.add("warning", place(locale), "there is no Russian text", "the English text is shown");
			}
			result[name] = value ?? (isList(field) ? [] : undefined);
		}
		return result;
	}

	function parseValue(field: Field, raw: unknown, from: string, place: Place): Outcome {
		const expected = (what: string) => ({ problem: `expected ${what}, found ${nameKind(raw)}` });
		const shown = isTranslated(field) ? from : locale;
		switch (field.kind) {
			case "text":
				return typeof raw === "string" ? { value: mark(raw.trim(), shown) } : expected("a text");
			case "textOrNumber":
				if (typeof raw === "number") return { value: raw };
				return typeof raw === "string" ? { value: mark(raw.trim(), shown) } : expected("a text or a number");
			case "textList": {
				const lines = typeof raw === "string" ? raw.split(/[\n\r\u2028]+/) : raw;
				if (!Array.isArray(lines) || !lines.every((line) => typeof line === "string"))
					return expected("a list of texts");
				return { value: lines.filter((line) => !isEmpty(line)).map((line) => mark(line.trim(), shown)) };
			}
			case "richText": {
				const text = parseFormattedText(raw, place);
				if (!text) return expected("a text or Rich Text");
				if ("problem" in text) return text;
				return text.blocks.length > 0 ? { value: isEnglish(shown) ? { lang: "en", ...text } : text } : {};
			}
			case "code":
				return typeof raw === "string" ? { value: raw.trim() } : expected("a text");
			case "email":
				return typeof raw === "string" && /^[^\s@]+@[^\s@]+$/.test(raw.trim())
					? { value: raw.trim() }
					: expected("an e-mail address");
			case "paymentLink": {
				if (typeof raw !== "string") return expected("a text");
				const href = parsePaymentLink(raw, paymentLinkHosts);
				const isTest = href !== undefined && live && isTestLink(href);
				if (href && !isTest) return { value: href };
				const problem = isTest
					? "the payment link is of Stripe's test mode"
					: `the payment link is not an https address on ${paymentLinkHosts.join(" or ")}`;
				report.add("severe", place, problem, "its button is left out");
				return {};
			}
			case "webAddress": {
				if (typeof raw !== "string") return expected("a text");
				const parsed = parseWebAddress(raw, siteUrl, locale);
				if ("href" in parsed) return { value: parsed.href };
				if (field.required) return parsed;
				report.add("warning", place, parsed.problem, "it is shown without the link");
				return {};
			}
			case "asset": {
				const link = assetLink.safeParse(raw);
				if (!link.success) return expected("an asset");
				const { id } = link.data.sys;
				// The entry is told of once: with the reason why it cannot be shown.
				if (field.required && !content.assets.has(id)) return { problem: `asset "${id}" is a draft or deleted` };
				return { value: parsePicture(id, place) };
			}
			case "assets": {
				const links = assetLink.array().safeParse([raw].flat());
				if (!links.success) return expected("a list of assets");
				return { value: links.data.flatMap(({ sys }) => parsePicture(sys.id, place) ?? []) };
			}
			case "entries": {
				const links = entryLink.array().safeParse([raw].flat());
				if (!links.success) return expected("a list of entries");
				const ids = new Set(links.data.map(({ sys }) => sys.id));
				return { value: [...ids].flatMap((id) => parseListEntry(field.of as ListEntryName, id, place) ?? []) };
			}
		}
	}

	/** Undefined when the value is neither plain text nor Rich Text; a problem when it is Rich Text, but not whole. */
	function parseFormattedText(raw: unknown, place: Place): RichText | { problem: string } | undefined {
		if (typeof raw === "string") return parsePlainText(raw);
		if (typeof raw !== "object" || raw === null || !("nodeType" in raw)) return undefined;
		const document = richTextDocument.safeParse(raw);
		if (!document.success) {
			const [issue] = document.error.issues;
			return { problem: `its Rich Text is malformed: ${issue?.path.join(".")}, ${issue?.message}` };
		}
		return parseRichText(document.data, {
			place,
			picture: (assetId) => parsePicture(assetId, place),
			file: (assetId) => parseFile(assetId, "files", place)?.address,
			notice: (problem, instead) => report.add("warning", place, problem, instead),
		});
	}

	function parseFile(assetId: string, use: keyof Findings, place: Place) {
		const asset = content.assets.get(assetId);
		if (!asset) {
			report.add("warning", place, `asset "${assetId}" is a draft or deleted`, "it is left out");
			return undefined;
		}
		const [file] = pick(asset.fields.file, false);
		const address = parseAssetAddress(file?.raw, assetProtocol);
		if (!address) {
			report.add("warning", { type: "assets", id: assetId, field: "file" }, "it has no file", "it is left out");
			return undefined;
		}
		const finding = findings[use].get(address);
		if (finding) {
			const { severity, problem, instead } = finding;
			report.add(severity, { type: "assets", id: assetId, field: "file" }, problem, instead);
			if (finding.isLost) return undefined;
		}
		return { asset, address: assetReference(address) };
	}

	function parsePicture(assetId: string, place: Place): Picture | undefined {
		const file = parseFile(assetId, "pictures", place);
		if (!file) return undefined;
		const { asset, address } = file;
		const [found] = pick(asset.fields.title, true, (titleLocale) => ({
			type: "assets",
			id: assetId,
			field: "title",
			locale: titleLocale,
		}));
		const title = typeof found?.raw === "string" ? found.raw.trim() : "";
		if (!title) {
			report.add(
				"info",
				{ type: "assets", id: assetId, field: "title" },
				"it has no title",
				"its alternative text is empty",
			);
		}
		// What its files are like is told by `resolveReferences`.
		const shown = {
			src: address,
			title: found && title ? mark(title, found.from) : { value: "" },
			updatedAt: asset.sys.updatedAt,
		};
		return shown as Picture;
	}

	const parsed = pageEntryNames.map((name) => [name, parsePageEntry(name)] as const);
	return Object.fromEntries(parsed) as unknown as Content;
}

function emptyEntry(id: string): ContentfulEntry {
	return { sys: { type: "Entry", id, updatedAt: new Date(0).toISOString() }, fields: {} };
}

/** What a preview shows for a required field of the ten entries that is not there: its name, so that editors see which. */
function standInFor(name: string, { kind }: Field): { shown: string; value: unknown } {
	const shown = kind === "email" ? "nobody@example.invalid" : `[${labelOf(name)}]`;
	return { shown, value: kind === "email" ? shown : { value: shown } };
}

function isList({ kind }: Field): boolean {
	return kind === "textList" || kind === "assets" || kind === "entries";
}

/** A value in a few words, for people who do not read JSON. */
function nameKind(value: unknown): string {
	if (Array.isArray(value)) return `a list with ${[...new Set(value.map(nameKind))].slice(0, 3).join(" and ")}`;
	if (typeof value !== "object" || value === null) return `the ${typeof value} ${JSON.stringify(value).slice(0, 40)}`;
	const { linkType } = (value as { sys?: { linkType?: unknown } }).sys ?? {};
	if (linkType === "Entry" || linkType === "Asset") return `a link to an ${linkType.toLowerCase()}`;
	return "nodeType" in value ? "Rich Text" : "an object";
}
