import { expect, test } from "vitest";
import type { ReportRow } from "../../environment/site.ts";
import { formatReport, type Place, Report, refuseSevere } from "./report.ts";

const entry = (id: string, field: string, locale?: string): Place => ({
	type: "entries",
	id,
	field,
	locale,
});

test("the table is sorted by severity, and then by the order in which rows were added", () => {
	const report = new Report({
		apiUrl: "https://cdn.eu.contentful.com",
		spaceId: "q7",
		environment: "staging",
	});
	report.add(
		"info",
		{ type: "assets", id: "logo", field: "title" },
		"it has no title",
		"its alternative text is empty",
	);
	report.add(
		"warning",
		entry("home", "heroTitle", "ru"),
		"there is no Russian text",
		"the English text is shown",
	);
	report.add("severe", entry("visit", "stripeProductId"), "no price", "it is not shown");
	report.add(
		"severe",
		entry("a/b\u202ec", "a\u001b[2J"),
		"b\r\n\u2028✗ forged — 👍",
		"it is in order",
	);
	expect(formatReport(report.rows)).toMatchInlineSnapshot(`
		"Report:
		  severity  entry         field            locale  what: what the site does instead                        open
		  severe    visit         stripeProductId          no price: it is not shown                               https://app.eu.contentful.com/spaces/q7/environments/staging/entries/visit
		  severe    a/b‹U+202E›c  a‹U+001B›[2J             b‹U+000D›‹U+000A›‹U+2028›✗ forged — 👍: it is in order  https://app.eu.contentful.com/spaces/q7/environments/staging/entries/a%2Fb%E2%80%B9U%2B202E%E2%80%BAc
		  warning   home          heroTitle        ru      there is no Russian text: the English text is shown     https://app.eu.contentful.com/spaces/q7/environments/staging/entries/home
		  info      logo          title                    it has no title: its alternative text is empty          https://app.eu.contentful.com/spaces/q7/environments/staging/assets/logo"
	`);
	expect(formatReport([])).toBe("Report: nothing to correct.");
});

test("a report with warnings only allows a build with --strict", () => {
	const warning: ReportRow = {
		severity: "warning",
		entry: "visit",
		problem: "no text",
		instead: "shown",
		url: "",
	};
	expect(() => refuseSevere([warning])).not.toThrow();
});
