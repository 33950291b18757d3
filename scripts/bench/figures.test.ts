import { expect, test } from "vitest";
import { formatDifference, formatSpread, formatTable, medianOf } from "./figures.ts";

test.each([
	[[3], 3],
	[[9, 1, 2], 2],
	[[4, 1, 2, 9], 3],
])("the median of %j is %d", (values, median) => {
	expect(medianOf(values)).toBe(median);
});

test("the median of no values is refused", () => {
	expect(() => medianOf([])).toThrow("A median needs at least one value.");
});

test.each([
	[[0.6512], "0.65"],
	[[0.64, 0.71, 0.65], "0.65 (0.64–0.71)"],
])("the spread of %j is %s", (values, spread) => {
	expect(formatSpread(values, 2)).toBe(spread);
});

test.each([
	[80.4, "+80"],
	[0, "+0"],
	[-64, "-64"],
])("the difference %d has one sign: %s", (value, text) => {
	expect(formatDifference(value)).toBe(text);
});

test("a table has the keys of its first row as columns, numbers on the right, and empty cells for missing values", () => {
	const rows = [
		{ page: "/about", ms: 7 },
		{ page: "/", ms: undefined },
	];
	expect(formatTable(rows)).toBe("| page   | ms |\n| ------ | -: |\n| /about |  7 |\n| /      |    |");
});
