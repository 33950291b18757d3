import { spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import type { JSONReport } from "@playwright/test/reporter";
import type { JsonTestResults } from "vitest/node";
import { stopwatch } from "../../scripts/shared/stopwatch.ts";
import { isolatedEnvironment, takeRefusedConnections } from "./isolation.ts";

type Counts = { passed: number; failed: number };

/** One part of a test command. With `reports` it counts as many tests as its JSON report lists, otherwise as one. */
export type Step = { name: string; command: string; reports?: boolean };

const report = join(tmpdir(), `test-report-${process.pid}.json`);

export const buildStep: Step = { name: "build", command: "node scripts/build.ts" };

/** Returns the command of one project of `vitest.config.ts`. https://vitest.dev/guide/reporters#json-reporter */
export const vitest = (project: string) => ({
	command: `vitest run --project ${project} --allowOnly=false --reporter=default --reporter=json --outputFile.json="${report}"`,
	reports: true,
});

/** Returns the command of projects of `playwright.config.ts`. */
export const playwright = (projects: string[]) => ({
	command: `playwright test --project ${projects.join(" --project ")} --forbid-only --reporter=dot,json`,
	reports: true,
});

/** Runs all steps in turn, also after a failure. The last line of stdout is the total: `N passed, N failed`. */
export function runSteps(steps: Step[]): void {
	const total: Counts = { passed: 0, failed: 0 };
	const lines: string[] = [];
	let isBuilt = true;
	for (const step of steps) {
		console.log(`\n── ${step.name}`);
		const since = stopwatch();
		// The steps after the build read its files.
		const { passed, failed }: Counts = isBuilt ? run(step) : { passed: 0, failed: 1 };
		if (step.name === buildStep.name) isBuilt = failed === 0;
		total.passed += passed;
		total.failed += failed;
		lines.push(`${failed === 0 ? "✓" : "✗"} ${step.name}: ${passed} passed, ${failed} failed, ${since()}`);
	}
	console.log(`\n${lines.join("\n")}\n\n${total.passed} passed, ${total.failed} failed`);
	process.exitCode = total.failed === 0 ? 0 : 1;
}

/** Runs one step. Each connection that the guard refused is a failure of its own. */
function run(step: Step): Counts {
	const { passed, failed } = count(step);
	const refused = takeRefusedConnections();
	for (const line of refused) console.log(`✗ ${line}`);
	return { passed, failed: failed + refused.length };
}

/** Counts at least one failure when the command exits with a status other than 0, or leaves no report. */
function count({ command, reports }: Step): Counts {
	const env = isolatedEnvironment({
		// The tools of node_modules are found there.
		PATH: resolve("node_modules/.bin") + delimiter + process.env.PATH,
		PLAYWRIGHT_JSON_OUTPUT_FILE: report,
	});
	// Through a shell: on Windows the tools are .cmd files.
	const { status } = spawnSync(command, { shell: true, env, stdio: "inherit" });
	const least = status === 0 ? 0 : 1;
	if (!reports) return { passed: 1 - least, failed: least };
	try {
		const { passed, failed } = readCounts(JSON.parse(readFileSync(report, "utf8")));
		return { passed, failed: Math.max(failed, least) };
	} catch {
		console.log(`The step left no report and exited with status ${status}.`);
		return { passed: 0, failed: 1 };
	} finally {
		rmSync(report, { force: true });
	}
}

function readCounts(results: JsonTestResults | JSONReport): Counts {
	if ("stats" in results) {
		const { expected, flaky, unexpected } = results.stats;
		return { passed: expected + flaky, failed: unexpected };
	}
	return { passed: results.numPassedTests, failed: results.numFailedTests };
}
