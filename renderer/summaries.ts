import { cutAtWord, toPlainText } from "../content/plainText.ts";
import { type RouteName, shownRoutes } from "../content/routes.ts";
import type { RichTextValue, Snapshot, TextValue } from "../content/snapshot.ts";
import { bindWords } from "../content/typography.ts";

/** What is said of a page where links to it are shown. */
export type Summary = { title: string; description?: string };

/** In characters: what search engines show of a title, and of a description. */
const titleLength = { least: 50, most: 60 };
const descriptionLength = { least: 120, most: 155 };

/** The practice's name: the title of its logo. */
export function nameOf({ navigation }: Snapshot): string | undefined {
	return navigation.logo?.title.value || undefined;
}

/**
 * The title and the description of a page, of its own words, cut at the end of a word. No two pages have the same: where
 * they would, each is named by the navigation's label first.
 */
export function summarise(snapshot: Snapshot, route: RouteName): Summary {
	const words = wordsOf(snapshot);
	const write = (name: RouteName, isLabelled: boolean): Required<Summary> => {
		const { heading, details, texts } = words[name];
		const label = isLabelled ? [snapshot.navigation[name].value] : [];
		return {
			title: writeTitle([...label, heading, ...details], nameOf(snapshot)),
			description: writeDescription(texts, label),
		};
	};
	const [plain, labelled] = [write(route, false), write(route, true)];
	const others = shownRoutes(snapshot)
		.filter((name) => name !== route)
		.map((name) => write(name, false));
	const distinct = (key: keyof Summary) =>
		others.some((other) => other[key] === plain[key]) ? labelled[key] : plain[key];
	const description = plain.description && distinct("description");
	return { title: distinct("title"), ...(description ? { description } : {}) };
}

/**
 * A title: a heading, as many details of the page as there is room for, and the practice's name, for which a long heading
 * leaves none.
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

/** Adds texts until there are enough. */
function writeDescription(texts: string[], label: string[]): string {
	let description = "";
	for (const text of [...(texts.length > 0 ? label : []), ...texts]) {
		if (description.length >= descriptionLength.least) break;
		description = `${description} ${asSentence(text)}`.trim();
	}
	return oneLine(cut(description, descriptionLength.most));
}

function asSentence(text: string): string {
	return /[\p{L}\p{N})»”"]$/u.test(text) ? `${text}.` : text;
}

/** Never behind a word that belongs to the next. */
function cut(text: string, length: number): string {
	return cutAtWord(bindWords(text), length);
}

function oneLine(text: string): string {
	return text.replace(/\s+/g, " ").trim();
}

/** The words that say what a page is about, the most telling first: what its title may add to its heading, and texts. */
type Words = { heading: string; details: string[]; texts: string[] };

function wordsOf(snapshot: Snapshot): Record<RouteName, Words> {
	const { navigation, home, about, approach, consultations, packages, programmes, functionalTests } = snapshot;
	const write = (heading: string, details: Telling[], texts: Telling[]): Words => ({
		heading: oneLine(heading),
		details: details.map(textOf).filter(Boolean),
		texts: texts.map(textOf).filter(Boolean),
	});
	const sections = (text: RichTextValue | undefined) =>
		(text?.blocks ?? []).flatMap((block) => (block.type === "heading" ? { blocks: [block] } : []));
	// What is sold: its name and its description.
	const packageItems = packages.packages.map(({ duration, description }) => [duration, description]);
	const programmeItems = programmes.programmes.map(({ title, description }) => [title, description]);
	const consultationItems = consultations.consultations.map(({ title, description }) => [title, description]);
	const testItems = functionalTests.dnaTests.map(({ brandName, description }) => [brandName, description]);
	const names = (items: Telling[][]) => items.map(([name]) => name);
	return {
		home: write(
			[home.heroTitle.value, home.heroTitleAccent?.value].filter(Boolean).join(" "),
			[home.heroAidListTitle],
			[home.heroDescription, home.heroAidListTitle, ...home.heroAidList],
		),
		about: write(about.title.value, [navigation.about, about.subtitle], [about.subtitle, about.about]),
		approach: write(navigation.approach.value, sections(approach.approach), [approach.approach]),
		consultations: write(consultations.title.value, names(consultationItems), [
			consultations.description,
			...consultationItems.flat(),
		]),
		packages: write(navigation.packages.value, names(packageItems), [packages.helpText, ...packageItems.flat()]),
		programmes: write(programmes.title.value, names(programmeItems), programmeItems.flat()),
		functionalTests: write(
			functionalTests.functionalTestsTitle.value,
			[functionalTests.dnaTestsTitle, ...names(testItems)],
			[functionalTests.functionalTestsDescription, functionalTests.dnaTestsDescription, ...testItems.flat()],
		),
	};
}

type Telling = TextValue | RichTextValue | number | undefined;

function textOf(telling: Telling): string {
	if (telling === undefined) return "";
	if (typeof telling === "number") return String(telling);
	return oneLine("value" in telling ? telling.value : toPlainText(telling));
}
