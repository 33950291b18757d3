import { expect, test } from "vitest";
import { formatReport, Report, refuseSevere } from "./report.ts";

function exampleReport(apiUrl = "https://cdn.contentful.com"): Report {
	const report = new Report({ apiUrl, spaceId: "q7", environment: "staging" });
	report.add(
		"info",
		{ type: "assets", id: "logo", field: "title" },
		"it has no title",
		"its alternative text is empty",
	);
	report.add(
		"warning",
		{ type: "entries", id: "home", field: "heroTitle", locale: "ru" },
		"there is no Russian text",
		"the English text is shown",
	);
	report.add(
		"severe",
		{ type: "entries", id: "visit", field: "stripeProductId" },
		"product prod_x has no active one-time price in Stripe",
		"it is not shown",
	);
	report.add("severe", { type: "entries", id: "a/b c" }, "second", "in the order found");
	return report;
}

test("the table: the worst first, otherwise in the order in which they were found", () => {
	expect(formatReport(exampleReport().rows)).toMatchInlineSnapshot(`
		"Report:
		  severity  entry  field            locale  what: what the site does instead                                        open
		  severe    visit  stripeProductId          product prod_x has no active one-time price in Stripe: it is not shown  https://app.contentful.com/spaces/q7/environments/staging/entries/visit
		  severe    a/b c                           second: in the order found                                              https://app.contentful.com/spaces/q7/environments/staging/entries/a%2Fb%20c
		  warning   home   heroTitle        ru      there is no Russian text: the English text is shown                     https://app.contentful.com/spaces/q7/environments/staging/entries/home
		  info      logo   title                    it has no title: its alternative text is empty                          https://app.contentful.com/spaces/q7/environments/staging/assets/logo"
	`);
});

test("a report without rows is one line", () => {
	expect(formatReport([])).toBe("Report: nothing to mend.");
});

test("what is found twice is reported once", () => {
	const report = exampleReport();
	const before = report.rows;
	report.add(
		"info",
		{ type: "assets", id: "logo", field: "title" },
		"it has no title",
		"its alternative text is empty",
	);
	expect(report.rows).toEqual(before);
	report.add(
		"info",
		{ type: "assets", id: "logo2", field: "title" },
		"it has no title",
		"its alternative text is empty",
	);
	expect(report.rows.length).toBe(before.length + 1);
	report.fault({ type: "entries", id: "home" }, "it is missing");
	report.fault({ type: "entries", id: "home" }, "it is missing");
	expect(report.faults.length).toBe(1);
});

test("a fault is a sentence that says where, what, and where to mend it", () => {
	const report = exampleReport();
	report.fault({ type: "entries", id: "home", field: "heroTitle", locale: "en-US" }, "it is required and missing");
	report.fault({ type: "assets", id: "logo" }, "it is no picture");
	expect(report.faults).toMatchInlineSnapshot(`
		[
		  "Entry "home", field "heroTitle", en-US: it is required and missing. Open it: https://app.contentful.com/spaces/q7/environments/staging/entries/home",
		  "Asset "logo": it is no picture. Open it: https://app.contentful.com/spaces/q7/environments/staging/assets/logo",
		]
	`);
});

test("addresses lead to the web app that the space is in", () => {
	const [row] = exampleReport("https://cdn.eu.contentful.com").rows;
	expect(row?.url).toBe("https://app.eu.contentful.com/spaces/q7/environments/staging/entries/visit");
});

test("--strict stops a build for each severe row, and for no other", () => {
	const { rows } = exampleReport();
	expect(() => refuseSevere(rows)).toThrow("--strict: the report has 2 severe rows (see above).");
	expect(() => refuseSevere(rows.filter(({ severity }) => severity !== "severe"))).not.toThrow();
});
