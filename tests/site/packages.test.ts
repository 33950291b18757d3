import { describe, expect, test } from "vitest";
import type { Snapshot } from "../../content/snapshot.ts";
import { loadSnapshots, type Snapshots } from "../../content/snapshotFiles.server.ts";
import { words } from "../../content/words.ts";
import { changeBoth, renderSources } from "./renderSources.ts";
import { collapse, loadPages, parseDocument, requireSingle, sitePages } from "./sitePages.ts";

const snapshots = await loadSnapshots("content/generated");
const packagePages = loadPages().filter(({ route }) => route === "packages");

const linesOf = (card: Element) =>
	[...card.querySelectorAll("h2, p:not(.prose *), small")].map(({ textContent }) => collapse(textContent));

describe.each(packagePages)("$file", ({ document, locale }) => {
	const { packages } = snapshots[locale];
	const cardOf = (id: string) => requireSingle(document, `[id="${id}"]`);

	test("shows title, duration, price and monthly amount before the text", () => {
		const expected = {
			"en-US": ["Harvest", "Duration: 6 months", "£890.00", "£155 a month, six times"],
			ru: ["Урожай", "Продолжительность: 6 месяцев", "£890.00", "£155 в месяц, шесть платежей"],
		};
		expect(packages.packages.map(({ id }) => linesOf(cardOf(id)))).toContainEqual(expected[locale]);
		for (const { id } of packages.packages) {
			expect(requireSingle(cardOf(id), ".purchase + .prose").textContent).not.toBe("");
		}
	});

	test("labels only the recommended package, and gives the primary button to the first step", () => {
		const labelled = packages.packages.filter(({ beginHere }) => beginHere).map(({ id }) => id);
		expect(labelled).toHaveLength(1);
		for (const { id } of packages.packages) {
			const hasLabel = collapse(cardOf(id).textContent).includes(collapse(words[locale].recommended));
			expect(hasLabel, id).toBe(labelled.includes(id));
		}
		const main = requireSingle(document, "main");
		const primary = requireSingle(main, ".button:not(.quiet)");
		expect(primary.closest(".first-step-row"), "the first step").not.toBeNull();
		expect(main.querySelectorAll("article.first-step"), "tinted cards").toHaveLength(0);
	});
});

/** Renders the packages in both languages, and returns the lines of each. */
async function renderCards(changed: Snapshots): Promise<string[][][]> {
	const routes = sitePages.filter(({ route }) => route === "packages");
	const sources = await renderSources(changed, routes);
	return [...sources.values()].map((html) =>
		[...parseDocument(html).querySelectorAll(".packages > article")].map(linesOf),
	);
}

test("a package without a title has its duration as its heading, and names its currency if the others have another", async () => {
	const withoutTitles = (content: Snapshot): Snapshot => {
		const packages = content.packages.packages.map((item, index) => {
			const price = index === 0 ? { ...item.price, currency: "eur" } : item.price;
			return { ...item, title: undefined, beginHere: undefined, stripeMonthlyPaymentLink: undefined, price };
		});
		return { ...content, packages: { ...content.packages, packages } };
	};
	expect(await renderCards(changeBoth(snapshots, withoutTitles))).toEqual([
		[
			["3 months", "€495.00", "Currency: euro"],
			["6 months", "£890.00"],
			["A whole year", "£1,450.00"],
		],
		[
			["3 месяца", "€495.00", "Валюта: евро"],
			["6 месяцев", "£890.00"],
			["Целый год", "£1,450.00"],
		],
	]);
});

test("one package without payment links keeps the payment terms of the page", async () => {
	const withoutLinks = (content: Snapshot): Snapshot => {
		const packages = content.packages.packages.map((item, index) =>
			index === 0 ? { ...item, stripeOneTimePaymentLink: undefined, stripeMonthlyPaymentLink: undefined } : item,
		);
		return { ...content, packages: { ...content.packages, packages } };
	};
	const sources = await renderSources(changeBoth(snapshots, withoutLinks), packagePages);
	for (const html of sources.values()) requireSingle(parseDocument(html), ".packages > .small-print");
});

test("packages that all have prices in euros do not name their currency", async () => {
	const inEuros = JSON.parse(JSON.stringify(snapshots).replaceAll('"currency":"gbp"', '"currency":"eur"'));
	const cards = await renderCards(inEuros);
	expect(cards.flat(2)).toContain("€495.00");
	expect(cards.flat(2).join()).not.toMatch(/euro|евро/);
});

test("without a note of the editors, a monthly payment has the amount of its payment link", async () => {
	const withoutNotes = (content: Snapshot): Snapshot => {
		const packages = content.packages.packages.map((item) => ({ ...item, monthlyPaymentNote: undefined }));
		return { ...content, packages: { ...content.packages, packages } };
	};
	const lines = (await renderCards(changeBoth(snapshots, withoutNotes))).flat(2);
	const monthly = ["£155.00 a month", "£125.00 a month", "£155.00 в месяц", "£125.00 в месяц"];
	expect(lines.filter((line) => /a month|в месяц/.test(line))).toEqual(monthly);
});
