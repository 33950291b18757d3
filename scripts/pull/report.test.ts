import { expect, test } from "vitest";
import { formatReport, Report } from "./report.ts";

test("the report lists the worst rows first, without invisible characters", () => {
	const report = new Report({
		apiUrl: "https://cdn.eu.contentful.com",
		spaceId: "q7",
		environment: "staging",
	});
	report.add("info", { type: "assets", id: "logo", field: "title" }, "no title", "it is empty");
	const place = { id: "packages", field: "price", locale: "ru" };
	report.add("severe", place, "b\r\n✗ forged\u202e", "it is in order");
	expect(formatReport(report.rows)).toMatchInlineSnapshot(`
		"Report:
		  severe: packages, price, ru: b‹U+000D›‹U+000A›✗ forged‹U+202E›: it is in order. Open it: https://app.eu.contentful.com/spaces/q7/environments/staging/entries/packages
		  info: logo, title: no title: it is empty. Open it: https://app.eu.contentful.com/spaces/q7/environments/staging/assets/logo"
	`);
	expect(formatReport([])).toBe("Report: nothing to correct.");
});
