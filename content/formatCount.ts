import type { Locale } from "./locales.ts";

/** Phrase with the placeholder `{count}`, by plural category: `one` is `1 certificate`, `other` is `6 certificates`. */
export type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/** Formats a phrase with a number, in the plural form that the language requires. */
export function formatCount(forms: PluralForms, count: number, locale: Locale): string {
	const category = new Intl.PluralRules(locale).select(count);
	const phrase = forms[category] ?? forms.other;
	return phrase.replace("{count}", count.toLocaleString(locale));
}
