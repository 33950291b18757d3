import { spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import type { JSONReport } from "@playwright/test/reporter";
import type { JsonTestResults } from "vitest/node";
import { stopwatch } from "../shared/stopwatch.ts";

type Counts = { passed: number; failed: number };

/** A part of a command that tests. One that reports counts as many tests as its report says, any other as one. */
export type Step = { name: string; command: string; reports?: boolean };

const report = join(tmpdir(), `test-report-${process.pid}.json`);

/** A tool of node_modules finds it there, and Playwright's JSON reporter its file here. */
const env = {
	...process.env,
	PATH: resolve("node_modules/.bin") + delimiter + process.env.PATH,
	PLAYWRIGHT_JSON_OUTPUT_FILE: report,
};

export const buildStep: Step = { name: "build", command: "node scripts/build.ts" };

/** The tests of a project of `vitest.config.ts`. https://vitest.dev/guide/reporters#json-reporter */
export const vitest = (project: string) => ({
	command: `vitest run --project ${project} --allowOnly=false --reporter=default --reporter=json --outputFile.json="${report}"`,
	reports: true,
});

/** The tests of projects of `playwright.config.ts`. */
export const playwright = (projects: string[]) => ({
	command: `playwright test --project ${projects.join(" --project ")} --forbid-only --reporter=dot,json`,
	reports: true,
});

/** Runs one step after the other, to the end whatever fails. The last line on stdout is the sum: `N passed, N failed`. */
export function runSteps(steps: Step[]): void {
	const total: Counts = { passed: 0, failed: 0 };
	const lines: string[] = [];
	let isBuilt = true;
	for (const step of steps) {
		console.log(`\n── ${step.name}`);
		const since = stopwatch();
		// All that follows the build reads what it wrote.
		const { passed, failed }: Counts = isBuilt ? run(step) : { passed: 0, failed: 1 };
		if (step.name === buildStep.name) isBuilt = failed === 0;
		total.passed += passed;
		total.failed += failed;
		lines.push(`${failed === 0 ? "✓" : "✗"} ${step.name}: ${passed} passed, ${failed} failed, ${since()}`);
	}
	console.log(`\n${lines.join("\n")}\n\n${total.passed} passed, ${total.failed} failed`);
	process.exitCode = total.failed === 0 ? 0 : 1;
}

/** At least one failure when the command ended with another status than 0, as when a file of tests could not be loaded, or left no report. */
function run({ command, reports }: Step): Counts {
	// Through a shell, since on Windows the tools are .cmd files.
	const { status } = spawnSync(command, { shell: true, env, stdio: "inherit" });
	const least = status === 0 ? 0 : 1;
	if (!reports) return { passed: 1 - least, failed: least };
	try {
		const { passed, failed } = readCounts(JSON.parse(readFileSync(report, "utf8")));
		return { passed, failed: Math.max(failed, least) };
	} catch {
		console.log(`It left no report, and ended with status ${status}.`);
		return { passed: 0, failed: 1 };
	} finally {
		rmSync(report, { force: true });
	}
}

/** In Playwright's report one that passed at its second try has passed, and its own list names it. */
function readCounts(told: JsonTestResults | JSONReport): Counts {
	if ("stats" in told) return { passed: told.stats.expected + told.stats.flaky, failed: told.stats.unexpected };
	return { passed: told.numPassedTests, failed: told.numFailedTests };
}
