import { pageEntries } from "./model.ts";
import { cutAtSentence, toPlainText } from "./plainText.ts";
import { listShownRoutes, type RouteName } from "./routes.ts";
import type { Entry, RichTextValue, Snapshot } from "./snapshot.ts";

/** Page that sells. Editors can choose its review: its entry in the content model has a field `review`. */
type SellingPage = {
	[Route in RouteName]: "review" extends keyof (typeof pageEntries)[Route]["fields"] ? Route : never;
}[RouteName];

/** Page that shows a review beside its content. */
export type ReviewPage = SellingPage | "about";

export function isSellingPage(route: RouteName | undefined): route is SellingPage {
	return route !== undefined && "review" in pageEntries[route].fields;
}

/** Lengths of reviews that suit a page best, in characters: two to five lines beside a price. */
const suitableLength = { min: 60, max: 240 };

/** Maximum length of a review that a page shows in full without an editor's choice, in characters. */
const maxWholeLength = 300;

/**
 * Chooses a review for About and for each page that sells. An editor's choice wins. Other pages get the reviews of the
 * home page in the page's language, each review once and in the editors' order: first those of a suitable length, then
 * longer ones, of which pages show the beginning, and at last shorter ones.
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
	const others = content.home.reviews.filter(({ id, review }) => !review.lang && !chosenIds.includes(id));
	const candidates = others.toSorted((one, other) => rankLength(one) - rankLength(other));
	const pagesInOrder: ReviewPage[] = [...sellingPages];
	// About is last, so that no page that sells goes without a review.
	if (shownRoutes.includes("about")) pagesInOrder.push("about");
	for (const page of pagesInOrder) {
		if (chosen[page]) continue;
		const next = candidates.shift();
		if (next) chosen[page] = shortenReview(next);
	}
	return chosen;
}

/** Returns a number to sort reviews by their lengths: 0 for a suitable length, 1 for a longer and 2 for a shorter one. */
function rankLength({ review }: Entry<"review">): number {
	const { length } = toPlainText(review);
	if (length > suitableLength.max) return 1;
	return length < suitableLength.min ? 2 : 0;
}

/** Reduces a long review to its first sentences, in one paragraph. */
function shortenReview(entry: Entry<"review">): Entry<"review"> {
	const text = toPlainText(entry.review);
	if (text.length <= maxWholeLength) return entry;
	const value = cutAtSentence(text, suitableLength.max);
	const blocks: RichTextValue["blocks"] = [{ type: "paragraph", content: [{ type: "text", value }] }];
	return { ...entry, review: { ...entry.review, blocks } };
}
