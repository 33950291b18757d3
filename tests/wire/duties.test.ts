import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { both, ids, pullChanged, text } from "./content.ts";

const guide = await readFile("docs/editors.md", "utf8");

test.each([
	{ entry: "newsletter", field: "privacyPolicyUrl", problem: "the form has no privacy notice" },
	{ entry: "appShell", field: "legalName", problem: "nobody is named who runs the practice" },
	{ entry: "appShell", field: "postalAddress", problem: "there is no postal address" },
] as const)("a reminder, once, that blocks nothing: $problem", async ({ entry, field, problem }) => {
	const { report } = await pullChanged((content) => content.unset(entry, field));
	expect(report).toMatchObject([{ severity: "info", entry: ids[entry], field, locale: "en-US", problem }]);
	// It says what the reminder rests on.
	expect(guide).toContain(`| ${problem} |`);
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
