import { expect, test } from "vitest";
import { type EntryList, listItems, pricedLists, type SoldItem } from "../../content/entryLists.ts";
import { findFirstStep } from "../../content/findFirstStep.ts";
import { locales } from "../../content/locales.ts";
import { pages, sellsOnline } from "../../content/pages.ts";
import type { Snapshot } from "../../content/snapshot.ts";
import { listPaymentLinkFields } from "../../scripts/pull/stripe/addSales.ts";
import {
	changeBoth,
	collapse,
	loadPages,
	renderChanged,
	renderPages,
	requireSingle,
	snapshots,
} from "./sitePages.ts";

const stripe = 'a[href^="https://buy.stripe.com/"]';
const sellingPages = loadPages().filter(({ route }) => route && pages[route].offers);

test("pages that sell show one review with the note on its origin", () => {
	for (const { document, locale } of sellingPages) {
		const quote = requireSingle(document, "main figure:has(> blockquote)");
		expect(collapse(quote.textContent)).toContain(
			collapse(snapshots[locale].home.reviewsNote?.value),
		);
	}
});

test("pages have notices of payments only beside payment buttons", () => {
	for (const { document, locale, route, file } of loadPages()) {
		const { paymentNote, paidNotice } = snapshots[locale].appShell;
		const isSelling = route !== undefined && sellsOnline(snapshots[locale], route);
		expect(document.querySelectorAll(`main ${stripe}`).length > 0, file).toBe(isSelling);
		const thanks = [...document.querySelectorAll("#paid")].map((notice) =>
			collapse(notice.textContent),
		);
		expect(thanks).toEqual(isSelling ? [collapse(paidNotice?.value)] : []);
		const main = collapse(requireSingle(document, "main").textContent);
		const hasFirstStep = document.querySelector(".first-step") !== null;
		expect(main.includes(collapse(paymentNote?.value)), file).toBe(isSelling || hasFirstStep);
	}
});

test.each(pricedLists)("the pages show every payment link of $page", (list: EntryList) => {
	for (const { document, locale, route } of loadPages()) {
		if (route !== list.page) continue;
		const items = listItems<SoldItem & Record<string, string>>(snapshots[locale], list);
		const entered = items.flatMap((item) =>
			listPaymentLinkFields(list.itemType).flatMap(({ field }) => item[field] ?? []),
		);
		const shown = [...document.querySelectorAll(stripe)].map(
			(link) => link.getAttribute("href") ?? "",
		);
		expect(shown.toSorted()).toEqual(entered.toSorted());
		const { appShell, packages } = snapshots[locale];
		const labels = [appShell.buyButton, packages.payInFullButton, packages.payMonthlyButton];
		for (const link of document.querySelectorAll(stripe)) {
			expect(labels.some(({ value }) => collapse(link.textContent).startsWith(value))).toBe(true);
		}
		for (const href of shown) {
			expect(new URL(href).searchParams.get("client_reference_id")).toBe(
				`${locales[locale].hreflang}-${route}`,
			);
		}
	}
});

type Consultations = Snapshot["consultations"]["consultations"];

const withConsultations =
	(change: (items: Consultations) => Consultations) =>
	(content: Snapshot): Snapshot => ({
		...content,
		consultations: {
			...content.consultations,
			consultations: change(content.consultations.consultations),
		},
	});
const unmark = (items: Consultations) => items.map((item) => ({ ...item, beginHere: undefined }));

test("without a marked consultation no page has a first step", async () => {
	const change = withConsultations(unmark);
	expect(findFirstStep(change(snapshots["en-US"]))).toBeUndefined();
	for (const { document, file } of await renderPages(changeBoth(change))) {
		expect(document.querySelectorAll(".first-step").length, file).toBe(0);
	}
});

type Packages = Snapshot["packages"]["packages"];

/** Renders the packages after a change. Returns the lines of each, without its text. */
async function renderPackages(change: (items: Packages) => Packages): Promise<string[][]> {
	const document = await renderChanged("packages", (content) => ({
		...content,
		packages: { ...content.packages, packages: change(content.packages.packages) },
	}));
	return [...document.querySelectorAll(".packages > article")].map((card) =>
		[...card.querySelectorAll("h2, p:not(.prose *), small")].map(({ textContent }) =>
			collapse(textContent),
		),
	);
}

test.each([
	[1, ["Currency: euro"]],
	[3, []],
])("of three packages, %d in euros: the notes are %j", async (count, notes) => {
	const cards = await renderPackages((items) =>
		items.map((item, index) =>
			index < count ? { ...item, price: { ...item.price, currency: "eur" } } : item,
		),
	);
	expect(cards.flat().filter((line) => line.startsWith("Currency"))).toEqual(notes);
});

test("a monthly payment without a note has its link's amount", async () => {
	const cards = await renderPackages((items) =>
		items.map((item) => ({ ...item, monthlyPaymentNote: undefined })),
	);
	expect(cards.flat().filter((line) => line.includes("a month"))).toEqual([
		"£155.00 a month",
		"£125.00 a month",
	]);
});
