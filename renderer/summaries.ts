import { bindWords } from "../components/Text/typography.ts";
import type { SummaryText } from "../content/pageFacts.ts";
import { pages } from "../content/pages.ts";
import { cutAtWord, toPlainText } from "../content/plainText.ts";
import { type RouteName, shownRoutes } from "../content/routes.ts";
import type { Snapshot } from "../content/snapshot.ts";

/** Title and description of a page, for search engines and link previews. */
export type Summary = { title: string; description?: string };

/** In characters: what search engines show of a title, and of a description. */
const titleLength = { least: 50, most: 60 };
const descriptionLength = { least: 120, most: 155 };

/** Returns the practice's name, which is the title of its logo. */
export function nameOf({ navigation }: Snapshot): string | undefined {
	return navigation.logo?.title.value || undefined;
}

/**
 * Writes the title and the description of a page from its own words, cut at the end of a word. No two pages have the same:
 * a title or description that another page has as well begins with the page's label.
 */
export function summarise(snapshot: Snapshot, route: RouteName): Summary {
	const plain = writeSummary(snapshot, route);
	const labelled = writeSummary(snapshot, route, pages[route].label(snapshot).value);
	const otherRoutes = shownRoutes(snapshot).filter((name) => name !== route);
	const others = otherRoutes.map((name) => writeSummary(snapshot, name));
	const isTaken = (key: keyof Summary) => others.some((other) => other[key] === plain[key]);

	const title = isTaken("title") ? labelled.title : plain.title;
	if (!plain.description) return { title };
	return { title, description: isTaken("description") ? labelled.description : plain.description };
}

/** @param label text before all others */
function writeSummary(snapshot: Snapshot, route: RouteName, label?: string): Required<Summary> {
	const { heading, titleDetails, descriptionTexts } = pages[route];
	const prefix = label === undefined ? [] : [label];
	const headingText = listTexts(heading(snapshot)).join(" ");
	const details = listTexts(titleDetails(snapshot));
	return {
		title: writeTitle([...prefix, headingText, ...details], nameOf(snapshot)),
		description: writeDescription([...prefix, ...listTexts(descriptionTexts(snapshot))]),
	};
}

/**
 * Writes a title: a heading, as many details of the page as there is room for, and the practice's name. A long heading leaves
 * no room for either.
 */
export function writeTitle([heading = "", ...details]: string[], practice: string | undefined): string {
	const { least, most } = titleLength;
	const suffix = practice ? ` – ${practice}` : "";
	const [shortest, longest] = [least - suffix.length, most - suffix.length];
	if (heading.length > longest) return oneLine(cut(heading, most));
	let title = heading;
	let joint = /[\p{L}\p{N})»”"]$/u.test(heading) ? ": " : " ";
	let tooLong: string | undefined;
	for (const detail of details) {
		if (title.length >= shortest) break;
		const longer = title + joint + detail;
		if (longer.length <= longest) [title, joint] = [longer, ", "];
		else tooLong ??= detail;
	}
	// A part of a detail is worse than none, unless the title would be too short.
	if (tooLong && title.length < shortest) {
		const longer = cut(title + joint + tooLong, longest);
		if (longer.length >= shortest) title = longer;
	}
	return oneLine(title + suffix);
}

/** Joins texts as sentences until the description is long enough. */
function writeDescription(texts: string[]): string {
	let description = "";
	for (const text of texts) {
		if (description.length >= descriptionLength.least) break;
		description = `${description} ${asSentence(text)}`.trim();
	}
	return oneLine(cut(description, descriptionLength.most));
}

function asSentence(text: string): string {
	return /[\p{L}\p{N})»”"]$/u.test(text) ? `${text}.` : text;
}

/** Cuts a text at the end of a word that is not bound to the next one. */
function cut(text: string, length: number): string {
	return cutAtWord(bindWords(text), length);
}

function oneLine(text: string): string {
	return text.replace(/\s+/g, " ").trim();
}

/** Returns the texts that have words, each on one line. */
function listTexts(texts: SummaryText[]): string[] {
	return texts.map(textOf).filter(Boolean);
}

function textOf(text: SummaryText): string {
	if (text === undefined) return "";
	if (typeof text === "number") return String(text);
	return oneLine("value" in text ? text.value : toPlainText(text));
}
