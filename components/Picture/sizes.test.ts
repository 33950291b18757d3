import { expect, test } from "vitest";
import { sizes } from "./sizes.ts";

// tests/e2e/everyPage.spec.ts compares the values with the widths of the demo's pictures.
test.each([
	[1, ["1165px"]],
	[4, ["255px", "255px", "255px", "255px"]],
	[5, ["356px", "356px", "356px", "558px", "558px"]],
])("on wide screens the pictures of %i commitments are as wide as their grid cells", (count, widths) => {
	const values = widths.map((_, index) => sizes.commitment(index, count));
	expect(values.map((value) => value.split(", ").at(-1))).toEqual(widths);
});

test("on wide screens the pictures of five cards are as wide as their cards", () => {
	const values = [0, 1, 2, 3, 4].map((index) => sizes.card({ width: 3, height: 2 }, index, 5));
	expect(values.map((value) => value.split(", ").at(-1))).toEqual(["367px", "367px", "367px", "566px", "566px"]);
});

test("in two columns the last picture of an odd number spans both columns", () => {
	const values = [0, 1, 2].map((index) => sizes.commitment(index, 3));
	const medium = values.map((value) => /\(max-width: 992px\) ([^,]+)/.exec(value)?.[1]);
	expect(medium).toEqual(["46vw", "46vw", "calc(96.8vw - 20px)"]);
});
