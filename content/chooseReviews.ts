import { pageEntries } from "./model.ts";
import { pages } from "./pages.ts";
import { keepLastSentences, toPlainText } from "./plainText.ts";
import { isPageShown, listShownRoutes, type RouteName } from "./routes.ts";
import type { Entry, RichTextValue, Snapshot } from "./snapshot.ts";

/** Page that sells. Editors can choose its review: its entry in the content model has a field `review`. */
type SellingPage = {
	[Route in RouteName]: "review" extends keyof (typeof pageEntries)[Route]["fields"] ? Route : never;
}[RouteName];

export type ReviewPage = SellingPage | "about";

export function isSellingPage(route: RouteName | undefined): route is SellingPage {
	return route !== undefined && "review" in pageEntries[route].fields;
}

/** Lengths of reviews that suit a page best, in characters: two to five lines beside a price. */
const suitableLength = { min: 60, max: 240 };

/** Minimum length of a review that convinces without others around it, in characters. */
const minPersuasiveLength = 40;

/** Maximum length of a review that a page shows in full without an editor's choice, in characters. */
const maxWholeLength = 300;

/**
 * Chooses a review for About and for each page that sells, from the home page's reviews in the page's language. An
 * editor's choice wins. Otherwise a page gets a review that names what it sells, or the next one in the order of `rank`:
 * suitable length, shorter, longer (of which pages show the end), exclamations, because thanks convince less than
 * results, and last those below 40 characters. When no review is left, pages that sell repeat the best ones, because a
 * visitor rarely reads two of these pages one after the other.
 */
export function chooseReviews(content: Snapshot): Partial<Record<ReviewPage, Entry<"review">>> {
	const chosen: Partial<Record<ReviewPage, Entry<"review">>> = {};
	const shownRoutes = listShownRoutes(content);
	const sellingPages = shownRoutes.filter(isSellingPage);
	for (const page of sellingPages) {
		const [choice] = content[page].review;
		if (choice) chosen[page] = choice;
	}
	const chosenIds = Object.values(chosen).map(({ id }) => id);
	const ownReviews = content.home.reviews.filter(({ review }) => !review.lang);
	const ranked = ownReviews.toSorted((one, other) => rank(one) - rank(other));
	const [best] = ranked;
	if (!best) return chosen;
	const candidates = ranked.filter((review) => !chosenIds.includes(review.id) && isPersuasive(review));
	const repeatable = ranked.filter((review) => rank(review) === rank(best));
	const openPages = sellingPages.filter((page) => !chosen[page]);
	for (const page of openPages) {
		const named = candidates.find((review) => mentionsPage(review, page, content));
		if (!named) continue;
		chosen[page] = named;
		candidates.splice(candidates.indexOf(named), 1);
	}
	for (const page of openPages) {
		const next = chosen[page] ?? candidates.shift() ?? repeatable.shift() ?? best;
		chosen[page] = shortenReview(next);
	}
	// About is last, so that no page that sells goes without a review. Its band is too large for a few words.
	const [next] = candidates;
	if (next && isPageShown(content, "about")) chosen.about = shortenReview(next);
	return chosen;
}

function isPersuasive({ review }: Entry<"review">): boolean {
	return toPlainText(review).length >= minPersuasiveLength;
}

/** Returns a number to sort reviews: the rank of the length, or a high rank for an exclamation. */
function rank(entry: Entry<"review">): number {
	const isExclamation = toPlainText(entry.review).includes("!");
	return Math.max(rankLength(entry), isExclamation ? 2.5 : 0);
}

/**
 * Checks whether a review contains a word of a page's label, such as `package` for `Packages`. Compares only the
 * beginnings of words, because most endings change with number and case.
 */
function mentionsPage({ review }: Entry<"review">, page: SellingPage, content: Snapshot): boolean {
	const listWords = (text: string) => text.toLowerCase().match(/\p{L}+/gu) ?? [];
	const label = listWords(pages[page].label(content).value).filter(({ length }) => length >= 4);
	// A word of four letters, such as `Курс`, would be too short without its last letter.
	const stems = label.map((word) => word.slice(0, Math.max(4, Math.min(5, word.length - 1))));
	return listWords(toPlainText(review)).some((word) => stems.some((stem) => word.startsWith(stem)));
}

/** Returns a number to sort reviews by their lengths: 0 for a suitable length, and more for a less suitable one. */
function rankLength({ review }: Entry<"review">): number {
	const { length } = toPlainText(review);
	if (length > suitableLength.max) return 2;
	if (length >= suitableLength.min) return 0;
	return length >= minPersuasiveLength ? 1 : 3;
}

/** Reduces a long review to its last sentences, in one paragraph: clients tell the result at the end. */
function shortenReview(entry: Entry<"review">): Entry<"review"> {
	const text = toPlainText(entry.review);
	if (text.length <= maxWholeLength) return entry;
	const value = keepLastSentences(text, suitableLength.max);
	const blocks: RichTextValue["blocks"] = [{ type: "paragraph", content: [{ type: "text", value }] }];
	return { ...entry, review: { ...entry.review, blocks } };
}
