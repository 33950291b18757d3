import { expect, test } from "vitest";
import { localeCodes } from "../../content/locales.ts";
import { pathOf } from "../../content/routes.ts";
import { loadSnapshots } from "../../content/snapshotFiles.server.ts";
import { fileOf } from "../../scripts/render/addresses.ts";
import { renderSite } from "../../scripts/render/renderSite.ts";
import { repeatReviews } from "../repeatReviews.ts";
import { only, parseDocument } from "./pages.ts";

const snapshots = await loadSnapshots("content/generated");

test.each(localeCodes)(
	"a thousand reviews are all in the page, in their order, each once, and the carousel has no more to do than with 24 (%s)",
	async (locale) => {
		const homeWith = async (count: number) => {
			const site = { url: "https://www.example.org", indexable: true };
			const documents = await renderSite("dist", repeatReviews(snapshots, count), site);
			return parseDocument(documents.get(fileOf(pathOf("home", locale))) ?? "");
		};
		const [few, more, many] = [await homeWith(24), await homeWith(25), await homeWith(1000)];
		const ids = repeatReviews(snapshots, 1000)[locale].home.reviews.map(({ id }) => id);
		expect([...many.querySelectorAll(".reviews li:has(> .reviewer)")].map(({ id }) => id)).toEqual(ids);
		expect(only(many, ".reviews details:not([open]) summary").textContent).toContain("976");
		const carouselOf = (document: Document) => only(document, "main site-carousel").outerHTML;
		expect(carouselOf(many)).toBe(carouselOf(few));
		expect([few, more].map((document) => document.querySelectorAll(".reviews details").length)).toEqual([0, 1]);
	},
);
