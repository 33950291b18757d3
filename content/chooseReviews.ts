import { pageEntries } from "./model.ts";
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

/** Lengths of reviews that convince without others around them, in characters. Pages show the end of a long one. */
const persuasiveLength = { min: 40, max: Number.POSITIVE_INFINITY };

/** Maximum length of a review that a page shows in full without an editor's choice, in characters. */
const maxWholeLength = 300;

/**
 * Chooses a review for About and for each page that sells, from the home page's reviews in the page's language. An
 * editor's choice wins. Otherwise a page gets the next review in the editors' order: first those of a suitable length,
 * then the others of at least 40 characters. When no review is left, pages that sell repeat the first ones, because a
 * visitor rarely reads two of these pages one after the other.
 */
export function chooseReviews(content: Snapshot): Partial<Record<ReviewPage, Entry<"review">>> {
	const chosen: Partial<Record<ReviewPage, Entry<"review">>> = {};
	const sellingPages = listShownRoutes(content).filter(isSellingPage);
	for (const page of sellingPages) {
		const [choice] = content[page].review;
		if (choice) chosen[page] = choice;
	}
	const chosenIds = Object.values(chosen).map(({ id }) => id);
	const ownReviews = content.home.reviews.filter(({ review }) => !review.lang);
	const suitable = ownReviews.filter((review) => hasLength(review, suitableLength));
	const persuasive = ownReviews.filter((review) => hasLength(review, persuasiveLength));
	const ranked = [...new Set([...suitable, ...persuasive])];
	const candidates = ranked.filter(({ id }) => !chosenIds.includes(id));
	const [first] = [...ranked, ...ownReviews];
	for (const page of sellingPages) {
		if (chosen[page]) continue;
		const next = candidates.shift() ?? suitable.shift() ?? first;
		if (next) chosen[page] = shortenReview(next);
	}
	// About is last, so that no page that sells goes without a review. Its band is too large for a few words.
	const [next] = candidates;
	if (next && isPageShown(content, "about")) chosen.about = shortenReview(next);
	return chosen;
}

function hasLength({ review }: Entry<"review">, { min, max }: { min: number; max: number }): boolean {
	const { length } = toPlainText(review);
	return length >= min && length <= max;
}

/** Reduces a long review to its last sentences, in one paragraph: clients tell the result at the end. */
function shortenReview(entry: Entry<"review">): Entry<"review"> {
	const text = toPlainText(entry.review);
	if (text.length <= maxWholeLength) return entry;
	const value = keepLastSentences(text, suitableLength.max);
	const blocks: RichTextValue["blocks"] = [{ type: "paragraph", content: [{ type: "text", value }] }];
	return { ...entry, review: { ...entry.review, blocks } };
}
