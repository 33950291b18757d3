import { expect, test } from "vitest";
import { checkCounts, parsePlaywrightCounts, parseVitestCounts } from "./testCounts.ts";

test("Vitest: failed tests, and files that could not be loaded", () => {
	const report = {
		numPassedTests: 5,
		numFailedTests: 1,
		testResults: [
			{ status: "passed", assertionResults: [{}, {}, {}, {}] },
			{ status: "failed", assertionResults: [{}, {}] },
			{ status: "failed", assertionResults: [] },
		],
	};
	expect(parseVitestCounts(JSON.stringify(report))).toEqual({ passed: 5, failed: 2 });
});

test("Playwright: failed and flaky tests, and errors outside tests", () => {
	const report = { stats: { expected: 4, unexpected: 1, flaky: 1, skipped: 3 }, errors: [{ message: "no server" }] };
	expect(parsePlaywrightCounts(JSON.stringify(report))).toEqual({ passed: 5, failed: 2 });
});

test("what is no report is refused", () => {
	expect(() => parseVitestCounts("{}")).toThrow();
	expect(() => parsePlaywrightCounts("")).toThrow();
});

test.each([
	[{ passed: 3, failed: 0 }, 0, { passed: 3, failed: 0 }],
	[{ passed: 3, failed: 2 }, 1, { passed: 3, failed: 2 }],
	[{ passed: 3, failed: 0 }, 1, { passed: 3, failed: 1, fault: "ended with status 1, though no test failed" }],
	[{ passed: 0, failed: 0 }, 0, { passed: 0, failed: 1, fault: "ran no test" }],
	[undefined, null, { passed: 0, failed: 1, fault: "ended with status null and no report" }],
])("%j, status %s → %j", (reported, status, expected) => {
	expect(checkCounts(reported, status)).toEqual(expected);
});
