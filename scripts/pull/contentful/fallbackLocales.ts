import { defaultLocale, type Locale } from "../../../content/locales.ts";
import type { SpaceLocale } from "./answer.ts";

/** Whose language the texts of a locale are in: the page's, English that stands in for it, or one that nobody here knows. */
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
