import { cpus, freemem, loadavg, totalmem } from "node:os";
import { auditPages } from "./auditPages.ts";
import type { Extent, Measured } from "./figures.ts";
import { measureBuilds } from "./measureBuilds.ts";
import { measurePublications } from "./measurePublications.ts";
import { measureVisits } from "./measureVisits.ts";
import { soak } from "./soak.ts";
import { weighPages } from "./weighPages.ts";
import { allPaths } from "./withRealSite.ts";

const quick: Extent = { isFull: false, pages: ["/", "/programmes", "/ru"], runs: 3, publications: 5 };
const full: Extent = { isFull: true, pages: allPaths, runs: 5, publications: 20 };

type Part = {
	title: string;
	/** Whether only `--full` or `--only` runs the part. */
	isLong?: boolean;
	measure: (extent: Extent) => Promise<Measured>;
};

const parts: Record<string, Part> = {
	weights: { title: "Before scrolling, on a phone of 412 points: KB of 1,000, as transferred", measure: weighPages },
	lighthouse: { title: "Lighthouse: slow 4G and a processor four times slower, simulated", measure: auditPages },
	visits: { title: "The second page, on a phone: slow 4G, a processor four times slower", measure: measureVisits },
	builds: { title: "Builds, in seconds", measure: measureBuilds },
	publications: { title: "From webhook to live; services take 50 ms a request", measure: measurePublications },
	soak: { title: "Requests during rebuilds", isLong: true, measure: soak },
};

type BenchOptions = {
	full: boolean;
	/** Name of the only part to run. */
	only: string | undefined;
	photos: string | undefined;
	log: (line: string) => void;
};

/**
 * Measures what the site costs a visitor and its owner.
 * @returns all figures by the name of their part, and the faults. Times are shown only; budgets of bytes are tests.
 * @throws Error when no part has the name `only`
 */
export async function measureSite({ full: isFull, only, photos, log }: BenchOptions) {
	const chosen = Object.entries(parts).filter(([name, { isLong }]) => (only ? name === only : isFull || !isLong));
	if (chosen.length === 0) throw new Error(`--only ${only}: there are ${Object.keys(parts).join(", ")}.`);
	log(`${describeMachine()} Medians (least–most).`);
	const figures: Record<string, unknown> = {};
	const faults: string[] = [];
	for (const [name, { title, measure }] of chosen) {
		const measured = await measure({ ...(isFull ? full : quick), photos });
		log(`\n## ${title}\n\n${measured.report}`);
		figures[name] = measured.figures;
		faults.push(...(measured.faults ?? []));
	}
	return { figures, faults };
}

function describeMachine(): string {
	const [total, free] = [totalmem(), freemem()].map((bytes) => (bytes / 1e9).toFixed(0));
	const load = loadavg()[0]?.toFixed(1);
	return `${cpus().length} × ${cpus()[0]?.model.trim()}, ${total} GB (${free} free), Node ${process.version}, load ${load}.`;
}
