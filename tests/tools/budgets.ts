/** A budget, with its reason. */
export type Budget = {
	most: number;
	/** Bytes unless said. */
	unit?: "characters" | "requests";
	/** Meaning and unit of the figure. */
	of: string;
	reason: string;
};

const kilobyte = 1_000;

/**
 * Every budget of the built site. Files are compressed by brotli at its highest level, each alone, as hosts do. "At first"
 * means on a phone of 412 × 915 points (1.75 pixels each) before anybody scrolls or touches anything.
 */
export const budgets = {
	document: {
		most: 12 * kilobyte,
		of: "a page's HTML with its styles, brotli",
		reason:
			"a server's first ten packets (RFC 6928) hold 14,600 bytes, 1,400 of them headers: one round trip to the words",
	},
	blockingRequests: {
		most: 1,
		unit: "requests",
		of: "what must be there before the first paint: the document, style sheets, scripts that the parser waits for",
		reason: "each further one costs a round trip, 150 ms and more on a slow network",
	},
	startScript: {
		most: 2.6 * kilobyte,
		of: "all scripts that a page runs by itself, inline ones included, brotli",
		reason: "every control works without; what improves them fits into two packets and runs in a few milliseconds",
	},
	inlineScript: {
		most: 930,
		unit: "characters",
		of: "the script in the head, which runs before the first paint",
		reason: "it is in every document and holds the parser up",
	},
	wholeScript: {
		most: 22.5 * kilobyte,
		of: "all scripts of a visit, the reviews' included, brotli",
		reason: "Swiper's core (19 KB), the start script, the change of language (0.9 KB), and no other library",
	},
	homeFonts: {
		most: 31 * kilobyte,
		of: "fonts that the home page can load",
		reason: "one weight in roman and italic, a file for each alphabet with the signs beside it",
	},
	fonts: {
		most: 21 * kilobyte,
		of: "fonts that any other page can load",
		reason: "as on the home page, without the italic",
	},
	phonePicture: {
		most: 30 * kilobyte,
		of: "an AVIF file of what a phone shows",
		reason: "a fifth of a second on slow 4G, so that the largest picture is there within a second of the words",
	},
	homeAtFirst: {
		most: 70 * kilobyte,
		of: "everything that the home page transfers at first",
		reason: "0.4 s on slow 4G (1.6 Mbit/s) behind the first round trips; three pictures and the italic",
	},
	pageAtFirst: {
		most: 46 * kilobyte,
		of: "everything that any other page transfers at first",
		reason: "0.3 s on slow 4G; one picture, one font",
	},
	requestsAtFirst: {
		most: 14,
		unit: "requests",
		of: "everything that a page asks for at first",
		reason:
			"document, rules for loading ahead, two scripts, at most four fonts, logo, icon and four pictures: what is not seen is not asked for",
	},
	nextPage: {
		most: 40 * kilobyte,
		of: "all that the second page of a visit transfers, guessed or not",
		reason: "a document, and the pictures of its first screen; font and script are there",
	},
	repeatedVisit: {
		most: 0,
		of: "what a page transfers that was visited before, be it by a link of a campaign, without headers",
		reason: "the browser has all of it, and asks whether the document is still the same",
	},
	repeatedRequests: {
		most: 1,
		unit: "requests",
		of: "what a page asks for that was visited before",
		reason: "the document: everything else is kept for good",
	},
	guesses: {
		most: 60 * kilobyte,
		of: "all that browsers fetch when they guess every page that sells",
		reason: "what a visitor did not ask for is to cost no more than one page that was",
	},
	visit: {
		most: 125 * kilobyte,
		of: "a visit of a phone: the home page, consultations, packages, and back",
		reason: "less than what others take for their first page",
	},
	visitRequests: {
		most: 16,
		unit: "requests",
		of: "the same visit",
		reason: "what the pages share is asked for once",
	},
	headers: {
		most: 2 * 1024,
		unit: "characters",
		of: "the headers of a document, the policy with all its hashes included",
		reason: "servers and proxies take no more in one line, and the first packets shall be the document's",
	},
	icon: {
		most: 10 * kilobyte,
		of: "an icon of the manifest",
		reason: "flat colours; more would be a photograph",
	},
} as const satisfies Record<string, Budget>;

/** A part of what is counted. */
export type Part = { name: string; size: number };

const format = new Intl.NumberFormat("en-GB").format;

/** Sum of the parts. */
export const sum = (parts: Part[]): number => parts.reduce((total, { size }) => total + size, 0);

/** Message for an exceeded budget: its purpose, and the largest parts. */
export function explain({ most, unit, of, reason }: Budget, parts: Part[]): string {
	const largest = parts.toSorted((a, b) => b.size - a.size).slice(0, 14);
	const rest = parts.length - largest.length;
	return [
		`The budget is ${format(most)} ${unit ?? "bytes"} for ${of}, since ${reason}. The largest of ${format(sum(parts))}:`,
		...largest.map(({ name, size }) => `${format(size).padStart(9)}  ${name}`),
		...(rest > 0 ? [`and ${rest} smaller`] : []),
	].join("\n");
}
