import { z } from "zod";

export type Counts = { passed: number; failed: number };

// https://vitest.dev/guide/reporters#json-reporter
const vitestReport = z.object({
	numPassedTests: z.number(),
	numFailedTests: z.number(),
	testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.unknown()) })),
});

// https://playwright.dev/docs/api/class-testreporter and the JSONReport type of @playwright/test/reporter
const playwrightReport = z.object({
	stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
	errors: z.array(z.unknown()),
});

/** Counts out of what Vitest's JSON reporter wrote. A file that could not be loaded counts as one failure. Throws when it is no such report. */
export function parseVitestCounts(json: string): Counts {
	const { numPassedTests, numFailedTests, testResults } = vitestReport.parse(JSON.parse(json));
	const broken = testResults.filter(
		({ status, assertionResults }) => status === "failed" && assertionResults.length === 0,
	);
	return { passed: numPassedTests, failed: numFailedTests + broken.length };
}

/**
 * Counts out of what Playwright's JSON reporter wrote. A flaky test passed in the end, and the runner's own list names it; errors
 * outside any test count as failures. Throws when it is no such report.
 */
export function parsePlaywrightCounts(json: string): Counts {
	const { stats, errors } = playwrightReport.parse(JSON.parse(json));
	return { passed: stats.expected + stats.flaky, failed: stats.unexpected + errors.length };
}

/**
 * What a runner's step counts for: its report, but never less than one failure when it ended with another status than 0, left no
 * report (undefined) or ran no test.
 */
export function checkCounts(reported: Counts | undefined, status: number | null): Counts & { fault?: string } {
	if (!reported) return { passed: 0, failed: 1, fault: `ended with status ${status} and no report` };
	if (reported.passed + reported.failed === 0) return { passed: 0, failed: 1, fault: "ran no test" };
	if (status !== 0 && reported.failed === 0) {
		return { ...reported, failed: 1, fault: `ended with status ${status}, though no test failed` };
	}
	return reported;
}
