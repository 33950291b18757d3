import { bindWords } from "../components/Text/typography.ts";
import type { SummaryText } from "../content/pageFacts.ts";
import { pages } from "../content/pages.ts";
import { cutAtWord, toPlainText } from "../content/plainText.ts";
import { type RouteName, shownRoutes } from "../content/routes.ts";
import type { Snapshot } from "../content/snapshot.ts";

/** Title and description of a page, for search engines and link previews. */
export type Summary = { title: string; description?: string };

/** Lengths that search engines show of titles and descriptions, in characters. */
const titleLength = { min: 50, max: 60 };
const descriptionLength = { min: 120, max: 155 };

/** Returns the practice's name, which is the title of its logo. */
export function readPracticeName({ navigation }: Snapshot): string | undefined {
	return navigation.logo?.title.value || undefined;
}

/**
 * Writes the title and the description of a page from its own texts, cut at the end of a word. Each page has its own title and
 * description: one that another page has, too, is prefixed with the page's label.
 */
export function summarise(snapshot: Snapshot, route: RouteName): Summary {
	const summaries = writeSummaries(snapshot);
	const plain = summaries.get(route) ?? writeSummary(snapshot, route);
	const labelled = writeSummary(snapshot, route, pages[route].label(snapshot).value);
	const others = [...summaries].flatMap(([name, summary]) => (name === route ? [] : [summary]));
	const isTaken = (key: keyof Summary) => others.some((other) => other[key] === plain[key]);

	const title = isTaken("title") ? labelled.title : plain.title;
	if (!plain.description) return { title };
	return { title, description: isTaken("description") ? labelled.description : plain.description };
}

/** Summaries without labels by snapshot, since each page compares its own with all others. A snapshot never changes. */
const knownSummaries = new WeakMap<Snapshot, ReadonlyMap<RouteName, Required<Summary>>>();

function writeSummaries(snapshot: Snapshot): ReadonlyMap<RouteName, Required<Summary>> {
	const known = knownSummaries.get(snapshot);
	if (known) return known;
	const summaries = new Map(shownRoutes(snapshot).map((route) => [route, writeSummary(snapshot, route)]));
	knownSummaries.set(snapshot, summaries);
	return summaries;
}

/** @param label prefix of both texts */
function writeSummary(snapshot: Snapshot, route: RouteName, label?: string): Required<Summary> {
	const { heading, titleDetails, descriptionTexts } = pages[route];
	const prefix = label === undefined ? [] : [label];
	const headingText = listTexts(heading(snapshot)).join(" ");
	const details = listTexts(titleDetails(snapshot));
	return {
		title: writeTitle([...prefix, headingText, ...details], readPracticeName(snapshot)),
		description: writeDescription([...prefix, ...listTexts(descriptionTexts(snapshot))]),
	};
}

/**
 * Writes a title: a heading, as many details as fit, and the practice's name. A heading that is too long is cut and stands
 * alone.
 */
export function writeTitle([heading = "", ...details]: string[], practice: string | undefined): string {
	const suffix = practice ? ` – ${practice}` : "";
	const minLength = titleLength.min - suffix.length;
	const maxLength = titleLength.max - suffix.length;
	if (heading.length > maxLength) return oneLine(cut(heading, titleLength.max));
	let title = heading;
	let separator = endsWithoutPunctuation(heading) ? ": " : " ";
	let tooLongDetail: string | undefined;
	for (const detail of details) {
		if (title.length >= minLength) break;
		const longer = title + separator + detail;
		if (longer.length > maxLength) {
			tooLongDetail ??= detail;
			continue;
		}
		title = longer;
		separator = ", ";
	}
	// A part of a detail is added only when the title would be too short without it.
	if (tooLongDetail && title.length < minLength) {
		const longer = cut(title + separator + tooLongDetail, maxLength);
		if (longer.length >= minLength) title = longer;
	}
	return oneLine(title + suffix);
}

/** Joins texts as sentences until the description is long enough. */
function writeDescription(texts: string[]): string {
	let description = "";
	for (const text of texts) {
		if (description.length >= descriptionLength.min) break;
		description = `${description} ${asSentence(text)}`.trim();
	}
	return oneLine(cut(description, descriptionLength.max));
}

function asSentence(text: string): string {
	return endsWithoutPunctuation(text) ? `${text}.` : text;
}

function endsWithoutPunctuation(text: string): boolean {
	return /[\p{L}\p{N})»”"]$/u.test(text);
}

/** Cuts a text at the end of a word, but not between words that belong on one line. */
function cut(text: string, length: number): string {
	return cutAtWord(bindWords(text), length);
}

function oneLine(text: string): string {
	return text.replace(/\s+/g, " ").trim();
}

/** Returns the non-empty texts, each on one line. */
function listTexts(texts: SummaryText[]): string[] {
	return texts.map(textOf).filter(Boolean);
}

function textOf(text: SummaryText): string {
	if (text === undefined) return "";
	if (typeof text === "number") return String(text);
	return oneLine("value" in text ? text.value : toPlainText(text));
}
