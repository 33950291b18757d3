import { cpus, freemem, loadavg, totalmem } from "node:os";
import { auditPages } from "./auditPages.ts";
import type { Extent, Measured } from "./figures.ts";
import { measurePaints } from "./measurePaints.ts";
import { measurePreviews } from "./measurePreviews.ts";
import { measurePublications } from "./measurePublications.ts";
import { weighPages } from "./weighPages.ts";
import { allPaths } from "./withRealSite.ts";

/** Pages that Lighthouse audits, unless the option `--pages` names others. */
const auditedPages = ["/", "/programmes", "/ru"];

const defaultRuns = "3";

type Benchmark = { title: string; measure: (extent: Extent) => Promise<Measured> };

const benchmarks: Record<string, Benchmark> = {
	paints: {
		title: "Paints on a slow phone: HTTP/2, 150 ms, 1.6 Mbit/s, a processor four times slower",
		measure: measurePaints,
	},
	weights: { title: "Before scrolling, on a phone of 412 points: KB of 1,000, as transferred", measure: weighPages },
	lighthouse: { title: "Lighthouse: slow 4G and a processor four times slower, simulated", measure: auditPages },
	publications: { title: "From webhook to live; services take 50 ms a request", measure: measurePublications },
	previews: {
		title: "Previews: requests to Contentful in a minute, and milliseconds until 20 tabs show a save",
		measure: measurePreviews,
	},
};

type BenchOptions = {
	/** Name of the only benchmark to run, such as `paints`. Default: all. */
	only?: string | undefined;
	/** Comma-separated paths of the pages whose paints are measured and that Lighthouse audits. */
	pages?: string | undefined;
	/** Number of repetitions of each measurement. */
	runs?: string | undefined;
	photos?: string | undefined;
	dpr: string;
	compare: string[];
	log: (line: string) => void;
};

/**
 * Runs the benchmarks.
 * @throws Error when an option has an invalid value
 */
export async function measureSite({ only, log, ...options }: BenchOptions) {
	const chosen = Object.entries(benchmarks).filter(([name]) => only === undefined || name === only);
	if (chosen.length === 0) throw new Error(`--only ${only}: there are ${Object.keys(benchmarks).join(", ")}.`);
	const extent = parseExtent(options);
	log(`${describeMachine()} Medians (least–most).`);
	const figures: Record<string, unknown> = {};
	const faults: string[] = [];
	for (const [name, { title, measure }] of chosen) {
		const measured = await measure(extent);
		log(`\n## ${title}\n\n${measured.report}`);
		figures[name] = measured.figures;
		faults.push(...(measured.faults ?? []));
	}
	return { figures, faults };
}

function parseExtent({ pages, runs = defaultRuns, photos, dpr, compare }: Omit<BenchOptions, "only" | "log">): Extent {
	const chosenPages = pages?.split(",");
	return {
		pages: chosenPages ?? allPaths,
		auditedPages: chosenPages ?? auditedPages,
		runs: parsePositive("runs", runs),
		photos,
		dpr: parsePositive("dpr", dpr),
		compare,
	};
}

function parsePositive(option: string, text: string): number {
	const number = Number(text);
	if (!(number > 0)) throw new Error(`--${option} ${text}: write a number above 0.`);
	return number;
}

function describeMachine(): string {
	const [total, free] = [totalmem(), freemem()].map((bytes) => (bytes / 1e9).toFixed(0));
	const load = loadavg()[0]?.toFixed(1);
	return `${cpus().length} × ${cpus()[0]?.model.trim()}, ${total} GB (${free} free), Node ${process.version}, load ${load}.`;
}
