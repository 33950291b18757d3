import { expect, test } from "vitest";
import { chooseReviews, isSellingPage } from "./chooseReviews.ts";
import { routeNames } from "./routes.ts";
import type { Snapshot } from "./snapshot.ts";

const [first, second, third, ...others] = routeNames.filter(isSellingPage);
const pages = [first, second, third];

/** Reviews of the home page and of the first three pages that sell: a letter for each, upper case for English ones. */
type Choices = { home: string; second?: string; third?: string; isFirstHidden?: boolean };

const createReviews = (letters = "") =>
	[...letters].map((id) => ({ id, review: { lang: /[A-Z]/.test(id) ? "en" : undefined } }));

test.each<[string, Choices, string]>([
	["are repeated, in the editors' order", { home: "ab" }, "aba"],
	["are none when there are none", { home: "" }, ""],
	["are an editor's choice, and others", { home: "abc", second: "bc", third: "a" }, "cba"],
	["are repeated when all are chosen", { home: "a", second: "a" }, "aaa"],
	["have a text in the page's language", { home: "Ba" }, "aaa"],
	["are not used up by a hidden page", { home: "ab", isFirstHidden: true }, "ab"],
])("the reviews of pages %s", (_, { home, isFirstHidden, ...choices }, expected) => {
	const content = {
		hidden: isFirstHidden ? [first, ...others] : others,
		appShell: {},
		home: { reviews: createReviews(home) },
		[String(first)]: { review: [] },
		[String(second)]: { review: createReviews(choices.second) },
		[String(third)]: { review: createReviews(choices.third) },
	} as unknown as Snapshot;
	const reviews = chooseReviews(content);
	expect(pages.map((page) => (page && reviews[page]?.id) ?? "").join("")).toBe(expected);
});
