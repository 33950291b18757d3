import { expect, test } from "vitest";
import { words } from "../../content/words.ts";
import { loadPages, requireSingle } from "./sitePages.ts";

const testPages = loadPages().filter(({ route }) => route === "functionalTests");

test.each(testPages)(
	"$file has prices and outlined contact buttons, with the sites that they lead to, before its questions",
	({ document, locale }) => {
		const contact = [...document.querySelectorAll(".tests .purchase .button.quiet")];
		const prices = [...document.querySelectorAll(".tests .amount")];
		expect(prices.length).toBeGreaterThan(0);
		// Subsections, since their section has a title. tests/site/absence.test.ts finds a level that is left out.
		expect(document.querySelectorAll(".tests .cards > article > h3")).toHaveLength(prices.length);
		expect(contact).toHaveLength(prices.length);
		for (const link of contact) {
			const host = requireSingle(document, `[id="${link.closest("article")?.id}-host"]`);
			const { host: name } = new URL(link.getAttribute("href") ?? "");
			expect(host.textContent).toBe(words[locale].opensHost.replace("{host}", name));
			expect(link.getAttribute("aria-describedby")).toContain(host.id);
		}
		const questions = requireSingle(document, "[aria-labelledby=questions-title]");
		expect(questions.compareDocumentPosition(requireSingle(document, ".cards"))).toBe(
			document.DOCUMENT_POSITION_PRECEDING,
		);
	},
);
