import { expect, test } from "vitest";
import { lastChange, lastChangeOfSite } from "./changes.ts";
import { routeNames } from "./routes.ts";
import type { PictureValue, RichTextValue, Snapshot } from "./snapshot.ts";

const first = "2026-01-01T00:00:00.000Z";
const later = "2026-02-03T04:05:06.000Z";

/** The ten entries, all as old, with a list on some. */
function snapshot(): Snapshot {
	const entry = { updatedAt: first };
	const price = { amount: 1, currency: "gbp", updatedAt: first };
	return {
		appShell: { ...entry },
		navigation: { ...entry },
		newsletter: { ...entry },
		home: { ...entry, socialMedia: [{ ...entry }], reviews: [{ ...entry }] },
		about: { ...entry, cover: { updatedAt: first } },
		approach: { ...entry, approach: { blocks: [{ type: "figure", picture: { updatedAt: first } }] } },
		consultations: { ...entry, consultations: [{ ...entry, price }] },
		packages: { ...entry, packages: [{ ...entry, price: { ...price } }] },
		programmes: { ...entry, programmes: [] },
		functionalTests: { ...entry, dnaTests: [{ ...entry }] },
	} as unknown as Snapshot;
}

function figureOf(text: RichTextValue | undefined): PictureValue | undefined {
	const [block] = text?.blocks ?? [];
	return block?.type === "figure" ? block.picture : undefined;
}

/** The pages that say something else once something is changed. */
function changedPages(
	change: (content: Snapshot) => { updatedAt?: string | undefined } | undefined,
	time = later,
): string[] {
	const content = snapshot();
	Object.assign(change(content) ?? {}, { updatedAt: time });
	return routeNames.filter((route) => lastChange(content, route) !== first);
}

test.each<[string, Parameters<typeof changedPages>[0], string[]]>([
	["nothing", () => undefined, []],
	["a page's entry", ({ about }) => about, ["about"]],
	["an entry of a list", ({ home }) => home.reviews[0], ["home"]],
	["a price", ({ consultations }) => consultations.consultations[0]?.price, ["consultations"]],
	["a picture", ({ about }) => about.cover, ["about"]],
	["a picture in a text", ({ approach }) => figureOf(approach.approach), ["approach"]],
	["what is around every page", ({ newsletter }) => newsletter, routeNames],
	["what every page tells machines", ({ home }) => home.socialMedia[0], routeNames],
])("%s", (_, change, pages) => {
	expect(changedPages(change)).toEqual(pages);
});

test("the newest counts, whatever its zone", () => {
	const content = snapshot();
	content.about.updatedAt = "2026-02-03T06:05:06+02:00";
	expect(lastChange(content, "about")).toBe(later);
	expect(lastChangeOfSite([snapshot(), content])).toBe(later);
});

test("what is no time does not count", () => {
	expect(changedPages(({ about }) => about, "soon")).toEqual([]);
	const content = JSON.parse(JSON.stringify(snapshot()).replaceAll(first, "")) as Snapshot;
	expect(lastChange(content, "about")).toBeUndefined();
	expect(lastChangeOfSite([content])).toBeUndefined();
});
