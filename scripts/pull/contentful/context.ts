import { defaultLanguage, defaultLocale, type Locale } from "../../../content/locales.ts";
import type { TextValue } from "../../../content/snapshot.ts";
import type { Environment } from "../../../environment/environment.server.ts";
import type { PictureFacts, Prepared } from "../media/prepareMedia.ts";
import type { Report } from "../report.ts";
import { cleanText } from "./cleanText.ts";
import { isEmpty } from "./isEmpty.ts";
import type { AssetFacts, ContentfulData, SpaceLocale } from "./schemas.ts";

/** Results of preparing files, by the files' URLs in Contentful. */
export type PreparedFiles<Value> = {
	get: (address: string, facts: AssetFacts) => Prepared<Value> | undefined;
};

export type ParseOptions = {
	locale: Locale;
	environment: Environment;
	media: { pictures: PreparedFiles<PictureFacts>; files: PreparedFiles<string> };
	report: Report;
};

export type ParseContext = ParseOptions & {
	contentfulData: ContentfulData;
	locales: ReturnType<typeof orderLocales>;
};

/**
 * Language of a text, compared with the page's language: `own` is the same language, `english` is the fallback
 * language, and `unknown` is any other language.
 */
type Language = "own" | "english" | "unknown";

/** Lists the locales in which a text is looked up, in this order, with the language of each. */
export function orderLocales(locale: Locale, spaceLocales: SpaceLocale[]): Map<string, Language> {
	const own = followFallbacks(locale, spaceLocales);
	const english = followFallbacks(defaultLocale, spaceLocales);
	const defaults = spaceLocales.filter((candidate) => candidate.default).map(({ code }) => code);
	const languageIn = (code: string): Language => {
		if (!own.includes(code) && !english.includes(code)) return "unknown";
		if (languageOf(code) === languageOf(locale)) return "own";
		return languageOf(code) === languageOf(defaultLocale) ? "english" : "unknown";
	};
	return new Map([...own, ...english, ...defaults].map((code) => [code, languageIn(code)]));
}

/** Lists a locale, its fallback locale, the fallback of the fallback, and so on. */
function followFallbacks(first: string, spaceLocales: SpaceLocale[]): string[] {
	const codes = new Set<string>();
	let next: string | null | undefined = first;
	while (next && !codes.has(next)) {
		const current: string = next;
		codes.add(current);
		next = spaceLocales.find(({ code }) => code === current)?.fallbackCode;
	}
	return [...codes];
}

const languageOf = (code: string) => code.toLowerCase().split("-")[0];

export type LocaleValue = {
	raw: unknown;
	localeCode: string;
	/** Whether the value is an English text on a page in another language. */
	isEnglish: boolean;
};

/** Yields a field's non-empty values. Values in the page's language come first. */
export function* pickValues(
	values: Record<string, unknown> | undefined,
	isTranslated: boolean,
	{ locales }: ParseContext,
): Generator<LocaleValue> {
	// Fallback locales are applied here, because Contentful applies none to a response with all locales.
	for (const [localeCode, language] of locales) {
		const raw = cleanText(values?.[localeCode]);
		const isReadable = language !== "unknown" || !isTranslated || typeof raw === "number";
		if (!isEmpty(raw) && isReadable)
			yield { raw, localeCode, isEnglish: isTranslated && language === "english" };
	}
}

/** Creates a text value. An English text on a page in another language gets the property `lang`. */
export function createTextValue(value: string, isEnglish: boolean): TextValue {
	return isEnglish ? { value, lang: defaultLanguage } : { value };
}
