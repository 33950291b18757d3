import { describe, expect, test } from "vitest";
import { type EntryList, listItems, pricedLists, type SoldItem } from "../../content/entryLists.ts";
import { findFirstStep } from "../../content/findFirstStep.ts";
import { locales } from "../../content/locales.ts";
import { pages, sellsOnline } from "../../content/pages.ts";
import { pathOf, type RouteName } from "../../content/routes.ts";
import type { Snapshot } from "../../content/snapshot.ts";
import { words } from "../../content/words.ts";
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
const isBefore = (first: Element, second: Element) =>
	first.compareDocumentPosition(second) === second.DOCUMENT_POSITION_FOLLOWING;

describe.each(loadPages().filter(({ route }) => route && pages[route].offers))("$file", (page) => {
	const { document, locale } = page;
	const route = page.route as RouteName;
	const content = snapshots[locale];
	const main = requireSingle(document, "main");

	test("shows person, price and first step before any long text", () => {
		const [text] = [...main.querySelectorAll(".prose:not(.practitioner *)")];
		const practitioner = requireSingle(main, `.practitioner a[href="${pathOf("about", locale)}"]`);
		const button = requireSingle(main, "a.button:not(.quiet)");
		const price = requireSingle(button.closest(".row") ?? main, ".price");
		if (!text) throw new Error(`${route} has no text.`);
		for (const [first, second] of [
			[practitioner, price],
			[price, button],
			[button, text],
		] as const) {
			expect(isBefore(first, second)).toBe(true);
		}
		expect(button.closest(".row")?.textContent).toContain(words[locale].firstStep);
	});

	test("shows price and button of each offer before its text", () => {
		for (const { id } of pages[route].offers?.(content) ?? []) {
			const section = requireSingle(document, `[id="${id}"]`);
			const offer = section.closest(".row") ?? section;
			const [price] = offer.querySelectorAll(".price");
			const [button] = offer.querySelectorAll(".purchase a.button");
			if (!price || !button) throw new Error(`${id} has no price or no button.`);
			expect(isBefore(price, button), id).toBe(true);
			const [text] = offer.querySelectorAll(".prose");
			if (text && !text.closest("details:not([open])"))
				expect(isBefore(button, text), id).toBe(true);
		}
	});

	test("shows one review with the note on its origin", () => {
		const quote = collapse(requireSingle(main, "figure:has(> blockquote)").textContent);
		expect(quote).toContain(collapse(content.home.reviewsNote?.value));
		expect(requireSingle(document, "script[type='application/ld+json']").textContent).not.toContain(
			"Review",
		);
	});
});

test.each(loadPages())("$file has notices of payments only beside payment buttons", (page) => {
	const { document, locale, route } = page;
	const { paymentNote, paidNotice } = snapshots[locale].appShell;
	const isSelling = route !== undefined && sellsOnline(snapshots[locale], route);
	expect(document.querySelectorAll(`main ${stripe}`).length > 0).toBe(isSelling);
	const thanks = [...document.querySelectorAll("#paid")].map(({ textContent }) =>
		collapse(textContent),
	);
	expect(thanks).toEqual(isSelling ? [collapse(paidNotice?.value)] : []);
	const hasNote = collapse(requireSingle(document, "main").textContent).includes(
		collapse(paymentNote?.value),
	);
	const hasFirstStep = document.querySelector(".first-step") !== null;
	expect(hasNote).toBe(isSelling || hasFirstStep);
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

test("the marked consultation is first, and the others keep their order", async () => {
	const mark = (items: Consultations) =>
		unmark(items).map((item, index) =>
			index === 2 ? { ...item, beginHere: true as const } : item,
		);
	const document = await renderChanged("consultations", withConsultations(mark));
	const ids = snapshots["en-US"].consultations.consultations.map(({ id }) => id);
	const shown = [...document.querySelectorAll("[id]")]
		.map(({ id }) => id)
		.filter((id) => ids.includes(id));
	expect(shown).toEqual([ids[2], ...ids.filter((_, index) => index !== 2)]);
});

test("an only consultation is the first step, without a mark", async () => {
	const change = withConsultations((items) => unmark(items.slice(0, 1)));
	const button = requireSingle(await renderChanged("packages", change), "main .button:not(.quiet)");
	expect(button.getAttribute("href")).toBe("/consultations#consultation-initial");
});

test("without a marked consultation no page has a first step", async () => {
	const change = withConsultations(unmark);
	expect(findFirstStep(change(snapshots["en-US"]))).toBeUndefined();
	for (const { document, file } of await renderPages(changeBoth(change))) {
		expect(document.querySelectorAll(".first-step").length, file).toBe(0);
	}
});

test("without About no page shows the practitioner or links there", async () => {
	for (const { document, locale, route } of await renderPages(
		changeBoth((ru) => ({ ...ru, hidden: ["about"] })),
	)) {
		if (!route || route === "about") continue;
		expect(document.querySelectorAll(".practitioner, main a[href$='/about']").length, route).toBe(
			0,
		);
		if (route !== "consultations") continue;
		const { registrationUrl } = snapshots[locale].appShell;
		expect(document.querySelectorAll(`main a[href="${registrationUrl}"]`)).toHaveLength(1);
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

test("a package shows its duration, price and monthly note", async () => {
	const cards = await renderPackages((items) => items);
	expect(cards).toContainEqual([
		"Harvest",
		"Duration: 6 months",
		"£890.00",
		"£155 a month, six times",
	]);
});

test("a package without a title has its duration as heading", async () => {
	const cards = await renderPackages((items) =>
		items.map((item) => ({ ...item, title: undefined })),
	);
	expect(cards.map(([heading]) => heading)).toEqual(["3 months", "6 months", "A whole year"]);
});

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

test("a DNA test leads to its site, or else to a message", async () => {
	const document = await renderChanged("functionalTests", ({ functionalTests, ...content }) => {
		const dnaTests = functionalTests.dnaTests.map((item, index) =>
			index === 0 ? { ...item, url: undefined } : item,
		);
		return { ...content, functionalTests: { ...functionalTests, dnaTests } };
	});
	const hosts = snapshots["en-US"].functionalTests.dnaTests.map(
		({ url = "" }) => new URL(url).host,
	);
	const [first, ...others] = document.querySelectorAll("article .purchase a");
	expect(first?.getAttribute("href")).toMatch(/^mailto:/);
	expect(others.map(({ textContent }) => textContent)).toEqual(
		hosts.slice(1).map((host) => `Contact ${host}`),
	);
});
