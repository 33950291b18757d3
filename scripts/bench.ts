import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { cpus, freemem, loadavg, totalmem } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Browser } from "@playwright/test";
import { localeCodes } from "../content/locales.ts";
import { pathOf, routeNames } from "../content/routes.ts";
import { startDemo } from "../demo/startDemo.ts";
import { runTask } from "./command.ts";
import { type Audit, auditPage, categories } from "./measure/audit.ts";
import { formatKilobytes, formatSpread, formatTable, medianOf } from "./measure/figures.ts";
import { type Growth, measureGrowth } from "./measure/growth.ts";
import { withBrowser, withFolder, withRealSite } from "./measure/realSite.ts";
import { type BuildCost, timeBuild } from "./measure/timeBuild.ts";
import { type Latencies, measureLatencies, type Weight, weighPage } from "./measure/visitPages.ts";

/** Every page, the English ones first. */
const allPaths = localeCodes.flatMap((locale) => routeNames.map((route) => pathOf(route, locale)));

/** Where all figures are written, for programs. */
const resultFile = ".cache/bench.json";

/** How much is measured: of what the browser does on the slow phone, which pages and how often; how often the rest. */
const extents = {
	quick: { pages: ["/", "/programmes", "/ru"], runs: 3, publications: 5 },
	full: { pages: undefined, runs: 5, publications: 20 },
} as const;

/** The most memory that a build of a hundred times the demo's entries may take, in megabytes. */
const mostMemory = 1000;

type Result = {
	machine: { processors: number; model: string; memory: number; load: number[]; node: string; date: string };
	weights: Record<string, Weight>;
	audits: Record<string, Audit[]>;
	latencies: Latencies[];
	builds: { cold: BuildCost[]; warm: BuildCost[] };
	publications: number[];
	growth: Growth[];
	/** What the soak says, and whether it is content; of the full bench. */
	soak?: { report: string; passed: boolean } | undefined;
};

/** Measures what the site costs a visitor and its owner, prints it as tables and writes all figures as JSON. */
await runTask(
	"bench",
	async ({ full }) => {
		const extent = extents[full ? "full" : "quick"];
		const step = (what: string) => console.error(`… ${what}`);
		const builds = await measureBuilds(extent.runs, step);
		const visits = await withRealSite((site) =>
			withBrowser(async (browser, port) => {
				const weights = await weighPages(browser, site, step);
				const latencies: Latencies[] = [];
				for (let run = 1; run <= extent.runs; run++) {
					step(`touching, ${run} of ${extent.runs}`);
					latencies.push(await measureLatencies(browser, site));
				}
				const audits: Record<string, Audit[]> = {};
				for (const path of extent.pages ?? allPaths) {
					step(`Lighthouse on ${path}, ${extent.runs} times`);
					const found: Audit[] = [];
					for (let run = 1; run <= extent.runs; run++) found.push(await auditPage(site + path, port, categories));
					audits[path] = found;
				}
				return { weights, latencies, audits };
			}),
		);
		step(`publishing, ${extent.publications} times`);
		const publications = await measurePublications(extent.publications);
		const growth = full ? await measureGrowth(step) : [];
		if (full) step("soaking, some minutes");
		const soak = full ? await runProgram("scripts/measure/soak.ts") : undefined;
		const result: Result = { machine: describeMachine(), ...visits, builds, publications, growth, soak };
		await mkdir(".cache", { recursive: true });
		await writeFile(resultFile, JSON.stringify(result, undefined, "\t"));
		console.log(formatResult(result));
		console.log(`\nAll figures: ${resultFile}`);
		refuseResult(result);
	},
	{ full: { type: "boolean", default: false } },
);

function describeMachine(): Result["machine"] {
	const [processor] = cpus();
	return {
		processors: cpus().length,
		model: processor?.model.trim() ?? "",
		memory: Math.round(totalmem() / 1e6),
		load: loadavg(),
		node: process.version,
		date: new Date().toISOString(),
	};
}

/** Cold: with nothing kept from earlier builds. Warm: when nothing has changed. */
async function measureBuilds(runs: number, step: (what: string) => void): Promise<Result["builds"]> {
	const demo = await startDemo();
	const variables = { ...demo.environment, SITE_URL: "https://bench.example" };
	try {
		return await withFolder(async (root) => {
			const cache = join(root, ".cache");
			step("building with nothing kept");
			const cold = [await timeBuild(root, cache, variables)];
			const warm: BuildCost[] = [];
			step(`building again, ${runs} times`);
			for (let run = 0; run < runs; run++) warm.push(await timeBuild(root, cache, variables));
			return { cold, warm };
		});
	} finally {
		await demo.close();
	}
}

async function weighPages(browser: Browser, site: string, step: (what: string) => void) {
	const weights: Record<string, Weight> = {};
	for (const path of allPaths) {
		step(`weighing ${path}`);
		weights[path] = await weighPage(browser, site + path);
	}
	return weights;
}

/** Milliseconds from a webhook to the page that shows what was published, on the local server. */
async function measurePublications(times: number): Promise<number[]> {
	// It has a budget of its own, and says so by its status; here all figures are wanted.
	const { report } = await runProgram("scripts/measure/webhookToLive.ts", "--times", String(times));
	const [, list] = /^([\d ]+)$/m.exec(report) ?? [];
	if (!list) throw new Error(`Nothing was published:\n${report}`);
	return list.split(" ").map(Number);
}

/** Runs a bench that is a program of its own: what it printed, and whether its status was 0. */
async function runProgram(...program: string[]): Promise<{ report: string; passed: boolean }> {
	return promisify(execFile)(process.execPath, program).then(
		({ stdout }) => ({ report: stdout.trim(), passed: true }),
		({ stdout, stderr }) => ({ report: `${stdout}${stderr}`.trim(), passed: false }),
	);
}

function formatResult({ machine, weights, audits, latencies, builds, publications, growth, soak }: Result): string {
	const { processors, model, memory, load, node } = machine;
	const kb = formatKilobytes;
	const middle = (name: keyof Audit["metrics"]) =>
		medianOf(Object.values(audits).map((runs) => medianOf(runs.map(({ metrics }) => metrics[name]))));
	const parts = [
		`${processors} × ${model}, ${(memory / 1000).toFixed(0)} GB (${(freemem() / 1e9).toFixed(0)} free), Node ${node}, load ${load[0]?.toFixed(1)}. Medians (least–most).`,
		"## Bytes on a phone of 412 points, in KB of 1,000; HTML and CSS: raw → brotli",
		formatTable(
			Object.entries(weights).map(([path, { html, css, atFirst, inTheEnd, requests, requestsToPaint }]) => ({
				page: path,
				HTML: `${kb(html.raw)} → ${kb(html.brotli)}`,
				"CSS in it": `${kb(css.raw)} → ${kb(css.brotli)}`,
				script: kb(atFirst.script),
				fonts: kb(atFirst.font),
				pictures: kb(atFirst.image),
				"all at first": kb(atFirst.everything),
				"script in the end": kb(inTheEnd.script),
				"pictures in the end": kb(inTheEnd.image),
				"requests to paint": requestsToPaint,
				"requests at first": requests,
			})),
		),
		"## On simulated slow 4G with a processor four times slower",
		formatTable([
			...Object.entries(audits).map(([path, runs]) => {
				const all = (name: keyof Audit["metrics"]) => runs.map((run) => run.metrics[name]);
				const seconds = (name: keyof Audit["metrics"]) =>
					formatSpread(
						all(name).map((value) => value / 1000),
						2,
					);
				return {
					page: path,
					"FCP s": seconds("fcp"),
					"LCP s": seconds("lcp"),
					"Speed Index s": seconds("speedIndex"),
					"blocking ms": formatSpread(all("blocking")),
					"layout shift": formatSpread(all("shift"), 3),
					"Lighthouse: performance, accessibility, practices, search": categories
						.map((name) => medianOf(runs.map(({ scores }) => scores[name] ?? 0)))
						.join(" "),
				};
			}),
			{
				page: "their median",
				"FCP s": (middle("fcp") / 1000).toFixed(2),
				"LCP s": (middle("lcp") / 1000).toFixed(2),
				"Speed Index s": (middle("speedIndex") / 1000).toFixed(2),
				"blocking ms": middle("blocking").toFixed(0),
				"layout shift": middle("shift").toFixed(3),
			},
		]),
		"## From a touch to its paint there, in ms",
		formatTable([
			{
				menu: spread(latencies, "menu"),
				language: spread(latencies, "toggle"),
				"until the page is in it": spread(latencies, "toggleUntilSwapped"),
				carousel: spread(latencies, "carousel"),
				section: spread(latencies, "section"),
			},
		]),
		"## Building, in seconds",
		formatTable(Object.entries(builds).map(([name, costs]) => ({ build: name, ...buildRow(costs) }))),
		`From webhook to live, with services that take 50 ms a request: ${formatSpread(publications)} ms`,
	];
	if (growth.length > 0) {
		parts.push(
			"## As content grows (builds with pictures already encoded)",
			formatTable(
				growth.map(({ name, builds: costs, documents }) => {
					const [heaviest = "", size] = Object.entries(documents).sort(([, a], [, b]) => b.brotli - a.brotli)[0] ?? [];
					return {
						content: name,
						...buildRow(costs),
						"home KB": `${kb(documents["index.html"]?.raw ?? 0)} → ${kb(documents["index.html"]?.brotli ?? 0)}`,
						"heaviest page KB": `${heaviest} ${kb(size?.raw ?? 0)} → ${kb(size?.brotli ?? 0)}`,
					};
				}),
			),
		);
	}
	if (soak) parts.push("## Requests and rebuilds without end", soak.report);
	return parts.join("\n\n");
}

function spread(latencies: Latencies[], name: keyof Latencies): string {
	return formatSpread(latencies.map((run) => run[name]));
}

function buildRow(costs: BuildCost[]): Record<string, string> {
	const of = (name: keyof BuildCost, digits: number) =>
		formatSpread(
			costs.map((cost) => cost[name]),
			digits,
		);
	return {
		pull: of("pull", 2),
		bundle: of("bundle", 2),
		render: of("render", 2),
		whole: of("whole", 2),
		"peak memory MB": of("memory", 0),
	};
}

/**
 * Fails for what no busy machine changes: points that Lighthouse takes away for anything but performance, memory, growth
 * beyond that of the content, and requests that fail. Other times are only shown; budgets of bytes are tests.
 * @throws Error
 */
function refuseResult({ audits, growth, soak }: Result): void {
	const faults = Object.entries(audits).flatMap(([path, runs]) =>
		categories.flatMap((name) => {
			const points = medianOf(runs.map(({ scores }) => scores[name] ?? 0));
			const why = [...new Set(runs.flatMap(({ failed }) => failed))].join(", ");
			return points < 100 && name !== "performance" ? [`${path} has ${points} points for ${name}: ${why}`] : [];
		}),
	);
	for (const { name, builds } of growth) {
		const memory = medianOf(builds.map((build) => build.memory));
		if (memory > mostMemory) faults.push(`${name}: a build takes ${memory} MB, at most ${mostMemory} are allowed.`);
	}
	const wholeOf = ({ builds }: Growth) => medianOf(builds.map(({ whole }) => whole));
	for (const [index, grown] of growth.entries()) {
		const smaller = growth[index - 1];
		// Each is at most ten times the one before.
		if (smaller && wholeOf(grown) > 10 * wholeOf(smaller)) {
			faults.push(
				`${grown.name}: a build takes ${wholeOf(grown).toFixed(1)} s, more than ten times that of ${smaller.name}.`,
			);
		}
	}
	if (soak && !soak.passed) faults.push("The soak failed.");
	if (faults.length > 0) throw new Error(faults.join("\n"));
}
