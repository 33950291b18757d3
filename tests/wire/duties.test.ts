import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { both, ids, text } from "./content.ts";
import { pullChanged } from "./services.ts";

const guide = await readFile("docs/editors.md", "utf8");

test("what a UK site is expected to say and does not is a reminder, once, that blocks nothing", async () => {
	const duties = [
		["newsletter", "privacyPolicyUrl", "the form has no privacy notice"],
		["appShell", "legalName", "nobody is named who runs the practice"],
		["appShell", "postalAddress", "there is no postal address"],
	] as const;
	const { report } = await pullChanged((content) => {
		for (const [entry, field] of duties) content.unset(entry, field);
	});
	const rows = duties.map(([entry, field, problem]) => ({ severity: "info", entry: ids[entry], field, problem }));
	expect(report).toMatchObject(rows);
	// It says what the reminders rest on.
	for (const { problem } of rows) expect(guide).toContain(`| ${problem} |`);
});

test.each([
	["All prices include taxes.", true],
	["НДС не облагается.", true],
	["Prices in pounds.", false],
] as const)("a word on tax is looked for in texts of pages with prices: %s", async (words, isSaid) => {
	const { report } = await pullChanged((content) => {
		content.set("appShell", "buyButton", text("Syntax of taxonomy"));
		content.set("packages", "helpText", both(words));
	});
	const problem = "no text says whether prices include tax";
	const told = { severity: "info", entry: ids.appShell, field: "legal", locale: "en-US", problem };
	expect(report).toMatchObject(isSaid ? [] : [told]);
	expect(guide).toContain(`| ${problem} |`);
});
