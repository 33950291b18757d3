import { expect, test } from "vitest";
import { listServices } from "../../content/listServices.ts";
import { localeCodes } from "../../content/locales.ts";
import { pathOf } from "../../content/routes.ts";
import type { RichTextValue, Snapshot } from "../../content/snapshot.ts";
import { loadSnapshots } from "../../content/snapshotFiles.server.ts";
import { fileOf } from "../../scripts/render/addresses.ts";
import { renderSite } from "../../scripts/render/renderSite.ts";
import { repeatReviews } from "../repeatReviews.ts";
import { only, parseDocument } from "./sitePages.ts";

const snapshots = await loadSnapshots("content/generated");

test.each(localeCodes)(
	"a thousand reviews are all in the page, in their order, each once, and the carousel has no more to do than with 24 (%s)",
	async (locale) => {
		const homeWith = async (count: number) => {
			const site = { url: "https://www.example.org", indexable: true };
			const documents = await renderSite("dist", repeatReviews(snapshots, count), site);
			return parseDocument(documents.get(fileOf(pathOf("home", locale)))?.html ?? "");
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

const demo = snapshots["en-US"];

/** Renders the home page's line about the consultations. Amounts are in pence. */
function consultationsAt(...prices: [amount: number, currency?: string][]) {
	const consultations = prices.flatMap(([amount, currency = "gbp"]) =>
		demo.consultations.consultations.slice(0, 1).map((one) => ({ ...one, price: { amount, currency, updatedAt: "" } })),
	);
	return listServices({ ...demo, consultations: { ...demo.consultations, consultations } })[0];
}

test("the home page shows the lowest price of each selling page, in the currency of its first price", () => {
	expect(consultationsAt([9000], [6500], [7000])?.startingPrice.price).toBe("£65.00");
	expect(consultationsAt([9000], [100, "usd"])?.startingPrice.price).toBe("£90.00");
	expect(consultationsAt()?.route).toBe("packages");
	const routes = listServices({ ...demo, hidden: ["packages"] }).map(({ route }) => route);
	expect(routes).toEqual(["consultations", "programmes", "functionalTests"]);
});

test("the lowest price of DNA tests ignores prices that are texts", () => {
	const dnaTests = demo.functionalTests.dnaTests.map((test, index) => ({
		...test,
		price: index === 0 ? { value: "on request" } : 200 - index,
	}));
	const services = listServices({ ...demo, functionalTests: { ...demo.functionalTests, dnaTests } });
	expect(services.at(-1)?.startingPrice.price).toBe(`£${200 - (dnaTests.length - 1)}`);
});

test("the home page shows a teaser of each selling page", () => {
	const text = (value: string): RichTextValue => ({
		blocks: [{ type: "paragraph", content: [{ type: "text", value }] }],
	});
	const content: Snapshot = {
		...demo,
		consultations: { ...demo.consultations, description: text("We meet. And talk.") },
		packages: { ...demo.packages, helpText: text("Longer care. With meetings.") },
		programmes: { ...demo.programmes, title: { value: "On your own" } },
		functionalTests: { ...demo.functionalTests, functionalTestsDescription: text("We measure. And explain.") },
	};
	const teasers = listServices(content).map(({ route, teaser }) => [route, teaser?.value]);
	expect(Object.fromEntries(teasers)).toEqual({
		consultations: "We meet.",
		packages: "Longer care.",
		programmes: "On your own",
		functionalTests: "We measure.",
	});
});
