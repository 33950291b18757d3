import { type PageEntryName, pageEntries } from "./model.ts";
import type { RouteName } from "./pages.ts";
import { listShownRoutes } from "./routes.ts";
import type { Entry, Snapshot } from "./snapshot.ts";

/** Page that sells. Editors can choose its review: its entry in the content model has a field `review`. */
export type SellingPage = {
	[Name in PageEntryName]: "review" extends keyof (typeof pageEntries)[Name]["fields"]
		? Name
		: never;
}[PageEntryName];

export function isSellingPage(route: RouteName): route is SellingPage {
	return "review" in pageEntries[route].fields;
}

/**
 * Chooses a review for each page that sells. An editor's choice wins. Otherwise a page gets the next
 * review of the home page that is in the page's language and that no editor has chosen. After the last one, the first
 * one follows.
 */
export function chooseReviews(content: Snapshot) {
	const chosen: Partial<Record<SellingPage, Entry<"review">>> = {};
	const pages = listShownRoutes(content).filter(isSellingPage);
	for (const page of pages) {
		const [choice] = content[page].review;
		if (choice) chosen[page] = choice;
	}
	const chosenIds = Object.values(chosen).map(({ id }) => id);
	const own = content.home.reviews.filter(({ review }) => !review.lang);
	const unchosen = own.filter(({ id }) => !chosenIds.includes(id));
	const candidates = unchosen.length > 0 ? unchosen : own;
	for (const [index, page] of pages.filter((page) => !chosen[page]).entries()) {
		const next = candidates[index % candidates.length];
		if (next) chosen[page] = next;
	}
	return chosen;
}
