import { expect, test } from "vitest";
import { words } from "../../content/words.ts";
import { loadPages, requireSingle } from "./sitePages.ts";

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
	"$file names the consultation to begin with, and shows a review above its tests",
	({ document }) => {
		requireSingle(document, ".intro > .client-review");
		const link = requireSingle(document, ".dna + .next .first-step-row a");
		expect(link.getAttribute("href")).toMatch(/\/consultations#consultation-initial$/);
	},
);
