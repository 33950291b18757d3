import { expect, test } from "vitest";
import { compareResults, type Result } from "./results.ts";

const earlier: Result = {
	floor: { "first paint ms": 500 },
	rows: [
		{ path: "/", "first paint ms": 700 },
		{ path: "/about", "first paint ms": 720 },
	],
};

test("figures are compared with those of the same row", () => {
	const later: Result = {
		floor: { "first paint ms": 520 },
		rows: [
			{ path: "/about", "first paint ms": 690 },
			{ path: "/new", "first paint ms": 600 },
		],
	};
	expect(compareResults(earlier, later)).toEqual([{ path: "/about", "first paint ms": -30 }]);
});

test.each([
	["of another height", { "first paint ms": 560 }],
	["of another kind", { "largest paint ms": 500 }],
])("a run with a floor %s is not compared", (_, floor) => {
	expect(() => compareResults(earlier, { ...earlier, floor })).toThrow(/cannot be compared/);
});
