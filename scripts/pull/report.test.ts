import { expect, test } from "vitest";
import { formatReport, Report } from "./report.ts";

test("the report lists the worst rows first, without invisible characters", () => {
	const report = new Report({
		apiUrl: "https://cdn.eu.contentful.com",
		spaceId: "q7",
		environment: "staging",
	});
	report.add("info", { type: "assets", id: "logo", field: "title" }, "no title", "it is empty");
	const place = { type: "entries", id: "a/b\u202ec", field: "price", locale: "ru" } as const;
	report.add("severe", place, "b\r\n✗ forged", "it is in order");
	expect(formatReport(report.rows)).toMatchInlineSnapshot(`
		"Report:
		  severe: a/b‹U+202E›c, price, ru: b‹U+000D›‹U+000A›✗ forged: it is in order. Open it: https://app.eu.contentful.com/spaces/q7/environments/staging/entries/a%2Fb%E2%80%B9U%2B202E%E2%80%BAc
		  info: logo, title: no title: it is empty. Open it: https://app.eu.contentful.com/spaces/q7/environments/staging/assets/logo"
	`);
	expect(formatReport([])).toBe("Report: nothing to correct.");
});
