import { expect, test } from "vitest";
import { explain, sum } from "./budgets.ts";

test("who goes over a budget is told what it is for and what the most was spent on", () => {
	const parts = Array.from({ length: 16 }, (_, index) => ({ name: `part ${index}`, size: 1_000 * (index + 1) }));
	expect(sum(parts)).toBe(136_000);
	const budget = { most: 99_000, unit: "bytes", of: "a test", reason: "it must fail" } as const;
	expect(explain(budget, parts)).toMatchInlineSnapshot(`
		"The budget is 99,000 bytes for a test, since it must fail. The largest of 136,000:
		   16,000  part 15
		   15,000  part 14
		   14,000  part 13
		   13,000  part 12
		   12,000  part 11
		   11,000  part 10
		   10,000  part 9
		    9,000  part 8
		    8,000  part 7
		    7,000  part 6
		    6,000  part 5
		    5,000  part 4
		    4,000  part 3
		    3,000  part 2
		and 2 smaller"
	`);
});
