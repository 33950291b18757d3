import { expect, onTestFinished, test, vi } from "vitest";
import { buildStep, parsePlaywright, parseVitest, runSteps, type Step } from "./steps.ts";

/** A command that ends with a status, after it has written these counts as its report. */
function reporting(name: string, status: number, counts?: [passed: number, failed: number]): Step {
	const [passed, failed] = counts ?? [];
	const write = counts
		? `require('fs').writeFileSync(process.env.PLAYWRIGHT_JSON_OUTPUT_FILE, '[${passed},${failed}]');`
		: "";
	const parse = (json: string) => ({ passed: JSON.parse(json)[0], failed: JSON.parse(json)[1] });
	return { name, command: `node -e "${write}process.exit(${status})"`, parse };
}

function sumUp(steps: Step[]): { exitCode: unknown; lines: string[] } {
	const log = vi.spyOn(console, "log").mockImplementation(() => {});
	onTestFinished(() => {
		process.exitCode = 0;
	});
	runSteps(steps);
	const text = log.mock.calls.map(([line]) => line).at(-1) as string;
	log.mockRestore();
	return {
		exitCode: process.exitCode,
		lines: text
			.trim()
			.replaceAll(/, [\d.]+ s$/gm, "")
			.split("\n"),
	};
}

test("every step is run to its end, and the last line is the sum", () => {
	const steps = [
		{ name: "right", command: "node -e 0" },
		{ name: "wrong", command: 'node -e "process.exit(2)"' },
		reporting("some fail", 1, [3, 2]),
		reporting("crashes in the end", 1, [3, 0]),
		reporting("runs nothing", 0, [0, 0]),
		reporting("is not to be found", 127),
		{ ...buildStep, command: 'node -e "process.exit(1)"' },
		{ name: "after the build", command: "node -e 0", needsBuild: true },
	];
	expect(sumUp(steps)).toEqual({
		exitCode: 1,
		lines: [
			"✓ right: 1 passed, 0 failed",
			"✗ wrong: 0 passed, 1 failed (ended with status 2)",
			"✗ some fail: 3 passed, 2 failed",
			"✗ crashes in the end: 3 passed, 1 failed (ended with status 1, though no test failed)",
			"✗ runs nothing: 0 passed, 1 failed (ran no test)",
			"✗ is not to be found: 0 passed, 1 failed (ended with status 127 and no report)",
			"✗ build: 0 passed, 1 failed (ended with status 1)",
			"✗ after the build: 0 passed, 1 failed (not run, because the build failed)",
			"",
			"7 passed, 8 failed",
		],
	});
	expect(sumUp([reporting("all pass", 0, [4, 0])])).toEqual({
		exitCode: 0,
		lines: ["✓ all pass: 4 passed, 0 failed", "", "4 passed, 0 failed"],
	});
});

test("what Vitest and Playwright report: failed tests, files that could not be loaded, errors outside tests", () => {
	const testResults = [
		{ status: "passed", assertionResults: [{}, {}] },
		{ status: "failed", assertionResults: [{}, {}] },
		{ status: "failed", assertionResults: [] },
	];
	const vitest = { numPassedTests: 3, numFailedTests: 1, testResults };
	expect(parseVitest(JSON.stringify(vitest))).toEqual({ passed: 3, failed: 2 });
	const playwright = {
		stats: { expected: 4, unexpected: 1, flaky: 1, skipped: 3 },
		errors: [{ message: "no server" }],
	};
	expect(parsePlaywright(JSON.stringify(playwright))).toEqual({ passed: 5, failed: 2 });
});
