import { mkdir, writeFile } from "node:fs/promises";
import { cpus, freemem, loadavg, totalmem } from "node:os";
import { runTask } from "./command.ts";
import { measureBuilds, measureGrowth } from "./measure/builds.ts";
import type { Extent, Measured } from "./measure/figures.ts";
import { filmPages } from "./measure/film.ts";
import { auditPages } from "./measure/lighthouse.ts";
import { measureDrafts, measurePublications } from "./measure/publications.ts";
import { allPaths } from "./measure/realSite.ts";
import { drawReport, type ReportFigures } from "./measure/report.ts";
import { soak } from "./measure/soak.ts";
import { measureVisits } from "./measure/visits.ts";
import { weighPages } from "./measure/weights.ts";
import { FaultsError } from "./shared/faults.ts";

/** All figures, for programs. */
const resultFile = ".cache/bench.json";
/** Some of them, to look at. */
const reportFile = ".cache/bench.html";

const quick: Extent = { pages: ["/", "/programmes", "/ru"], runs: 3, publications: 5 };
const full: Extent = { pages: allPaths, runs: 5, publications: 20 };

/** A part of the bench; `isLong` means that only the full one has it. */
type Part = { title: string; isLong?: boolean; measure: (extent: Extent) => Promise<Measured> };

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

// Times are only shown, and budgets of bytes are tests.
await runTask(
	"bench",
	async ({ full: isFull, only, photos }) => {
		const isChosen = ([name, { isLong }]: [string, Part]) => (only ? name === only : isFull || !isLong);
		const chosen = Object.entries(parts).filter(isChosen);
		if (chosen.length === 0) throw new Error(`--only ${only}: there are ${Object.keys(parts).join(", ")}.`);
		console.log(`${describeMachine()} Medians (least–most).`);
		const figures: Record<string, unknown> = {};
		const faults: string[] = [];
		for (const [name, { title, measure }] of chosen) {
			const measured = await measure({ ...(isFull ? full : quick), photos });
			console.log(`\n## ${title}\n\n${measured.report}`);
			figures[name] = measured.figures;
			faults.push(...(measured.faults ?? []));
		}
		await mkdir(".cache", { recursive: true });
		await writeFile(resultFile, JSON.stringify(figures, undefined, "\t"));
		await writeFile(reportFile, await drawReport(figures as ReportFigures));
		console.log(`\nAll figures: ${resultFile}; to look at: ${reportFile}`);
		if (faults.length > 0) throw new FaultsError(faults);
	},
	{ full: { type: "boolean", default: false }, only: { type: "string" }, photos: { type: "string" } },
);

function describeMachine(): string {
	const [total, free] = [totalmem(), freemem()].map((bytes) => (bytes / 1e9).toFixed(0));
	const load = loadavg()[0]?.toFixed(1);
	return `${cpus().length} × ${cpus()[0]?.model.trim()}, ${total} GB (${free} free), Node ${process.version}, load ${load}.`;
}
