import { expect, test } from "vitest";
import { chooseReviews, isSellingPage } from "./chooseReviews.ts";
import { routeNames } from "./routes.ts";
import type { Snapshot } from "./snapshot.ts";

const sellingPages = routeNames.filter(isSellingPage);

type Review = { id: string; review: { blocks: []; lang?: string } };
const [a, b, c] = ["a", "b", "c"].map((id) => ({ id, review: { blocks: [] } })) as [
	Review,
	Review,
	Review,
];

/** Returns the ids of the chosen reviews, by page. */
function chooseIds(
	reviews: Review[],
	choices: { [Page in (typeof sellingPages)[number]]?: Review[] },
	hidden = [""],
) {
	const pages = Object.fromEntries(
		sellingPages.map((page) => [page, { review: choices[page] ?? [] }]),
	);
	const chosen = Object.entries(
		chooseReviews({ hidden, home: { reviews }, ...pages } as unknown as Snapshot),
	);
	return Object.fromEntries(chosen.map(([page, { id }]) => [page, id]));
}

test("pages take reviews in the editors' order, and repeat them", () => {
	const chosen = { consultations: "a", packages: "b", programmes: "c", functionalTests: "a" };
	expect(chooseIds([a, b, c], {})).toEqual(chosen);
	expect(chooseIds([], {})).toEqual({});
});

test("an editor's choice is shown, and other pages take others", () => {
	const chosen = { consultations: "c", packages: "b", programmes: "c", functionalTests: "a" };
	expect(chooseIds([a, b, c], { packages: [b, c], functionalTests: [a] })).toEqual(chosen);
});

test("pages repeat reviews when editors have chosen all", () => {
	expect(chooseIds([a], { consultations: [a], packages: [a] })).toMatchObject({ programmes: "a" });
});

test("a review without a text in the page's language is skipped", () => {
	const english = { ...b, review: { ...b.review, lang: "en" } };
	expect(new Set(Object.values(chooseIds([english, a], {})))).toEqual(new Set(["a"]));
});

test("a hidden page uses up no review", () => {
	const chosen = { packages: "a", programmes: "b", functionalTests: "a" };
	expect(chooseIds([a, b], {}, ["consultations"])).toEqual(chosen);
});
