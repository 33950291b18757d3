/** Upper limit of a measured quantity, with the reason for the limit. */
export type Budget = {
	limit: number;
	/** Unit of the limit. Default: bytes. */
	unit?: "characters" | "requests";
	/** Measured quantity, as a noun phrase. */
	quantity: string;
	reason: string;
	/** Usual way to keep the budget, as a sentence. */
	remedy?: string;
};

const kilobyte = 1_000;

/** Budgets of the built site. The words "at first" mean: before the visitor scrolls or touches anything. */
export const budgets = {
	document: {
		limit: 13.5 * kilobyte,
		quantity: "a page's HTML with its styles, brotli",
		reason:
			"it fits into a server's first ten packets (RFC 6928: 14,600 bytes, 1,100 of them headers), so it takes one round trip",
		remedy:
			"Move styles that only one page needs into that page's folder, or show fewer items of a long list.",
	},
	blockingRequests: {
		limit: 1,
		unit: "requests",
		quantity:
			"requests that block the first paint: the document, style sheets, parser-blocking scripts",
		reason: "each further one costs a round trip, 150 ms and more on a slow network",
	},
	startScript: {
		limit: 3.2 * kilobyte,
		quantity: "all scripts that a page runs by itself, inline ones included, brotli",
		reason: "every control works without script, and the enhancements fit into three packets",
		remedy:
			"Import code that is needed after a touch dynamically, as components/Carousel/Carousel.client.ts does.",
	},
	wholeScript: {
		limit: 27 * kilobyte,
		quantity: "all scripts of a visit, including the carousel's, brotli",
		reason:
			"Swiper's core (19 KB), the start script, change of language with idiomorph (4.3 KB), and no other library",
		remedy: "Remove a script, or name the new one in the reason and raise the limit by its size.",
	},
	homeAtFirst: {
		limit: 70 * kilobyte,
		quantity: "everything that the home page transfers at first",
		reason:
			"0.4 s on slow 4G (1.6 Mbit/s) behind the first round trips; three pictures and the italic",
	},
	pageAtFirst: {
		limit: 51 * kilobyte,
		quantity: "everything that any other page transfers at first",
		reason: "0.3 s on slow 4G; two pictures, and a font for each alphabet in its headings",
	},
	requestsAtFirst: {
		limit: 14,
		unit: "requests",
		quantity: "requests of a page at first",
		reason:
			"document, two scripts, at most four fonts, logo, icon and four pictures; pictures out of view are loaded lazily",
	},
	repeatedVisit: {
		limit: 0,
		quantity:
			"bodies that a page transfers when it was visited before, also through a campaign link",
		reason: "everything is cached, and the browser only revalidates the document",
	},
	repeatedRequests: {
		limit: 1,
		unit: "requests",
		quantity: "requests of a page that was visited before",
		reason: "the document is revalidated, and everything else is immutable",
	},
	guesses: {
		limit: 60 * kilobyte,
		quantity: "everything that a browser prefetches when a visitor points at all links of the menu",
		reason: "downloads that the visitor did not request must not cost more than one page",
	},
	visit: {
		limit: 130 * kilobyte,
		quantity: "a visit of a phone: the home page, consultations, packages, and back",
		reason:
			"it is less than the first page of a usual website; 30 KB are pages of the menu that are not opened",
	},
	headers: {
		limit: 2 * 1024,
		unit: "characters",
		quantity: "the headers of a document, including the content security policy with its hashes",
		reason:
			"some servers and proxies limit a header to that, and the first packets should carry the document",
	},
} as const satisfies Record<string, Budget>;

/** File or request whose size counts towards a budget. */
export type Part = { name: string; size: number };

const format = new Intl.NumberFormat("en-GB").format;

/**
 * Returns the message for an exceeded budget, with the largest parts, or undefined when the budget is kept.
 * @param measured differs from the sum of the parts if the parts are compressed together
 */
export function findExcess(
	budget: Budget,
	parts: Part[],
	measured = measure(budget, parts),
): string | undefined {
	const {
		limit,
		unit = "bytes",
		quantity,
		reason,
		remedy = "Make the largest parts smaller.",
	} = budget;
	if (measured <= limit) return undefined;
	const largest = parts.toSorted((a, b) => b.size - a.size).slice(0, 14);
	return [
		`${format(measured)} ${unit} exceed the budget of ${format(limit)} for ${quantity}. Reason: ${reason}.`,
		`${remedy} If the addition is worth its cost to visitors, raise the limit in tests/tools/budgets.ts.`,
		"The largest parts:",
		...largest.map(({ name, size }) => `${format(size).padStart(9)}  ${name}`),
	].join("\n");
}

function measure({ unit }: Budget, parts: Part[]): number {
	if (unit === "requests") return parts.length;
	return parts.reduce((total, { size }) => total + size, 0);
}
