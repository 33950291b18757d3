import { readFile } from "node:fs/promises";
import { afterAll as atEnd, expect, test } from "vitest";
import { rowsOf, startServices, type TestContent, text } from "./content.ts";
import { keptFolder, makeBundle, pages, startSite } from "./liveSite.ts";
import { mistakes, practice, spoiltFiles, stoppingMistakes } from "./mistakes.ts";

await makeBundle();
const content = practice();
const services = await startServices(content, { files: spoiltFiles, atEnd });
const site = await startSite(services, { cache: await keptFolder(atEnd), atEnd });

/** Mends everything, makes a mistake, and edits well what every page shows. Out: the words that visitors should read. */
function edit(make: (content: TestContent) => void = () => {}): string {
	Object.assign(content, practice());
	make(content);
	const words = `Edit${++edits}.`;
	content.set("appShell", "legal", text(words));
	return words;
}
let edits = 0;

/** Which pages show some words. */
async function pagesWith(words: string): Promise<string[]> {
	const texts = await Promise.all(pages.map(site.read));
	return pages.filter((_, index) => texts[index]?.includes(words));
}

/** Of each row of the live version's report its severity and place, and what the site does instead; sentences are collected for the end. */
const readReport = async () =>
	(await site.report()).map((row) => {
		const [[severity, place, sentence = ""] = []] = rowsOf({ report: [row] }).map((line) => line.split(" | "));
		sentences.add(sentence.replace(/"[^"]*"/g, '"…"').replace(/price price_\w+/, "price …"));
		return { row: `${severity} | ${place}`, instead: row.instead };
	});
const sentences = new Set<string>();

/** What the site does instead, by mistake. */
const instead = new Map<string, string>();

const names = [...mistakes.flat(), ...stoppingMistakes].map(({ mistake }) => mistake);

test("the mistakes are forty or more, each with words of its own", () => {
	expect(new Set(names).size).toBe(names.length);
	expect(mistakes.flat().length).toBeGreaterThanOrEqual(40);
});

// One of each list at once: what one does must not hide another. Those before are mended together with the good edit.
for (let round = 0; mistakes.some((list) => list[round]); round++) {
	const made = mistakes.flatMap((list) => list[round] ?? []);
	test(`an editor ${made.map(({ mistake }) => mistake).join(", ")}: the good edit is live, and no other row`, async () => {
		const words = edit((content) => {
			for (const { make } of made) make(content);
		});
		expect(await site.publish()).toMatchObject({ status: "live" });
		expect(await pagesWith(words)).toEqual(pages);
		const report = await readReport();
		expect(report.map(({ row }) => row).sort()).toEqual(made.map(({ row }) => row).sort());
		for (const { mistake, row } of made) instead.set(mistake, report.find((found) => found.row === row)?.instead ?? "");
	});
}

test("when the last one is mended, no row is left", async () => {
	edit();
	expect(await site.publish()).toMatchObject({ status: "live" });
	expect(await readReport()).toEqual([]);
});

test("the rows say what is wrong and what is done about it", () => {
	expect([...sentences].sort()).toMatchInlineSnapshot(`
		[
		  "2 prices match product prod_second: price … is shown",
		  "an entry is embedded in the text: it is left out",
		  "asset "…" is a draft or deleted: it is left out",
		  "asset "…" is a draft or deleted: the entry is not shown",
		  "entry "…" of the list is a draft or deleted: it is not shown",
		  "expected a text or Rich Text, found a link to an asset: it is left out",
		  "expected a text, found the number 7: the entry is not shown",
		  "it cannot be decoded: it is left out",
		  "it has no file: it is left out",
		  "it has no title: its alternative text is empty",
		  "it holds invisible characters (U+200B, U+202E): they are left out",
		  "it is animated: its first frame is shown",
		  "it is named .pdf and is something else: it is left out",
		  "it is no picture but application/pdf: it is left out",
		  "it is required and missing: the entry is not shown",
		  "its file cannot be had: the service answers 404: it is left out",
		  "nothing of the entry is filled in: it is not shown",
		  "product prod_secnod has no active one-time price in Stripe: it is not shown",
		  "product prod_second has no active one-time price in Stripe: it is not shown",
		  "product prod_second has no amount or the amount 0: it is not shown",
		  "product prod_second is inactive or deleted in Stripe: it is not shown",
		  "the address does not begin with https:// or http://: it is shown without the link",
		  "the address does not begin with https:// or http://: the entry is not shown",
		  "the list holds no programme that can be shown: no programme is shown",
		  "the payment link https://buy.stripe.com/monthly charges £495.00 every month: its button is left out; the price shown is £495.00",
		  "the payment link https://buy.stripe.com/monthly charges £85.00 once, though its button says by the month: its button is left out; the price shown is £495.00",
		  "the payment link https://buy.stripe.com/visit charges for more than 10 things: its button is left out; the price shown is £65.00",
		  "the payment link https://buy.stripe.com/visit charges £40.00 once: its button is left out; the price shown is £65.00",
		  "the payment link https://buy.stripe.com/visit charges £65.00 every month: its button is left out; the price shown is £65.00",
		  "the payment link https://buy.stripe.com/visit charges £67.50 once: its button is left out; the price shown is £65.00",
		  "the payment link https://buy.stripe.com/visit charges €65.00 once: its button is left out; the price shown is £65.00",
		  "the payment link https://buy.stripe.com/visit is not one of the Stripe account: its button is left out; the price shown is £65.00",
		  "the payment link https://buy.stripe.com/visit is switched off: its button is left out; the price shown is £65.00",
		  "the payment link https://buy.stripe.com/visit lets the payer choose the amount: its button is left out; the price shown is £65.00",
		  "the payment link is not an https address on buy.stripe.com: its button is left out",
		  "the payment link is of Stripe's test mode: its button is left out",
		  "the site does not know this field: it is not shown",
		  "the smallest unit of JPY is not a hundredth: the price is formatted with the right unit",
		  "the text links to "…", a place that the page does not have: the link leads to the page as a whole",
		  "the text links to "…", a place that the page does not have: the text is shown without the link",
		  "the text links to "…", where the site has no page: the text is shown without the link",
		  "the text links to "…": the text is shown without the link",
		  "the text links to entry "…", which no page shows: the text is shown without the link",
		  "there is no Russian text: the English text is shown",
		  "there is no payment link: its button is left out",
		]
	`);
});

test.each(stoppingMistakes)(
	"an editor $mistake: the last version stays until that is mended",
	async ({ make, told }) => {
		const before = await site.live();
		edit(make);
		expect(await site.publish()).toMatchObject({ status: "failed", reason: [expect.stringContaining(told)] });
		expect(await site.live()).toBe(before);
	},
);

test("the editors' guide has every mistake, and what the site does instead", async () => {
	for (const { mistake } of stoppingMistakes) instead.set(mistake, "the last version stays until it is mended");
	const kinds = ["a link in a text", "a payment link", "a price", "a picture", "an entry", "a page"];
	const lines = [...mistakes, stoppingMistakes].flatMap((list, index) =>
		list.map(
			({ mistake }) =>
				`| ${kinds[index]} | ${mistake} | ${instead
					.get(mistake)
					?.replace(/;.*/, "")
					.replace(/price price_\w+/, "one of them")} |`,
		),
	);
	const guide = await readFile("docs/editors.md", "utf8");
	const [, table] = /<!-- mistakes -->\n(.*?)\n<!-- end of mistakes -->/s.exec(guide) ?? [];
	expect(table).toBe(["| with | an editor | what the site does instead |", "| --- | --- | --- |", ...lines].join("\n"));
});
