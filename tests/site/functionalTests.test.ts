import { expect, test } from "vitest";
import type { Snapshot } from "../../content/snapshot.ts";
import { loadSnapshots } from "../../content/snapshotFiles.server.ts";
import { words } from "../../content/words.ts";
import { renderSources } from "./renderSources.ts";
import { collapse, loadPages, parseDocument, requireSingle, sitePages } from "./sitePages.ts";

const testPages = loadPages().filter(({ route }) => route === "functionalTests");

test.each(testPages)(
	"$file has prices and outlined contact buttons, with the sites that they lead to, before its questions",
	({ document, locale }) => {
		const contact = [...document.querySelectorAll(".dna .purchase .button.quiet")];
		const prices = [...document.querySelectorAll(".dna .price")];
		expect(prices.length).toBeGreaterThan(0);
		expect(contact).toHaveLength(prices.length);
		for (const link of contact) {
			const host = requireSingle(document, `[id="${link.closest("article")?.id}-host"]`);
			const { host: name } = new URL(link.getAttribute("href") ?? "");
			expect(host.textContent).toBe(words[locale].opensHost.replace("{host}", name));
			expect(link.getAttribute("aria-describedby")).toContain(host.id);
		}
		const questions = requireSingle(document, "[aria-labelledby=questions-title]");
		expect(questions.compareDocumentPosition(requireSingle(document, ".dna"))).toBe(
			document.DOCUMENT_POSITION_PRECEDING,
		);
	},
);

test.each(testPages)(
	"$file has its lowest price beside its first button, and the review below its first test",
	(page) => {
		const { document, locale } = page;
		const lowest = { "en-US": "DNA tests from £165", ru: "ДНК-тесты от £165" }[locale];
		const price = requireSingle(document, ".intro .price-from");
		expect(collapse(price.textContent)).toBe(lowest);
		expect(price.nextElementSibling?.querySelector("a[href^='mailto:']")).not.toBeNull();
		requireSingle(document, ".dna .cards > article:first-child + .client-review");
	},
);

test("one test, without a price that is higher, has no line with the lowest price", async () => {
	const snapshots = await loadSnapshots("content/generated");
	const withOneTest = ({ functionalTests, ...content }: Snapshot): Snapshot => ({
		...content,
		functionalTests: { ...functionalTests, dnaTests: functionalTests.dnaTests.slice(0, 1) },
	});
	const changed = { "en-US": withOneTest(snapshots["en-US"]), ru: withOneTest(snapshots.ru) };
	const routes = sitePages.filter(({ route }) => route === "functionalTests");
	const sources = [...(await renderSources(changed, routes)).values()];
	expect(sources.map((html) => parseDocument(html).querySelectorAll(".price-from").length)).toEqual([0, 0]);
});
