import { expect, test } from "vitest";
import { listServices } from "../../content/listServices.ts";
import { localeCodes } from "../../content/locales.ts";
import { pathOf, type RouteName } from "../../content/routes.ts";
import type { Snapshot } from "../../content/snapshot.ts";
import { loadSnapshots } from "../../content/snapshotFiles.server.ts";
import { renderSources } from "./renderSources.ts";
import { collapse, loadPages, parseDocument, requireSingle, sitePages } from "./sitePages.ts";

const snapshots = await loadSnapshots("content/generated");

const homePages = sitePages.filter(({ route }) => route === "home");

test("each review has a slide, in the editors' order", async () => {
	const texts = ["Good.", "A long review. ".repeat(60), "Kind.", "A review of two lines or three. ".repeat(4)];
	const withTexts = ({ home, ...content }: Snapshot): Snapshot => {
		const reviews = texts.map((value, index) => ({
			id: `review-${index}`,
			updatedAt: "2026-01-01T00:00:00.000Z",
			name: { value: "Ann" },
			review: { blocks: [{ type: "paragraph" as const, content: [{ type: "text" as const, value }] }] },
		}));
		return { ...content, home: { ...home, reviews } };
	};
	const pages = await renderSources({ "en-US": withTexts(snapshots["en-US"]), ru: withTexts(snapshots.ru) }, homePages);
	for (const { file } of homePages) {
		const document = parseDocument(pages.get(file) ?? "");
		const slides = [...document.querySelectorAll(".swiper-slide")];
		expect(slides.map((slide) => collapse(slide.querySelector("blockquote")?.textContent))).toEqual(
			texts.map(collapse),
		);
		// The markup depends on no length.
		expect(new Set([...document.querySelectorAll(".review")].map(({ className }) => className)).size).toBe(1);
		expect(requireSingle(document, "[data-part=dots]").querySelectorAll("button").length).toBe(texts.length);
	}
});

const demo = snapshots["en-US"];

/** Returns the service of a page, whichever other pages the site has. */
function findServiceOf(route: RouteName, content: Snapshot) {
	return listServices(content).find((service) => service.route === route);
}

/** Returns the service of the consultations page when the consultations have these prices, in pence. */
function consultationsService(...prices: [amount: number, currency?: string][]) {
	const consultations = prices.flatMap(([amount, currency = "gbp"]) =>
		demo.consultations.consultations.slice(0, 1).map((one) => ({ ...one, price: { amount, currency, updatedAt: "" } })),
	);
	return findServiceOf("consultations", { ...demo, consultations: { ...demo.consultations, consultations } });
}

test("a service shows its lowest price", () => {
	expect(consultationsService([9000], [6500], [7000])?.startingPrice).toMatchObject({ text: "from £65.00" });
});

test("a page that sells nothing, and a page that is left out, are no services", () => {
	expect(consultationsService()).toBeUndefined();
	expect(findServiceOf("packages", demo)).toBeDefined();
	expect(findServiceOf("packages", { ...demo, hidden: ["packages"] })).toBeUndefined();
});

test("a price is not called the lowest when there is no higher one", () => {
	expect(consultationsService([9000])?.startingPrice).toMatchObject({ text: "£90.00" });
	expect(consultationsService([9000], [9000])?.startingPrice).toMatchObject({ text: "£90.00" });
});

test("the lowest price is in pounds when another price is in another currency", () => {
	expect(consultationsService([100, "eur"], [9000])?.startingPrice).toMatchObject({ text: "from £90.00" });
	expect(consultationsService([9000, "eur"], [6500, "eur"])?.startingPrice?.text).toBe("from €65.00");
});

function testsService(firstPrice: string) {
	const dnaTests = demo.functionalTests.dnaTests.map((test, index) => ({
		...test,
		price: index === 0 ? { value: firstPrice } : 200 - index,
	}));
	return findServiceOf("functionalTests", { ...demo, functionalTests: { ...demo.functionalTests, dnaTests } });
}

test.each([
	["on request", undefined],
	["0", "£196"],
	["£0.00", "£196"],
	["from 0", undefined],
	["120", "£120"],
	["from 99", "£99"],
	["£ 99.50, with a 30-minute call", undefined],
	["150–250", "£150"],
	["2 for 150", undefined],
	["до 250", undefined],
])("the lowest price of DNA tests, one of them %j, is %s", (text, lowest) => {
	expect(testsService(text)?.startingPrice?.text).toBe(lowest && `from ${lowest}`);
});

test("two consultations with the same title are named once", () => {
	const [first] = demo.consultations.consultations;
	const consultations = first ? [first, { ...first, id: "longer" }] : [];
	const service = findServiceOf("consultations", { ...demo, consultations: { ...demo.consultations, consultations } });
	expect(service?.items).toEqual([first?.title]);
});

test("a service names what it sells, and a package without a title by its duration", () => {
	const [first, ...others] = demo.packages.packages;
	const packages = first ? [{ ...first, title: undefined }, ...others] : [];
	const items = listServices({ ...demo, packages: { ...demo.packages, packages } }).map(({ route, items }) => [
		route,
		items.map((item) => (typeof item === "number" ? item : item.value)),
	]);
	expect(Object.fromEntries(items)).toMatchObject({
		consultations: demo.consultations.consultations.map(({ title }) => title.value),
		packages: ["3 months", "Harvest", "Tree"],
		programmes: demo.programmes.programmes.map(({ title }) => title.value),
		functionalTests: demo.functionalTests.dnaTests.map(({ brandName }) => brandName.value),
	});
});

test("the lowest price of DNA tests names the DNA tests, since the page describes other tests, too", () => {
	expect(findServiceOf("functionalTests", demo)?.pricedPart).toEqual(demo.functionalTests.dnaTestsTitle);
	expect(findServiceOf("consultations", demo)?.pricedPart).toBeUndefined();
	const home = loadPages().find((page) => page.route === "home" && page.locale === "en-US")?.document;
	const rows = [...(home?.querySelectorAll(".begin li") ?? [])].map((row) => collapse(row.textContent));
	expect(rows.at(-1)).toMatch(/^TestsDNA tests: (?!.*DNA tests).* from £165$/);
});

function programmesService(titles: string[]) {
	const programmes = demo.programmes.programmes
		.slice(0, 1)
		.flatMap((programme) => titles.map((value) => ({ ...programme, title: { value } })));
	return findServiceOf("programmes", { ...demo, programmes: { ...demo.programmes, programmes } });
}

test("the first step is the first name of the consultations", () => {
	const [first, ...others] = demo.consultations.consultations;
	if (!first) throw new Error("There are no consultations.");
	const consultations = [...others, first];
	const service = findServiceOf("consultations", { ...demo, consultations: { ...demo.consultations, consultations } });
	expect(first.beginHere).toBe(true);
	expect(service?.items[0]).toEqual(first.title);
});

test("a service lists the names of at most three lines, and then the number of the other names", () => {
	const titles = Array.from({ length: 40 }, (_, index) => `A programme of the year ${1980 + index}`);
	const service = programmesService(titles);
	expect(service?.items.length).toBeLessThan(10);
	expect((service?.items.length ?? 0) + (service?.moreCount ?? 0)).toBe(40);
});

test("a service whose first name is longer than three lines lists this name", () => {
	const service = programmesService(["A long name ".repeat(18), "Another programme", "A third one"]);
	expect([service?.items.length, service?.moreCount]).toEqual([1, 2]);
});

test("a service shows a last name that takes the place of the number of other names", () => {
	expect(programmesService(["a".repeat(190), "b".repeat(60)])?.moreCount).toBe(0);
	expect(programmesService(["a".repeat(190), "b".repeat(60), "c"])?.moreCount).toBe(2);
});

test.each(localeCodes)("the home page shows the first step below its first button (%s)", (locale) => {
	const home = loadPages().find((page) => page.route === "home" && page.locale === locale)?.document;
	if (!home) throw new Error("There is no home page.");
	const button = requireSingle(home, ".hero .button:first-child:has(+ .price-from)");
	expect(button.getAttribute("href")).toBe(`${pathOf("consultations", locale)}#consultation-initial`);
	const line = collapse(button.nextElementSibling?.textContent);
	const expected = {
		"en-US": "Book a consultation: First consultation 90 minutes £165.00",
		ru: "Записаться на консультацию: Первая консультация 90 минут £165.00",
	};
	expect(`${collapse(button.textContent)}: ${line}`).toBe(expected[locale]);
});
