import { expect, test } from "vitest";
import { chooseReviews } from "./chooseReviews.ts";
import type { PageEntryName } from "./model.ts";
import { routeNames } from "./routes.ts";
import type { Entry, Snapshot } from "./snapshot.ts";

function createReview(id: string, value = id, lang?: "en"): Entry<"review"> {
	const review = { blocks: [{ type: "paragraph" as const, content: [{ type: "text" as const, value }] }] };
	return { id, updatedAt: "", name: { value: id }, review: lang ? { lang, ...review } : review };
}

const testedPages = ["consultations", "packages", "programmes", "functionalTests", "about"] as const;
const otherPages = routeNames.filter((route) => !testedPages.some((page) => page === route));

type Choices = Partial<Record<Exclude<(typeof testedPages)[number], "about">, Entry<"review">[]>>;

/** Returns the ids of the chosen reviews, by page. */
function chooseIds(reviews: Entry<"review">[], choices: Choices = {}, hidden: PageEntryName[] = []) {
	const { consultations = [], packages = [], programmes = [], functionalTests = [] } = choices;
	const content = {
		hidden: [...otherPages, ...hidden],
		home: { reviews },
		consultations: { review: consultations },
		packages: { review: packages },
		programmes: { review: programmes },
		functionalTests: { review: functionalTests },
	};
	const chosen = Object.entries(chooseReviews(content as unknown as Snapshot));
	return Object.fromEntries(chosen.map(([page, { id }]) => [page, id]));
}

const [a, b, c] = [createReview("a"), createReview("b", "Long. ".repeat(200)), createReview("c", "Short")];

test("pages take reviews in the editors' order, whatever their lengths", () => {
	const [consultations, packages, programmes, functionalTests, about] = ["a", "b", "c", "a", "b"];
	expect(chooseIds([a, b, c])).toEqual({ consultations, packages, programmes, functionalTests, about });
	expect(chooseIds([])).toEqual({});
});

test("an editor's choice is shown, and other pages take others", () => {
	const chosen = chooseIds([a, b, c], { packages: [b, c], functionalTests: [a] });
	expect(chosen).toEqual({ consultations: "c", packages: "b", programmes: "c", functionalTests: "a", about: "c" });
});

test("pages repeat reviews when editors have chosen all", () => {
	expect(chooseIds([a], { consultations: [a], packages: [a] })).toMatchObject({ programmes: "a", about: "a" });
});

test("a review that has no text in the page's language is skipped", () => {
	expect(new Set(Object.values(chooseIds([createReview("english", "", "en"), a])))).toEqual(new Set(["a"]));
});

test("a hidden page uses up no review", () => {
	expect(chooseIds([a, b], {}, ["consultations", "about"])).toEqual({
		packages: "a",
		programmes: "b",
		functionalTests: "a",
	});
});
