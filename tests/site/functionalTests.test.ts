import { expect, test } from "vitest";
import { loadPages, requireSingle } from "./sitePages.ts";

const testPages = loadPages().filter(({ route }) => route === "functionalTests");

test.each(testPages)(
	"$file has prices and outlined contact buttons, with the sites that they lead to, before its questions",
	({ document }) => {
		const contact = [...document.querySelectorAll(".dna .purchase .button.quiet")];
		const prices = [...document.querySelectorAll(".dna .price")];
		expect(prices.length).toBeGreaterThan(0);
		expect(contact).toHaveLength(prices.length);
		for (const link of contact) {
			const host = requireSingle(document, `[id="${link.closest("li")?.id}-host"]`);
			expect(host.textContent).toBe(new URL(link.getAttribute("href") ?? "").host);
			expect(link.getAttribute("aria-describedby")).toContain(host.id);
		}
		const questions = requireSingle(document, "[aria-labelledby=questions-title]");
		expect(questions.compareDocumentPosition(requireSingle(document, ".dna"))).toBe(
			document.DOCUMENT_POSITION_PRECEDING,
		);
	},
);
