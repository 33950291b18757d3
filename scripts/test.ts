import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { stopwatch } from "./stopwatch.ts";
import { type Counts, checkCounts, parsePlaywrightCounts, parseVitestCounts } from "./testCounts.ts";

// `npm test`, and with the argument `check` its first three steps. The last line on stdout is the sum: `N passed, N failed`.

type Outcome = Counts & { fault?: string };

type Step = {
	name: string;
	run: () => Promise<Outcome>;
	/** Whether the step reads what the build wrote. */
	needsBuild?: boolean;
};

const reports = await mkdtemp(join(tmpdir(), "test-reports-"));
process.env.PATH = [join(process.cwd(), "node_modules/.bin"), process.env.PATH].join(delimiter);

const steps: Step[] = [
	{ name: "types", run: () => runQuietly("tsc") },
	{ name: "lint", run: () => runQuietly("biome ci") },
	{ name: "unit tests", run: () => runVitest("unit") },
	{ name: "build", run: () => runQuietly("node scripts/build.ts") },
	{ name: "built-site tests", run: () => runVitest("site"), needsBuild: true },
	{ name: "browser tests", run: runPlaywright, needsBuild: true },
];

const total: Counts = { passed: 0, failed: 0 };
const summary: string[] = [];
let built = true;

for (const { name, run, needsBuild } of process.argv[2] === "check" ? steps.slice(0, 3) : steps) {
	console.log(`\n── ${name}`);
	const since = stopwatch();
	const outcome: Outcome =
		needsBuild && !built ? { passed: 0, failed: 1, fault: "not run, because the build failed" } : await run();
	const { passed, failed, fault } = outcome;
	if (name === "build") built = failed === 0;
	total.passed += passed;
	total.failed += failed;
	const line = `${failed === 0 ? "✓" : "✗"} ${name}: ${passed} passed, ${failed} failed${fault ? ` (${fault})` : ""}, ${since()}`;
	console.log(line);
	summary.push(line);
}

await rm(reports, { recursive: true });
console.log(`\n${summary.join("\n")}\n\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;

/** Runs a tool that counts as one, and shows what it said when it failed. */
async function runQuietly(command: string): Promise<Outcome> {
	const { status, output } = await runShell(command, "quiet");
	if (status === 0) return { passed: 1, failed: 0 };
	console.log(output.trimEnd());
	return { passed: 0, failed: 1 };
}

async function runVitest(project: string): Promise<Outcome> {
	const report = join(reports, `${project}.json`);
	const { status } = await runShell(
		`vitest run --project ${project} --allowOnly=false --reporter=default --reporter=json --outputFile.json="${report}"`,
		"live",
	);
	return checkCounts(await loadCounts(report, parseVitestCounts), status);
}

async function runPlaywright(): Promise<Outcome> {
	const report = join(reports, "playwright.json");
	// https://playwright.dev/docs/test-reporters#json-reporter
	process.env.PLAYWRIGHT_JSON_OUTPUT_FILE = report;
	const { status } = await runShell("playwright test --forbid-only --reporter=dot,json", "live");
	return checkCounts(await loadCounts(report, parsePlaywrightCounts), status);
}

/** Undefined when there is no report that can be read. */
async function loadCounts(path: string, parse: (json: string) => Counts): Promise<Counts | undefined> {
	try {
		return parse(await readFile(path, "utf8"));
	} catch {
		return undefined;
	}
}

/** Through a shell, since on Windows the tools are .cmd files. `output` is both streams as they came; empty when live. */
function runShell(command: string, mode: "live" | "quiet"): Promise<{ status: number | null; output: string }> {
	return new Promise((resolve, reject) => {
		const child = spawn(command, { shell: true, stdio: mode === "live" ? "inherit" : ["ignore", "pipe", "pipe"] });
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
