import { expect, test } from "vitest";
import { loadPages, requireSingle } from "./sitePages.ts";

const testPages = loadPages().filter(({ route }) => route === "functionalTests");

test.each(testPages)("$file has prices and outlined contact buttons before its questions", ({ document }) => {
	const contact = [...document.querySelectorAll(".dna .purchase > .button.quiet")];
	const prices = [...document.querySelectorAll(".dna .price")];
	expect(prices.length).toBeGreaterThan(0);
	expect(contact).toHaveLength(prices.length);
	const questions = requireSingle(document, "[aria-labelledby=questions-title]");
	expect(questions.compareDocumentPosition(requireSingle(document, ".dna"))).toBe(document.DOCUMENT_POSITION_PRECEDING);
});
