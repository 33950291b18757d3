import { expect, test } from "vitest";
import { chooseReviews } from "./chooseReviews.ts";
import type { PageEntryName } from "./model.ts";
import { toPlainText } from "./plainText.ts";
import { routeNames } from "./routes.ts";
import type { Entry, Snapshot } from "./snapshot.ts";

function createReview(id: string, text: number | string = 100, lang?: "en"): Entry<"review"> {
	const value = typeof text === "number" ? "a".repeat(text) : text;
	const review = { blocks: [{ type: "paragraph" as const, content: [{ type: "text" as const, value }] }] };
	return { id, updatedAt: "", name: { value: id }, review: lang ? { lang, ...review } : review };
}

const testedPages = ["consultations", "packages", "programmes", "functionalTests"] as const;
const otherPages = routeNames.filter((route) => route !== "about" && !testedPages.some((page) => page === route));

type Choices = Partial<Record<(typeof testedPages)[number], Entry<"review">[]>>;

/** Returns the chosen reviews, by page. */
function chooseFrom(reviews: Entry<"review">[], choices: Choices = {}, hidden: PageEntryName[] = []) {
	const { consultations = [], packages = [], programmes = [], functionalTests = [] } = choices;
	const content = {
		hidden: [...otherPages, ...hidden],
		home: { reviews },
		consultations: { review: consultations },
		packages: { review: packages },
		programmes: { review: programmes },
		functionalTests: { review: functionalTests },
	};
	return chooseReviews(content as unknown as Snapshot);
}

/** Returns the ids of the chosen reviews, by page. */
function chooseIds(...options: Parameters<typeof chooseFrom>) {
	return Object.fromEntries(Object.entries(chooseFrom(...options)).map(([page, { id }]) => [page, id]));
}

const five = ["a", "b", "c", "d", "e"].map((id) => createReview(id));

test("without a choice of the editors, each page that sells and then About get the next short review in their order", () => {
	expect(chooseIds(five)).toEqual({
		consultations: "a",
		packages: "b",
		programmes: "c",
		functionalTests: "d",
		about: "e",
	});
});

test("reviews of 60 to 240 characters are taken first, then the others from 40, and shorter ones only when all are so short", () => {
	const reviews = [39, 241, 40, 60, 240].map((length) => createReview(String(length), length));
	expect(chooseIds(reviews)).toEqual({
		consultations: "60",
		packages: "240",
		programmes: "241",
		functionalTests: "40",
	});
	expect(chooseIds([createReview("short", 39)])).toHaveProperty("functionalTests", "short");
});

test("About shows no review of less than 40 characters", () => {
	const reviews = [...five.slice(0, 4), createReview("short", 39), createReview("long", 241)];
	expect(chooseIds(reviews)).toHaveProperty("about", "long");
	expect(chooseIds(reviews.slice(0, 5))).not.toHaveProperty("about");
});

test("pages show at most 240 characters of a review with more than 300, from the beginning of a sentence", () => {
	const sentence = `A${"a".repeat(97)}.`;
	const texts = [`Too much coffee. ${sentence} ${sentence} B${sentence}`, "a".repeat(400), "a".repeat(300)];
	const reviews = texts.map((text, index) => createReview(String(index), text));
	const shown = Object.values(chooseFrom(reviews, {}, ["functionalTests"])).map(({ review }) => toPlainText(review));
	expect(shown).toEqual([`… ${sentence} B${sentence}`, `${"a".repeat(239)}…`, "a".repeat(300)]);
});

test("a review that has no text in the language of the page is not taken", () => {
	const ids = Object.values(chooseIds([createReview("english", 100, "en"), createReview("own")]));
	expect(new Set(ids)).toEqual(new Set(["own"]));
});

test("pages that sell repeat the best review when none is left, and a site without reviews has none", () => {
	expect(chooseIds([createReview("a"), createReview("b", 900)])).toEqual({
		consultations: "a",
		packages: "b",
		programmes: "a",
		functionalTests: "a",
	});
	expect(chooseIds([])).toEqual({});
});

test("an editor's choice is shown whatever its length, and no other page takes it", () => {
	const long = createReview("long", 900);
	const [a] = five;
	expect(chooseIds(five, { packages: [long], functionalTests: a ? [a] : [] })).toEqual({
		consultations: "b",
		packages: "long",
		programmes: "c",
		functionalTests: "a",
		about: "d",
	});
});

test("editors may choose one review for several pages, and only the first of several is shown", () => {
	const [a, b] = [createReview("a"), createReview("b")];
	expect(chooseIds([], { consultations: [a, b], packages: [a] })).toEqual({ consultations: "a", packages: "a" });
});

test("a hidden page uses up no review", () => {
	const reviews = five.slice(0, 2);
	expect(chooseIds(reviews, {}, ["consultations", "functionalTests"])).toEqual({ packages: "a", programmes: "b" });
});
