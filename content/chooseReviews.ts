import { pageEntries } from "./model.ts";
import { toPlainText } from "./plainText.ts";
import { listShownRoutes, type RouteName } from "./routes.ts";
import type { Entry, Snapshot } from "./snapshot.ts";

/** Page that sells. Editors can choose its review: its entry in the content model has a field `review`. */
type SellingPage = {
	[Route in RouteName]: "review" extends keyof (typeof pageEntries)[Route]["fields"] ? Route : never;
}[RouteName];

/** Page that shows a review beside its content. */
export type ReviewPage = SellingPage | "about";

export function isSellingPage(route: RouteName | undefined): route is SellingPage {
	return route !== undefined && "review" in pageEntries[route].fields;
}

/** Lengths of reviews that the site chooses by itself, in characters: two to five lines beside a price. */
const suitableLength = { min: 60, max: 240 };

/**
 * Chooses a review for About and for each page that sells. An editor's choice wins. Other pages get short reviews of the
 * home page, in the editors' order and each review once. A page without a suitable review gets none.
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
	const candidates = content.home.reviews.filter((review) => isSuitable(review) && !chosenIds.includes(review.id));
	const pagesInOrder: ReviewPage[] = [...sellingPages];
	// About is last, so that no page that sells goes without a review.
	if (shownRoutes.includes("about")) pagesInOrder.push("about");
	for (const page of pagesInOrder) {
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
