import { expect, test } from "vitest";
import { localeCodes } from "../../content/locales.ts";
import { pathOf } from "../../content/routes.ts";
import { loadSnapshots } from "../../content/snapshotFiles.server.ts";
import { fileOf } from "../../scripts/render/addresses.ts";
import { renderSite } from "../../scripts/render/renderSite.ts";
import { repeatReviews } from "../repeatReviews.ts";
import { only, parseDocument } from "./pages.ts";

const site = { url: "https://www.example.org", indexable: true };

const snapshots = await loadSnapshots("content/generated");
const rendered = new Map(
	await Promise.all(
		[10, 24, 25, 1000].map(
			async (count) => [count, await renderSite("dist", repeatReviews(snapshots, count), site)] as const,
		),
	),
);

const documentsOf = (count: number) => rendered.get(count) ?? new Map<string, string>();
const carouselOf = (html: string) => only(parseDocument(html), "main site-carousel").outerHTML;

test.each(localeCodes)("a thousand reviews are all in the page, in their order, each once (%s)", (locale) => {
	const html = documentsOf(1000).get(fileOf(pathOf("home", locale))) ?? "";
	const ids = repeatReviews(snapshots, 1000)[locale].home.reviews.map(({ id }) => id);
	const document = parseDocument(html);
	const shown = [...document.querySelectorAll(".reviews li:has(> .reviewer)")].map(({ id }) => id);
	expect(shown).toEqual(ids);
	expect(only(document, ".reviews details:not([open]) summary").textContent).toContain("976");
});

test("the carousel has no more to do for a thousand than for twenty-four", () => {
	for (const locale of localeCodes) {
		const [few, many] = [24, 1000].map((count) => documentsOf(count).get(fileOf(pathOf("home", locale))) ?? "");
		expect(carouselOf(many ?? "")).toBe(carouselOf(few ?? ""));
	}
});

test.each([
	[10, 0],
	[24, 0],
	[25, 1],
])("of %d reviews there are %d lists to open, for those without room in the carousel", (count, expected) => {
	const document = parseDocument(documentsOf(count).get("index.html") ?? "");
	expect(document.querySelectorAll(".reviews details").length).toBe(expected);
});
