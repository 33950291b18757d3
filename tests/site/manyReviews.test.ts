import { expect, test } from "vitest";
import { type Locale, localeCodes } from "../../content/locales.ts";
import { pathOf } from "../../content/routes.ts";
import { loadSnapshots } from "../../content/snapshotFiles.server.ts";
import { fileOf } from "../../scripts/render/addresses.ts";
import { renderSite } from "../../scripts/render/renderSite.ts";
import { repeatReviews } from "../repeatReviews.ts";
import { only, parseDocument } from "./pages.ts";

const site = { url: "https://www.example.org", indexable: true };

const snapshots = await loadSnapshots("content/generated");
const counts = [24, 25, 1000];
const renderings = counts.map((count) => renderSite("dist", repeatReviews(snapshots, count), site));
const documents = new Map((await Promise.all(renderings)).map((rendered, index) => [counts[index], rendered]));
/** The home page with so many reviews. */
const homeWith = (count: number, locale: Locale) =>
	parseDocument(documents.get(count)?.get(fileOf(pathOf("home", locale))) ?? "");

test.each(localeCodes)(
	"a thousand reviews are all in the page, in their order, each once, and the carousel has no more to do than with 24 (%s)",
	(locale) => {
		const many = homeWith(1000, locale);
		const ids = repeatReviews(snapshots, 1000)[locale].home.reviews.map(({ id }) => id);
		expect([...many.querySelectorAll(".reviews li:has(> .reviewer)")].map(({ id }) => id)).toEqual(ids);
		expect(only(many, ".reviews details:not([open]) summary").textContent).toContain("976");
		const carouselOf = (document: Document) => only(document, "main site-carousel").outerHTML;
		expect(carouselOf(many)).toBe(carouselOf(homeWith(24, locale)));
	},
);

test.each([
	[24, 0],
	[25, 1],
])("of %d reviews there are %d lists to open, for those without room in the carousel", (count, expected) => {
	expect(homeWith(count, "en-US").querySelectorAll(".reviews details").length).toBe(expected);
});
