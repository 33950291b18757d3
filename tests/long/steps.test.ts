import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { makeFolder } from "../folders.ts";
import { buildStep, runSteps, type Step } from "../tools/steps.ts";

/** Returns a step that exits with a status, and writes `written` as its report. */
function reporting(name: string, status: number, written?: object): Step {
	const write = `require('fs').writeFileSync(process.env.PLAYWRIGHT_JSON_OUTPUT_FILE, '${JSON.stringify(written)}');`;
	const program = `${written ? write : ""}process.exit(${status})`.replaceAll('"', '\\"');
	return { name, command: `node -e "${program}"`, reports: true };
}

const ofVitest = (numPassedTests: number, numFailedTests: number) => ({ numPassedTests, numFailedTests });
const ofPlaywright = (expected: number, flaky: number, unexpected: number) => ({
	stats: { expected, flaky, unexpected, skipped: 3 },
});

afterEach(() => {
	process.exitCode = 0;
});

async function sumUp(steps: Step[]): Promise<{ exitCode: unknown; lines: string[] }> {
	// `runSteps` deletes the log of refused connections. This test uses another log, so that the log of the test run
	// stays.
	vi.stubEnv("REFUSED_CONNECTIONS", join(await makeFolder(), "record.txt"));
	const log = vi.spyOn(console, "log").mockImplementation(() => {});
	runSteps(steps);
	const text = String(log.mock.lastCall).trim();
	return { exitCode: process.exitCode, lines: text.replaceAll(/, \S+ s$/gm, "").split("\n") };
}

test("all steps run after a failure, and the last line is the total", async () => {
	const steps = [
		{ name: "right", command: "node -e 0" },
		{ name: "wrong", command: 'node -e "process.exit(2)"' },
		reporting("some fail", 1, ofVitest(3, 2)),
		reporting("a file cannot be loaded", 1, ofVitest(3, 0)),
		reporting("fails in a browser", 1, ofPlaywright(4, 1, 2)),
		reporting("leaves no report", 0),
		{ ...buildStep, command: 'node -e "process.exit(1)"' },
		{ name: "after the build", command: "node -e 0" },
	];
	expect(await sumUp(steps)).toEqual({
		exitCode: 1,
		lines: [
			"✓ right: 1 passed, 0 failed",
			"✗ wrong: 0 passed, 1 failed",
			"✗ some fail: 3 passed, 2 failed",
			"✗ a file cannot be loaded: 3 passed, 1 failed",
			"✗ fails in a browser: 5 passed, 2 failed",
			"✗ leaves no report: 0 passed, 1 failed",
			"✗ build: 0 passed, 1 failed",
			"✗ after the build: 0 passed, 1 failed",
			"",
			"12 passed, 9 failed",
		],
	});
	expect(await sumUp([reporting("all pass", 0, ofVitest(4, 0))])).toEqual({
		exitCode: 0,
		lines: ["✓ all pass: 4 passed, 0 failed", "", "4 passed, 0 failed"],
	});
});
