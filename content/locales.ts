/**
 * Facts about each locale other than texts: path prefix, language codes for HTML and Open Graph, short label and name on
 * the site, and name in English for reports. Keys are Contentful's locale codes.
 */
export const locales = {
	"en-US": { prefix: "", hreflang: "en", openGraph: "en_US", short: "EN", name: "English", nameInEnglish: "English" },
	ru: { prefix: "/ru", hreflang: "ru", openGraph: "ru_RU", short: "RU", name: "Русский", nameInEnglish: "Russian" },
} as const;

export type Locale = keyof typeof locales;

export const localeCodes = Object.keys(locales) as Locale[];

/** Locale without a path prefix. Its texts replace missing texts of the other locale. */
export const defaultLocale = "en-US" satisfies Locale;

/** HTML language code of the default locale's texts. */
export const defaultLanguage = locales[defaultLocale].hreflang;

/**
 * The other locale of each, since the site has exactly two. A third one in `locales` does not compile until it is added here.
 * Then replace `otherLocale` by a choice of languages. The language switch, the stored language and the Open Graph alternate
 * use it.
 */
const others: { [Code in Locale]: Exclude<Locale, Code> } = { "en-US": "ru", ru: "en-US" };

/** Returns the locale to which the language switch leads. */
export function otherLocale(locale: Locale): Locale {
	return others[locale];
}
