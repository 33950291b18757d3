import { expect, test } from "vitest";
import { type EntryList, listItems, pricedLists, type SoldItem } from "../../content/entryLists.ts";
import { locales } from "../../content/locales.ts";
import { sellsOnline } from "../../content/pages.ts";
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

test("pages that sell show one review with the note on its origin", () => {
	for (const { document, locale, route } of loadPages()) {
		if (!route?.offers) continue;
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
		const thanks = [...document.querySelectorAll("#paid")].map(({ textContent }) => textContent);
		expect(thanks.map(collapse)).toEqual(isSelling ? [collapse(paidNotice?.value)] : []);
		const main = collapse(requireSingle(document, "main").textContent);
		const hasFirstStep = document.querySelector(".first-step") !== null;
		expect(main.includes(collapse(paymentNote?.value)), file).toBe(isSelling || hasFirstStep);
	}
});

test.each(pricedLists)("the pages show every payment link of $page", (list: EntryList) => {
	for (const { document, locale, route } of loadPages()) {
		if (route?.name !== list.page) continue;
		const items = listItems<SoldItem & Record<string, string>>(snapshots[locale], list);
		const fields = listPaymentLinkFields(list.itemType);
		const entered = items.flatMap((item) => fields.flatMap(({ field }) => item[field] ?? []));
		const shown = [...document.querySelectorAll<HTMLAnchorElement>(stripe)];
		expect(shown.map(({ href }) => href).sort()).toEqual(entered.sort());
		const { appShell, packages } = snapshots[locale];
		const labels = [appShell.buyButton, packages.payInFullButton, packages.payMonthlyButton];
		for (const { href, textContent } of shown) {
			expect(labels.some(({ value }) => collapse(textContent).startsWith(value))).toBe(true);
			const reference = new URL(href).searchParams.get("client_reference_id");
			expect(reference).toBe(`${locales[locale].hreflang}-${list.page}`);
		}
	}
});

test("without a marked consultation no page has a first step", async () => {
	const unmarked = changeBoth(({ consultations }) => {
		for (const item of consultations.consultations) delete item.beginHere;
	});
	for (const { document, file } of await renderPages(unmarked)) {
		expect(document.querySelector(".first-step"), file).toBeNull();
	}
});

type Packages = Snapshot["packages"]["packages"];

/** Renders changed packages. Returns the short lines of all packages that match a pattern. */
async function renderPackages(pattern: RegExp, change: (items: Packages) => void) {
	const document = await renderChanged("packages", ({ packages }) => {
		change(packages.packages);
	});
	const lines = document.querySelectorAll(".packages > article :is(p, small):not(.prose *)");
	return [...lines].map((line) => collapse(line.textContent)).filter((line) => pattern.test(line));
}

test("a package in euros beside pounds names its currency", async () => {
	const notes = await renderPackages(/^Currency/, ([first]) => {
		if (first) first.price.currency = "eur";
	});
	expect(notes).toEqual(["Currency: euro"]);
});

test("a monthly payment without a note has its link's amount", async () => {
	const amounts = await renderPackages(/a month/, (items) => {
		for (const item of items) delete item.monthlyPaymentNote;
	});
	expect(amounts).toEqual(["£155.00 a month", "£125.00 a month"]);
});
