import { expect, test } from "vitest";
import { formatCount } from "./formatCount.ts";
import type { Locale } from "./locales.ts";
import { words } from "./words.ts";

test.each<[number, Locale, string]>([
	[1, "en-US", "1\u00a0certificate"],
	[2, "en-US", "2\u00a0certificates"],
	[21, "ru", "21\u00a0сертификат"],
	[3, "ru", "3\u00a0сертификата"],
	[5, "ru", "5\u00a0сертификатов"],
])("%i certificates are counted in the plural form of %s", (count, locale, phrase) => {
	expect(formatCount(words[locale].certificateCount, count, locale)).toBe(phrase);
});
