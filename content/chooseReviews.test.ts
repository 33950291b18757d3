import { expect, test } from "vitest";
import { chooseReviews, isSellingPage } from "./chooseReviews.ts";
import { routeNames } from "./routes.ts";
import type { Snapshot } from "./snapshot.ts";

const sellingPages = routeNames.filter(isSellingPage);

/** Reviews of the home page and, by page, of the pages that sell: a letter for each, upper case for English ones. */
type Choices = { home: string; packages?: string; functionalTests?: string; hidden?: string };

const createReviews = (letters = "") =>
	[...letters].map((id) => ({ id, review: { lang: /[A-Z]/.test(id) ? "en" : undefined } }));

test.each<[string, Choices, string]>([
	["are repeated, in the editors' order", { home: "abc" }, "abca"],
	["are none when there are none", { home: "" }, ""],
	[
		"are an editor's choice, and others",
		{ home: "abc", packages: "bc", functionalTests: "a" },
		"cbca",
	],
	["are repeated when all are chosen", { home: "a", packages: "a" }, "aaaa"],
	["have a text in the page's language", { home: "Ba" }, "aaaa"],
	["are not used up by a hidden page", { home: "ab", hidden: "consultations" }, "aba"],
])("the reviews of pages %s", (_, { home, hidden = "", ...choices }, expected) => {
	const chosen: Record<string, string | undefined> = choices;
	const pages = sellingPages.map((page) => [page, { review: createReviews(chosen[page]) }]);
	const content = {
		hidden: [hidden],
		appShell: {},
		home: { reviews: createReviews(home) },
		...Object.fromEntries(pages),
	} as Snapshot;
	const reviews = chooseReviews(content);
	expect(sellingPages.map((page) => reviews[page]?.id ?? "").join("")).toBe(expected);
});
