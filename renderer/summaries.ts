import { bindWords } from "../components/Text/typography.ts";
import { findPracticeName } from "../content/findSiteName.ts";
import type { SummaryText } from "../content/pages.ts";
import { cutAtWord, toPlainText } from "../content/plainText.ts";
import type { Route } from "../content/routes.ts";
import type { Snapshot } from "../content/snapshot.ts";

/** Title and description of a page, for search engines and link previews. */
export type Summary = { title: string; description?: string | undefined };

/** Recommended length of a title, in characters. Search engines cut off longer titles. */
const titleLength = { min: 50, max: 60 };
const descriptionLength = { min: 120, max: 155 };

/**
 * Returns the title and description that editors have written for a page. Otherwise writes the title, and the
 * description when there are texts for one.
 */
export function summarise(content: Snapshot, route: Route): Summary {
	const { heading, titleDetails, descriptionTexts } = route;
	const { searchTitle, searchDescription } = route.entry;
	const headingText = listTexts(heading(content)).join(" ");
	const details = listTexts(titleDetails(content));
	const title = writeTitle([headingText, ...details], findPracticeName(content)?.value);
	let description = "";
	for (const text of listTexts(descriptionTexts(content))) {
		if (description.length >= descriptionLength.min) break;
		description += ` ${text}${endsWithoutPunctuation(text) ? "." : ""}`;
	}
	const ownDescription = searchDescription?.value ?? cut(description, descriptionLength.max);
	return { title: oneLine(searchTitle?.value ?? title), description: ownDescription || undefined };
}

/** Writes a title of at most `titleLength.max` characters. */
export function writeTitle(
	[beginning = "", ...details]: string[],
	practice: string | undefined,
): string {
	const suffix = practice ? ` – ${practice}` : "";
	const minLength = titleLength.min - suffix.length;
	const maxLength = titleLength.max - suffix.length;
	if (beginning.length > maxLength) return cut(beginning, titleLength.max);
	let title = beginning;
	let separator = endsWithoutPunctuation(beginning) ? ": " : " ";
	for (const detail of details) {
		if (title.length >= minLength) break;
		const longer = title + separator + detail;
		const isRepeated = title.toLowerCase().includes(detail.toLowerCase());
		if (isRepeated || longer.length > maxLength) continue;
		title = longer;
		separator = ", ";
	}
	return oneLine(title + suffix);
}

function endsWithoutPunctuation(text: string): boolean {
	return /[\p{L}\p{N})»”"]$/u.test(text);
}

/** Shortens a text between words, but keeps a number with its unit. */
function cut(text: string, length: number): string {
	return oneLine(cutAtWord(bindWords(text.trim()), length));
}

function oneLine(text: string): string {
	return text.replace(/\s+/g, " ").trim();
}

/** Returns the texts that are not empty, each on one line. */
function listTexts(texts: SummaryText[]): string[] {
	const lines = texts.map((text) => {
		if (!text) return "";
		return oneLine("value" in text ? text.value : toPlainText(text));
	});
	return lines.filter(Boolean);
}
