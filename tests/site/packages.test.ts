import { describe, expect, test } from "vitest";
import { loadSnapshots } from "../../content/snapshotFiles.server.ts";
import { words } from "../../content/words.ts";
import { collapse, loadPages, requireSingle } from "./sitePages.ts";

const snapshots = await loadSnapshots("content/generated");
const packagePages = loadPages().filter(({ route }) => route === "packages");

describe.each(packagePages)("$file", ({ document, locale }) => {
	const { packages, appShell } = snapshots[locale];
	const cardOf = (id: string) => requireSingle(document, `[id="${id}"]`);

	test("shows the monthly amount beside the price", () => {
		for (const { id, monthlyPaymentNote } of packages.packages) {
			const shown = [...cardOf(id).querySelectorAll(".price + .small-print")].map((note) => collapse(note.textContent));
			expect(shown).toEqual(monthlyPaymentNote ? [monthlyPaymentNote.value] : []);
		}
	});

	test("labels only the package to begin with", () => {
		const labelled = packages.packages.filter(({ beginHere }) => beginHere).map(({ id }) => id);
		expect(labelled).toHaveLength(1);
		for (const { id } of packages.packages) {
			const hasLabel = collapse(cardOf(id).textContent).includes(collapse(words[locale].beginHere));
			expect(hasLabel, id).toBe(labelled.includes(id));
		}
	});

	test("shows the payment note once", () => {
		const note = appShell.paymentNote?.value ?? "";
		expect(collapse(requireSingle(document, "main").textContent).split(note)).toHaveLength(2);
	});
});
