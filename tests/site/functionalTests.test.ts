import { expect, test } from "vitest";
import type { Snapshot } from "../../content/snapshot.ts";
import { loadSnapshots } from "../../content/snapshotFiles.server.ts";
import { words } from "../../content/words.ts";
import { changeBoth, renderSources } from "./renderSources.ts";
import { loadPages, parseDocument, requireSingle } from "./sitePages.ts";

const testPages = loadPages().filter(({ route }) => route === "functionalTests");

test.each(testPages)(
	"$file has prices and outlined contact buttons, with the sites that they lead to, before its questions",
	({ document, locale }) => {
		const contact = [...document.querySelectorAll(".tests .purchase .button.quiet")];
		const prices = [...document.querySelectorAll(".tests .amount")];
		expect(prices.length).toBeGreaterThan(0);
		expect(document.querySelectorAll(".tests .cards > article > h3")).toHaveLength(prices.length);
		expect(contact).toHaveLength(prices.length);
		for (const link of contact) {
			const { host } = new URL(link.getAttribute("href") ?? "");
			expect(link.textContent).toBe(`${words[locale].dnaContact} ${host}`);
		}
		const questions = requireSingle(document, "[aria-labelledby=questions-title]");
		expect(questions.compareDocumentPosition(requireSingle(document, ".cards"))).toBe(
			document.DOCUMENT_POSITION_PRECEDING,
		);
	},
);

test("DNA tests are sections of the page when the title of their section is missing", async () => {
	const withoutTitle = (content: Snapshot): Snapshot => {
		return { ...content, functionalTests: { ...content.functionalTests, dnaTestsTitle: undefined } };
	};
	const snapshots = await loadSnapshots("content/generated");
	for (const [file, html] of await renderSources(changeBoth(snapshots, withoutTitle), testPages)) {
		const brands = [...parseDocument(html).querySelectorAll(".tests .cards > article > :is(h2, h3)")];
		expect(new Set(brands.map(({ localName }) => localName)), file).toEqual(new Set(["h2"]));
	}
});
