/** Locales of the site, by their codes in Contentful. */
export const locales = {
	"en-US": {
		prefix: "",
		hreflang: "en",
		openGraph: "en_US",
		short: "EN",
		name: "English",
	},
	ru: {
		prefix: "/ru",
		hreflang: "ru",
		openGraph: "ru_RU",
		short: "RU",
		name: "Русский",
	},
} as const;

export type Locale = keyof typeof locales;

export const localeCodes = Object.keys(locales) as Locale[];

/** Locale without a path prefix. Its texts replace missing translations. */
export const defaultLocale = "en-US" satisfies Locale;

/** HTML language code of the default locale. */
export const defaultLanguage = locales[defaultLocale].hreflang;

export function otherLocale(locale: Locale): Locale {
	return locale === "ru" ? "en-US" : "ru";
}
