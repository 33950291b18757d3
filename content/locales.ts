/** Every fact that differs by language and is no text: the one place that knows the locales. Keys are Contentful's locale codes. */
export const locales = {
	"en-US": { prefix: "", hreflang: "en", openGraph: "en_US", short: "EN", name: "English" },
	ru: { prefix: "/ru", hreflang: "ru", openGraph: "ru_RU", short: "RU", name: "Русский" },
} as const;

export type Locale = keyof typeof locales;

export const defaultLocale: Locale = "en-US";

export const localeCodes = Object.keys(locales) as Locale[];

/** The language that the switch leads to. */
export function otherLocale(locale: Locale): Locale {
	return locale === "en-US" ? "ru" : "en-US";
}
