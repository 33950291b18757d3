import { toPlainText } from "./plainText.ts";
import { listShownRoutes } from "./routes.ts";
import type { Entry, Snapshot } from "./snapshot.ts";

/** Pages that show a review: first those that sell, beside their prices. */
const reviewPages = ["consultations", "packages", "programmes", "functionalTests", "about"] as const;

export type ReviewPage = (typeof reviewPages)[number];

/** Lengths of reviews that the site chooses by itself, in characters: two to five lines beside a price. */
const suitableLength = { min: 60, max: 240 };

/**
 * Chooses a review for each page that sells, and for About. An editor's choice wins. Other pages get short reviews of the home page, in
 * the editors' order and each review once. A page without a suitable review gets none.
 */
export function chooseReviews(content: Snapshot): Partial<Record<ReviewPage, Entry<"review">>> {
	const chosen: Partial<Record<ReviewPage, Entry<"review">>> = {};
	const shownRoutes = listShownRoutes(content);
	const shownPages = reviewPages.filter((page) => shownRoutes.includes(page));
	for (const page of shownPages) {
		// Editors choose no review for About.
		const [choice] = page === "about" ? [] : content[page].review;
		if (choice) chosen[page] = choice;
	}
	const chosenIds = Object.values(chosen).map(({ id }) => id);
	const candidates = content.home.reviews.filter((review) => isSuitable(review) && !chosenIds.includes(review.id));
	for (const page of shownPages) {
		if (chosen[page]) continue;
		const next = candidates.shift();
		if (next) chosen[page] = next;
	}
	return chosen;
}

/** Checks whether a review is short, and in the language of the page. */
function isSuitable({ review }: Entry<"review">): boolean {
	const { length } = toPlainText(review);
	const isShort = length >= suitableLength.min && length <= suitableLength.max;
	return isShort && review.lang === undefined;
}
