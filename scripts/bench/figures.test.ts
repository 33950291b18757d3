import { expect, test } from "vitest";
import { medianOf } from "./figures.ts";

test.each([
	[[3], 3],
	[[9, 1, 2], 2],
	[[4, 1, 2, 9], 3],
])("the median of %j is %d", (values, median) => {
	expect(medianOf(values)).toBe(median);
});
