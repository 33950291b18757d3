import { expect, test } from "vitest";
import { defaultLocale, localeCodes, locales, otherLocale } from "./locales.ts";

test("the other locale of the other locale is the locale itself", () => {
	for (const locale of localeCodes) {
		expect(otherLocale(locale)).not.toBe(locale);
		expect(otherLocale(otherLocale(locale))).toBe(locale);
	}
});

test("only the default locale has no path prefix, and no two locales have the same prefix", () => {
	const prefixes = localeCodes.map((locale) => locales[locale].prefix);
	expect(localeCodes.filter((locale) => locales[locale].prefix === "")).toEqual([defaultLocale]);
	expect(new Set(prefixes).size).toBe(localeCodes.length);
});

test("Open Graph locales consist of a language and a country", () => {
	for (const { hreflang, openGraph } of Object.values(locales)) {
		expect(openGraph).toMatch(new RegExp(`^${hreflang}_[A-Z]{2}$`));
	}
});
