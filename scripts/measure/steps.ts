import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { stopwatch } from "../shared/stopwatch.ts";
import { type Counts, checkCounts, parsePlaywrightCounts, parseVitestCounts } from "./testCounts.ts";

type Outcome = Counts & { fault?: string };

/** A part of a command that tests. */
export type Step = {
	name: string;
	run: () => Promise<Outcome>;
	/** Whether it reads what the build wrote. */
	needsBuild?: boolean;
};

export const buildStep: Step = { name: "build", run: () => runQuietly("node scripts/build.ts") };

/** Runs one step after the other, to the end whatever fails. The last line on stdout is the sum: `N passed, N failed`. */
export async function runSteps(steps: Step[]): Promise<void> {
	const total: Counts = { passed: 0, failed: 0 };
	const summary: string[] = [];
	let built = true;
	for (const step of steps) {
		console.log(`\n── ${step.name}`);
		const since = stopwatch();
		const outcome: Outcome =
			step.needsBuild && !built
				? { passed: 0, failed: 1, fault: "not run, because the build failed" }
				: await step.run();
		const { passed, failed, fault } = outcome;
		if (step === buildStep) built = failed === 0;
		total.passed += passed;
		total.failed += failed;
		const line = `${failed === 0 ? "✓" : "✗"} ${step.name}: ${passed} passed, ${failed} failed${fault ? ` (${fault})` : ""}, ${since()}`;
		console.log(line);
		summary.push(line);
	}
	console.log(`\n${summary.join("\n")}\n\n${total.passed} passed, ${total.failed} failed`);
	process.exitCode = total.failed === 0 ? 0 : 1;
}

/** Runs a tool that counts as one, and shows what it said when it failed. */
export async function runQuietly(command: string): Promise<Outcome> {
	const { status, output } = await runShell(command, "quiet");
	if (status === 0) return { passed: 1, failed: 0 };
	console.log(output.trimEnd());
	return { passed: 0, failed: 1 };
}

/** Runs the tests of a project of `vitest.config.ts`. */
export function runVitest(project: string): Promise<Outcome> {
	return countTests(
		(report) =>
			`vitest run --project ${project} --allowOnly=false --reporter=default --reporter=json --outputFile.json="${report}"`,
		parseVitestCounts,
	);
}

/** Runs the tests of projects of `playwright.config.ts`. */
export function runPlaywright(projects: string[]): Promise<Outcome> {
	const chosen = projects.map((project) => `--project ${project}`).join(" ");
	return countTests((report) => {
		// https://playwright.dev/docs/test-reporters#json-reporter
		process.env.PLAYWRIGHT_JSON_OUTPUT_FILE = report;
		return `playwright test ${chosen} --forbid-only --reporter=dot,json`;
	}, parsePlaywrightCounts);
}

async function countTests(command: (report: string) => string, parse: (json: string) => Counts): Promise<Outcome> {
	const folder = await mkdtemp(join(tmpdir(), "test-report-"));
	const report = join(folder, "report.json");
	const { status } = await runShell(command(report), "live");
	const counts = await readFile(report, "utf8")
		.then(parse)
		.catch(() => undefined);
	await rm(folder, { recursive: true });
	return checkCounts(counts, status);
}

/** Through a shell, since on Windows the tools are .cmd files. `output` is both streams as they came; empty when live. */
function runShell(command: string, mode: "live" | "quiet"): Promise<{ status: number | null; output: string }> {
	const env = { ...process.env, PATH: [join(process.cwd(), "node_modules/.bin"), process.env.PATH].join(delimiter) };
	return new Promise((resolve, reject) => {
		const child = spawn(command, { shell: true, env, stdio: mode === "live" ? "inherit" : ["ignore", "pipe", "pipe"] });
		let output = "";
		for (const stream of [child.stdout, child.stderr]) {
			stream?.setEncoding("utf8").on("data", (chunk: string) => {
				output += chunk;
			});
		}
		child.once("error", reject);
		child.once("close", (status) => resolve({ status, output }));
	});
}
