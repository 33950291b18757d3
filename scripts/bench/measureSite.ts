import { cpus, freemem, loadavg, totalmem } from "node:os";
import { auditPages } from "./auditPages.ts";
import type { Extent, Measured } from "./figures.ts";
import { measureBuilds } from "./measureBuilds.ts";
import { measureInteractions } from "./measureInteractions.ts";
import { measurePaints } from "./measurePaints.ts";
import { measurePreviews } from "./measurePreviews.ts";
import { measurePublications } from "./measurePublications.ts";
import { measureVisits } from "./measureVisits.ts";
import { soak } from "./soak.ts";
import { weighPages } from "./weighPages.ts";
import { allPaths } from "./withRealSite.ts";

type Size = Pick<Extent, "isFull" | "auditedPages" | "runs" | "publications">;
const quick: Size = { isFull: false, auditedPages: ["/", "/programmes", "/ru"], runs: 3, publications: 5 };
const full: Size = { isFull: true, auditedPages: allPaths, runs: 5, publications: 20 };

type Benchmark = {
	title: string;
	/** Whether this benchmark runs only with the option `--full` or `--only`. */
	isLong?: boolean;
	measure: (extent: Extent) => Promise<Measured>;
};

const benchmarks: Record<string, Benchmark> = {
	paints: {
		title: "Paints on a slow phone: HTTP/2, 150 ms, 1.6 Mbit/s, a processor four times slower",
		measure: measurePaints,
	},
	weights: { title: "Before scrolling, on a phone of 412 points: KB of 1,000, as transferred", measure: weighPages },
	lighthouse: { title: "Lighthouse: slow 4G and a processor four times slower, simulated", measure: auditPages },
	visits: { title: "The second page, on a phone: slow 4G, a processor four times slower", measure: measureVisits },
	interactions: {
		title: "From a touch to the next paint, on a phone with a processor four times slower",
		measure: measureInteractions,
	},
	builds: { title: "Builds, in seconds", measure: measureBuilds },
	publications: { title: "From webhook to live; services take 50 ms a request", measure: measurePublications },
	previews: {
		title: "Previews: requests to Contentful in a minute, and milliseconds until 20 tabs show a save",
		isLong: true,
		measure: measurePreviews,
	},
	soak: { title: "Requests during rebuilds", isLong: true, measure: soak },
};

type BenchOptions = {
	full: boolean;
	/** Name of the only benchmark to run, such as `paints`. Default: all. */
	only?: string | undefined;
	/**
	 * Comma-separated paths of the pages whose paints are measured and that Lighthouse audits. Default: depends on
	 * `full`.
	 */
	pages?: string | undefined;
	/** Number of repetitions of each measurement. */
	runs?: string | undefined;
	photos?: string | undefined;
	dpr: string;
	trace: boolean;
	compare: string[];
	log: (line: string) => void;
};

/**
 * Runs the benchmarks.
 * @throws Error when an option has an invalid value
 */
export async function measureSite({ full: isFull, only, log, ...options }: BenchOptions) {
	const chosen = Object.entries(benchmarks).filter(([name, { isLong }]) => {
		if (only) return name === only;
		return isFull || !isLong;
	});
	if (chosen.length === 0) throw new Error(`--only ${only}: there are ${Object.keys(benchmarks).join(", ")}.`);
	const extent = chooseExtent(isFull, options);
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

function chooseExtent(
	isFull: boolean,
	{ pages, runs, photos, dpr, trace: shouldTrace, compare }: Omit<BenchOptions, "full" | "only" | "log">,
): Extent {
	const size = isFull ? full : quick;
	const chosenPages = pages?.split(",");
	return {
		...size,
		pages: chosenPages ?? allPaths,
		auditedPages: chosenPages ?? size.auditedPages,
		runs: runs === undefined ? size.runs : parsePositive("runs", runs),
		photos,
		dpr: parsePositive("dpr", dpr),
		shouldTrace,
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
