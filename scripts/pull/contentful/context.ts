import type { Field } from "../../../content/fields.ts";
import type { Place } from "../../../content/formatFinding.ts";
import { defaultLanguage, defaultLocale, type Locale } from "../../../content/locales.ts";
import type { Entry } from "../../../content/snapshot.ts";
import type { Environment } from "../../../environment/environment.server.ts";
import type { Parsed } from "../references.ts";
import type { Report } from "../report.ts";
import { cleanText, isEmpty } from "./cleanText.ts";
import type { ContentfulData, SpaceLocale } from "./contentfulData.ts";

export type ParseContext = {
	contentfulData: ContentfulData;
	locale: Locale;
	environment: Environment;
	report: Report;
	/** Further pages of the site, in the same locale. */
	furtherPages: Entry<"page", Parsed>[];
	/** Id of the entry that has a slug, by slug. */
	slugs: Map<string, string>;
};

/** Context of a field's value: the field's definition, and the place of the value in the space. */
export type FieldContext = ParseContext & { field: Field; place: Place };

/**
 * Lists a field's non-empty values, the preferred first: in the page's locale, its fallback locales, English, and its
 * fallback locales. They are applied here, because Contentful applies none to a response with all locales. `isEnglish`
 * is true for an English text on a page in another language.
 */
export function listValues(
	values: Record<string, unknown> = {},
	isTranslated: boolean,
	{ locale, contentfulData }: ParseContext,
) {
	const spaceLocales = contentfulData.locales;
	// A space can let English fall back to Russian, whose texts must not be on English pages.
	const english = followFallbacks(defaultLocale, spaceLocales).filter(
		(code) => !isTranslated || code.startsWith(defaultLanguage),
	);
	const own = locale === defaultLocale ? [] : followFallbacks(locale, spaceLocales);
	// In the space, a field without translations can have its only value in the default locale.
	const defaults = spaceLocales.filter((candidate) => !isTranslated && candidate.default);
	const allCodes = [...own, ...english, ...defaults.map(({ code }) => code)];
	return [...new Set(allCodes)].flatMap((localeCode) => {
		const raw = cleanText(values[localeCode]);
		const isEnglish =
			isTranslated && locale !== defaultLocale && localeCode.startsWith(defaultLanguage);
		return isEmpty(raw) ? [] : [{ raw, localeCode, isEnglish }];
	});
}

/** Lists a locale, its fallback locale, the fallback of the fallback, and so on. */
function followFallbacks(code: string, spaceLocales: SpaceLocale[]): string[] {
	const fallback = spaceLocales.find((candidate) => candidate.code === code)?.fallbackCode;
	return fallback ? [code, ...followFallbacks(fallback, spaceLocales)] : [code];
}
