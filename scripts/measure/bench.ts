import { cpus, freemem, loadavg, totalmem } from "node:os";
import { measureBuilds, measureGrowth } from "./builds.ts";
import type { Extent, Measured } from "./figures.ts";
import { filmPages } from "./film.ts";
import { auditPages } from "./lighthouse.ts";
import { measureDrafts, measurePublications } from "./publications.ts";
import { allPaths } from "./realSite.ts";
import { soak } from "./soak.ts";
import { measureVisits } from "./visits.ts";
import { weighPages } from "./weights.ts";

const quick: Extent = { pages: ["/", "/programmes", "/ru"], runs: 3, publications: 5 };
const full: Extent = { pages: allPaths, runs: 5, publications: 20 };

type Part = {
	title: string;
	/** Whether only the full bench has it. */
	isLong?: boolean;
	measure: (extent: Extent) => Promise<Measured>;
};

const parts: Record<string, Part> = {
	weights: { title: "Before scrolling, on a phone of 412 points: KB of 1,000, as transferred", measure: weighPages },
	lighthouse: { title: "Lighthouse: slow 4G and a processor four times slower, simulated", measure: auditPages },
	visits: {
		title: "The second page, on a phone: slow 4G and a processor four times slower",
		measure: measureVisits,
	},
	films: { title: "First loads, filmed on slow 4G with a processor four times slower", measure: filmPages },
	builds: { title: "Building, in seconds", measure: measureBuilds },
	publications: {
		title: "From webhook to live, with services that take 50 ms a request",
		measure: measurePublications,
	},
	drafts: {
		title: "From saving a draft to an open page of the preview, with services that take 50 ms a request",
		measure: measureDrafts,
	},
	growth: { title: "As content grows (builds with pictures already encoded)", isLong: true, measure: measureGrowth },
	soak: { title: "Requests and rebuilds without end", isLong: true, measure: () => soak() },
};

/**
 * Measures what the site costs a visitor and its owner.
 * @param options with `only`, the name of a part, that part alone; with `photos`, pages with the photographs of that folder
 * @returns all figures, by the name of their part, and what is wrong: times are only shown, and budgets of bytes are tests
 * @throws Error when no part has the name
 */
export async function measureSite(options: {
	full: boolean;
	only: string | undefined;
	photos: string | undefined;
	log: (line: string) => void;
}): Promise<{ figures: Record<string, unknown>; faults: string[] }> {
	const { only, photos, log } = options;
	const isChosen = ([name, { isLong }]: [string, Part]) => (only ? name === only : options.full || !isLong);
	const chosen = Object.entries(parts).filter(isChosen);
	if (chosen.length === 0) throw new Error(`--only ${only}: there are ${Object.keys(parts).join(", ")}.`);
	log(`${describeMachine()} Medians (least–most).`);
	const figures: Record<string, unknown> = {};
	const faults: string[] = [];
	for (const [name, { title, measure }] of chosen) {
		const measured = await measure({ ...(options.full ? full : quick), photos });
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
