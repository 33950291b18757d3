import { expect, test } from "vitest";
import { findLastPageChange } from "./changes.ts";
import { type PageEntryName, pageEntryNames } from "./model.ts";
import { routeNames } from "./routes.ts";

const first = "2026-01-01T00:00:00.000Z";
const later = "2026-02-03T04:05:06.000Z";

function createSnapshot() {
	const dated = () => ({ updatedAt: first });
	const entries = Object.fromEntries(pageEntryNames.map((name) => [name, dated()]));
	return {
		...(entries as Record<PageEntryName, { updatedAt: string }>),
		home: { ...dated(), socialMedia: [dated()], reviews: [dated()] },
		about: { ...dated(), cover: dated() },
		approach: { ...dated(), approach: { blocks: [{ type: "figure", picture: dated() }] } },
		consultations: { ...dated(), consultations: [{ ...dated(), price: dated() }] },
	};
}
type Change = (content: ReturnType<typeof createSnapshot>) => { updatedAt: string } | undefined;

function listChangedPages(change: Change, time = later): string[] {
	const content = createSnapshot();
	Object.assign(change(content) ?? {}, { updatedAt: time });
	return routeNames.filter((route) => findLastPageChange(content, route) !== first);
}

test.each<[string, Change, string[]]>([
	["nothing", () => undefined, []],
	["a page's entry", ({ about }) => about, ["about"]],
	["an entry of a list", ({ home }) => home.reviews[0], ["home"]],
	[
		"a price",
		({ consultations }) => consultations.consultations[0]?.price,
		["home", "about", "approach", "consultations"],
	],
	["a picture", ({ about }) => about.cover, ["about"]],
	["a picture in a text", ({ approach }) => approach.approach.blocks[0]?.picture, ["approach"]],
	["an entry that every page shows", ({ newsletter }) => newsletter, routeNames],
	[
		"a link to social media, which every page's structured data contains",
		({ home }) => home.socialMedia[0],
		routeNames,
	],
])("a change of %s is a change of the pages that show it", (_, change, pages) => {
	expect(listChangedPages(change)).toEqual(pages);
});

test("times in several time zones are compared as points in time", () => {
	const content = createSnapshot();
	content.about.updatedAt = "2026-02-03T06:05:06+02:00";
	expect(findLastPageChange(content, "about")).toBe(later);
});

test("values that are not times are ignored", () => {
	expect(listChangedPages(({ about }) => about, "soon")).toEqual([]);
	const content: ReturnType<typeof createSnapshot> = JSON.parse(JSON.stringify(createSnapshot()).replaceAll(first, ""));
	expect(findLastPageChange(content, "about")).toBeUndefined();
});
