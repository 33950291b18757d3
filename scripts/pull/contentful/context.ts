import type { Locale } from "../../../content/locales.ts";
import type { TextValue } from "../../../content/snapshot.ts";
import type { Environment } from "../../../site/environment.server.ts";
import type { Media } from "../media/prepareMedia.ts";
import type { Place, Report } from "../report.ts";
import type { ContentfulContent } from "./answer.ts";
import { cleanText } from "./cleanText.ts";
import type { listFallbackLocales } from "./fallbackLocales.ts";
import { isEmpty } from "./isEmpty.ts";

export type ParseOptions = {
	locale: Locale;
	environment: Environment;
	/** The files that the content may use, by address. */
	media: { [Use in "pictures" | "files"]: Pick<Media[Use], "get"> };
	report: Report;
};

/** What every parser of the content of one language gets. */
export type ParseContext = ParseOptions & {
	content: ContentfulContent;
	locales: ReturnType<typeof listFallbackLocales>;
};

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
		const raw = place ? clean(values?.[from], { ...place, locale: from }, report) : values?.[from];
		const readable = language !== "unknown" || !translated || typeof raw === "number";
		if (!isEmpty(raw) && readable) yield { raw, from, isEnglish: translated && language === "english" };
	}
}

function clean(raw: unknown, place: Place, report: Report): unknown {
	const removed = new Set<string>();
	const cleaned = cleanText(raw, removed);
	if (removed.size === 0) return raw;
	report.add("info", place, `it holds invisible characters (${[...removed].join(", ")})`, "they are left out");
	return cleaned;
}

/** A text for people to read, marked when it is English that stands in for the language of the page. */
export function markText(value: string, isEnglish: boolean): TextValue {
	return isEnglish ? { value, lang: "en" } : { value };
}
