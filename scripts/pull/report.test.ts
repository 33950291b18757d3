import { expect, test } from "vitest";
import { formatReport, Report } from "./report.ts";

const space = { apiUrl: "https://cdn.eu.contentful.com", spaceId: "q7", environment: "staging" };

test("the report lists the worst rows first, without invisible characters", () => {
	const report = new Report(space);
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

test.each([
	[1, 1, false],
	[1, 2, false],
	[2, 4, false],
	[2, 2, true],
	[2, 3, true],
])("%i missing of %i are a loss: %s", (missing, all, isLoss) => {
	const report = new Report(space);
	for (let index = 0; index < all; index++)
		report.deliveries.files.set(`file-${index}`, index >= missing);
	const sentence = `${missing} of ${all} files are missing: file-0, file-1. If that is on purpose, remove what names them.`;
	expect(report.losses).toEqual(isLoss ? [sentence] : []);
});
