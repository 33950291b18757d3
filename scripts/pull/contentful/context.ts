import { defaultLanguage, defaultLocale, type Locale } from "../../../content/locales.ts";
import type { TextValue } from "../../../content/snapshot.ts";
import type { Environment } from "../../../site/environment.server.ts";
import type { Media } from "../media/prepareMedia.ts";
import type { Place, Report } from "../report.ts";
import { cleanText } from "./cleanText.ts";
import { isEmpty } from "./isEmpty.ts";
import { isTooDeep, maxLevels } from "./isTooDeep.ts";
import type { ContentfulAsset, ContentfulContent, SpaceLocale } from "./schemas.ts";

export type ParseOptions = {
	locale: Locale;
	environment: Environment;
	/** Prepared files, by their address and asset. */
	media: {
		[Use in "pictures" | "files"]: {
			get: (address: string, sys: ContentfulAsset["sys"]) => ReturnType<Media[Use]["get"]>;
		};
	};
	report: Report;
};

/** Context of every parser of one locale's content. */
export type ParseContext = ParseOptions & {
	content: ContentfulContent;
	locales: ReturnType<typeof listFallbackLocales>;
};

/** Language of a locale's texts: the page's, English as a fallback, or undefined when it is not one of ours. */
type Language = "own" | "english" | "unknown";

/**
 * The space's locales in which the values of one language of the site are looked for, in this order: its own and those
 * that the space falls back to from there, the same for English, and the space's default, which alone has the values of
 * fields that are not localised. Answers with all locales at once hold no fallbacks, so that they are followed here.
 */
export function listFallbackLocales(locale: Locale, spaceLocales: SpaceLocale[]): Map<string, Language> {
	const own = followFallbacks([locale], spaceLocales);
	const english = followFallbacks([defaultLocale], spaceLocales);
	const standard = spaceLocales.filter((candidate) => candidate.default).map(({ code }) => code);
	const languageIn = (code: string): Language => {
		if (!own.includes(code) && !english.includes(code)) return "unknown";
		if (languageOf(code) === languageOf(locale)) return "own";
		return languageOf(code) === languageOf(defaultLocale) ? "english" : "unknown";
	};
	return new Map([...own, ...english, ...standard].map((code) => [code, languageIn(code)]));
}

/** Some locales, the one that the last falls back to, the one that that falls back to, and so on. */
function followFallbacks(codes: string[], spaceLocales: SpaceLocale[]): string[] {
	const next = spaceLocales.find(({ code }) => code === codes.at(-1))?.fallbackCode;
	return next && !codes.includes(next) ? followFallbacks([...codes, next], spaceLocales) : codes;
}

/** `en-GB` → `en` */
const languageOf = (code: string) => code.toLowerCase().split("-")[0];

/** A value in one of the space's locales. */
export type Found = {
	raw: unknown;
	/** The locale that has it. */
	from: string;
	/** Whether it is text in English that stands in for the language of the page. */
	isEnglish: boolean;
};

/**
 * The values that can be shown in the language of the page: its own, then those in English. What is empty counts as
 * absent, and so does text in any other language.
 * @param place where the values stand; with it, invisible characters that do harm are left out of them, and reported
 */
export function* pickValues(
	values: Record<string, unknown> | undefined,
	translated: boolean,
	{ locales, report }: ParseContext,
	place?: Place,
): Generator<Found> {
	for (const [from, language] of locales) {
		if (isTooDeep(values?.[from])) {
			const problem = `the field has more than ${maxLevels} levels of nested parts`;
			if (place) report.add("severe", { ...place, locale: from }, problem, "the field is left out");
			continue;
		}
		const raw = place ? clean(values?.[from], { ...place, locale: from }, report) : values?.[from];
		const readable = language !== "unknown" || !translated || typeof raw === "number";
		if (!isEmpty(raw) && readable) yield { raw, from, isEnglish: translated && language === "english" };
	}
}

function clean(raw: unknown, place: Place, report: Report): unknown {
	const removed = new Set<string>();
	const cleaned = cleanText(raw, removed);
	if (removed.size === 0) return raw;
	report.add(
		"info",
		place,
		`the field contains invisible characters (${[...removed].join(", ")})`,
		"the characters are removed",
	);
	return cleaned;
}

/** A text for people to read, marked when it is English that stands in for the language of the page. */
export function markText(value: string, isEnglish: boolean): TextValue {
	return isEnglish ? { value, lang: defaultLanguage } : { value };
}
