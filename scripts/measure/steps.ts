import { spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import type { JSONReport } from "@playwright/test/reporter";
import type { JsonTestResults } from "vitest/node";
import { stopwatch } from "../shared/stopwatch.ts";

type Counts = { passed: number; failed: number };
type Outcome = Counts & { fault?: string };

/** A part of a command that tests. */
export type Step = {
	name: string;
	command: string;
	/** Counts out of the report that the command writes. Without it the command counts as one, and what it says is shown when it fails. */
	parse?: (json: string) => Counts;
	/** Whether it reads what the build wrote. */
	needsBuild?: boolean;
};

const report = join(tmpdir(), `test-report-${process.pid}.json`);

/** A tool of node_modules finds it there, and Playwright's JSON reporter its file here. */
const env = {
	...process.env,
	PATH: resolve("node_modules/.bin") + delimiter + process.env.PATH,
	PLAYWRIGHT_JSON_OUTPUT_FILE: report,
};

export const buildStep: Step = { name: "build", command: "node scripts/build.ts" };

/** The tests of a project of `vitest.config.ts`. */
export const vitest = (project: string): Pick<Step, "command" | "parse"> => ({
	command: `vitest run --project ${project} --allowOnly=false --reporter=default --reporter=json --outputFile.json="${report}"`,
	parse: parseVitest,
});

/** The tests of projects of `playwright.config.ts`. */
export const playwright = (projects: string[]): Pick<Step, "command" | "parse"> => ({
	command: `playwright test --project ${projects.join(" --project ")} --forbid-only --reporter=dot,json`,
	parse: parsePlaywright,
});

/** Runs one step after the other, to the end whatever fails. The last line on stdout is the sum: `N passed, N failed`. */
export function runSteps(steps: Step[]): void {
	const total: Counts = { passed: 0, failed: 0 };
	const summary: string[] = [];
	let isBuilt = true;
	for (const step of steps) {
		console.log(`\n── ${step.name}`);
		const since = stopwatch();
		const isLeftOut: boolean = step.needsBuild === true && !isBuilt;
		const outcome: Outcome = isLeftOut ? failure("not run, because the build failed") : run(step);
		const { passed, failed, fault } = outcome;
		if (step.name === buildStep.name) isBuilt = failed === 0;
		total.passed += passed;
		total.failed += failed;
		const mark = failed === 0 ? "✓" : "✗";
		summary.push(`${mark} ${step.name}: ${passed} passed, ${failed} failed${fault ? ` (${fault})` : ""}, ${since()}`);
		console.log(summary.at(-1));
	}
	console.log(`\n${summary.join("\n")}\n\n${total.passed} passed, ${total.failed} failed`);
	process.exitCode = total.failed === 0 ? 0 : 1;
}

const failure = (fault: string): Outcome => ({ passed: 0, failed: 1, fault });

/** Counts never less than one failure when the command ended with another status than 0, left no report or ran no test. */
function run({ command, parse }: Step): Outcome {
	// Through a shell, since on Windows the tools are .cmd files.
	const options = { shell: true, env, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 } as const;
	if (!parse) {
		const { status, stdout } = spawnSync(`${command} 2>&1`, { ...options, stdio: ["ignore", "pipe", "inherit"] });
		if (status !== 0) console.log(stdout.trimEnd());
		return status === 0 ? { passed: 1, failed: 0 } : failure(`ended with status ${status}`);
	}
	const { status } = spawnSync(command, { ...options, stdio: "inherit" });
	const counts = readReport(parse);
	if (!counts) return failure(`ended with status ${status} and no report`);
	if (counts.passed + counts.failed === 0) return failure("ran no test");
	if (status === 0 || counts.failed > 0) return counts;
	return { ...counts, failed: 1, fault: `ended with status ${status}, though no test failed` };
}

function readReport(parse: (json: string) => Counts): Counts | undefined {
	try {
		return parse(readFileSync(report, "utf8"));
	} catch {
		return undefined;
	} finally {
		rmSync(report, { force: true });
	}
}

/** A file that could not be loaded counts as one failure. https://vitest.dev/guide/reporters#json-reporter */
export function parseVitest(json: string): Counts {
	const { numPassedTests, numFailedTests, testResults } = JSON.parse(json) as JsonTestResults;
	const broken = testResults.filter((file) => file.status === "failed" && file.assertionResults.length === 0);
	return { passed: numPassedTests, failed: numFailedTests + broken.length };
}

/** A flaky test passed in the end, and Playwright's own list names it; errors outside any test count as failures. */
export function parsePlaywright(json: string): Counts {
	const { stats, errors } = JSON.parse(json) as JSONReport;
	return { passed: stats.expected + stats.flaky, failed: stats.unexpected + errors.length };
}
