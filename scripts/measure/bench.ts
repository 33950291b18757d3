import { cpus, loadavg, totalmem } from "node:os";
import { join } from "node:path";
import type { Browser } from "@playwright/test";
import { startDemo } from "../../demo/startDemo.ts";
import { type Audit, auditPage, categories } from "./audit.ts";
import { medianOf } from "./figures.ts";
import { type Growth, measureGrowth } from "./growth.ts";
import { measurePublications } from "./publications.ts";
import { allPaths, withBrowser, withFolder, withRealSite } from "./realSite.ts";
import { type Soaking, soak } from "./soak.ts";
import { type BuildCost, timeBuild } from "./timeBuild.ts";
import { type Latencies, measureLatencies, type Weight, weighPage } from "./visitPages.ts";

/** How much is measured: of what the browser does on the slow phone, which pages and how often; how often the rest. */
const extents = {
	quick: { pages: ["/", "/programmes", "/ru"], runs: 3, publications: 5 },
	full: { pages: allPaths, runs: 5, publications: 20 },
} as const;

/** The most memory that a build of a hundred times the demo's entries may take, in megabytes. */
const mostMemory = 1000;

/** All figures of a bench. */
export type BenchResult = {
	machine: { processors: number; model: string; memory: number; load: number[]; node: string; date: string };
	weights: Record<string, Weight>;
	audits: Record<string, Audit[]>;
	latencies: Latencies[];
	builds: { cold: BuildCost[]; warm: BuildCost[] };
	/** Milliseconds from a webhook to the page that shows what was published. */
	publications: number[];
	growth: Growth[];
	/** Of the full bench. */
	soak?: Soaking | undefined;
};

/**
 * Measures what the site costs a visitor and its owner.
 * @param step is told what is being measured
 */
export async function measureSite(
	extentName: keyof typeof extents,
	step: (what: string) => void,
): Promise<BenchResult> {
	const extent = extents[extentName];
	const isFull = extentName === "full";
	const machine = describeMachine();
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
			for (const path of extent.pages) {
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
	const growth = isFull ? await measureGrowth(step) : [];
	if (isFull) step("soaking, some minutes");
	return { machine, ...visits, builds, publications, growth, soak: isFull ? await soak() : undefined };
}

function describeMachine(): BenchResult["machine"] {
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
async function measureBuilds(runs: number, step: (what: string) => void): Promise<BenchResult["builds"]> {
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

/**
 * Fails for what no busy machine changes: points that Lighthouse takes away for anything but performance, memory, growth
 * beyond that of the content, and requests that fail. Other times are only shown; budgets of bytes are tests.
 * @throws Error
 */
export function refuseBench({ audits, growth, soak }: BenchResult): void {
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
	if (soak) faults.push(...soak.faults);
	if (faults.length > 0) throw new Error(faults.join("\n"));
}
