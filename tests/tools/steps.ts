import { spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import type { JSONReport } from "@playwright/test/reporter";
import type { JsonTestResults } from "vitest/node";
import { startStopwatch } from "../../scripts/shared/startStopwatch.ts";
import { isolatedEnvironment } from "./isolation.ts";

type Counts = { passed: number; failed: number };

/** Command, and whether it writes `report`. */
export type Step = { name: string; command: string; reports?: boolean };

const report = join(tmpdir(), `test-report-${process.pid}.json`);

export const buildStep: Step = { name: "build", command: "node scripts/build.ts" };

/** Returns the command that runs a project of vitest.config.ts. https://vitest.dev/guide/reporters#json-reporter */
export const vitestCommand = (project: string) => ({
	command: `vitest run --project ${project} --allowOnly=false --reporter=default --reporter=json --outputFile.json="${report}"`,
	reports: true,
});

/** Returns the command that runs projects of playwright.config.ts, whose names can have wildcards. */
export const playwrightCommand = (projects: string) => ({
	command: `playwright test --project ${projects} --forbid-only --reporter=dot,json`,
	reports: true,
});

/** Runs steps one after another, and prints the total as the last line: `N passed, N failed`. */
export function runSteps(steps: Step[]): void {
	const total: Counts = { passed: 0, failed: 0 };
	const lines: string[] = [];
	let isBuilt = true;
	for (const step of steps) {
		console.log(`\n── ${step.name}`);
		const formatElapsed = startStopwatch();
		// All further steps test the built files. If the build has failed, they are not run and count as failed.
		const { passed, failed }: Counts = isBuilt ? runStep(step) : { passed: 0, failed: 1 };
		if (step === buildStep) isBuilt = failed === 0;
		total.passed += passed;
		total.failed += failed;
		const mark = failed === 0 ? "✓" : "✗";
		lines.push(`${mark} ${step.name}: ${passed} passed, ${failed} failed, ${formatElapsed()}`);
	}
	console.log(`\n${lines.join("\n")}\n\n${total.passed} passed, ${total.failed} failed`);
	process.exitCode = total.failed === 0 ? 0 : 1;
}

/** Runs a command and counts its tests. A command that fails, or leaves no report, counts as a failed test at least. */
function runStep({ command, reports }: Step): Counts {
	const env = isolatedEnvironment({
		// Makes the programs in node_modules/.bin available to the command.
		PATH: resolve("node_modules/.bin") + delimiter + process.env.PATH,
		PLAYWRIGHT_JSON_OUTPUT_FILE: report,
		// The command checks its refused connections itself.
		REFUSED_CONNECTIONS: undefined,
	});
	// Uses a shell, because on Windows the programs in node_modules/.bin are .cmd files.
	const { status } = spawnSync(command, { shell: true, env, stdio: "inherit" });
	const minFailures = status === 0 ? 0 : 1;
	if (!reports) return { passed: 1 - minFailures, failed: minFailures };
	try {
		const { passed, failed } = readCounts(JSON.parse(readFileSync(report, "utf8")));
		return { passed, failed: Math.max(failed, minFailures) };
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
