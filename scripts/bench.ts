import { cpus, loadavg } from "node:os";
import { findBrowser } from "../tests/tools/browser.ts";
import { isolateProcess } from "../tests/tools/isolation.ts";
import { auditPages } from "./bench/auditPages.ts";
import type { Extent } from "./bench/figures.ts";
import { measurePaints } from "./bench/measurePaints.ts";
import { measurePublications } from "./bench/measurePublications.ts";
import { weighPages } from "./bench/weighPages.ts";
import { runCommand } from "./command.ts";
import { FaultsError } from "./shared/faults.ts";

// `npm run bench`: measures the site, as docs/performance.md describes.

/**
 * `measure` prints a table, and returns failures that do not depend on the load of the machine. With a failure, the
 * command exits with an error.
 */
type Benchmark = { title: string; measure: (extent: Extent) => Promise<string[]> };

const benchmarks: Record<string, Benchmark> = {
	paints: {
		title: "Paints on a slow phone: HTTP/2, 150 ms, 1.6 Mbit/s, a processor four times slower",
		measure: measurePaints,
	},
	weights: {
		title: "Before scrolling, on a phone of 412 points: KB of 1,000, as transferred",
		measure: weighPages,
	},
	lighthouse: {
		title: "Lighthouse: slow 4G and a processor four times slower, simulated",
		measure: auditPages,
	},
	publications: {
		title: "From webhook to live; services take 50 ms a request",
		measure: measurePublications,
	},
};

// Finds or installs a browser now, because `isolateProcess` then blocks network access.
await findBrowser();
await isolateProcess();
await runCommand(
	"bench",
	async ({ only, pages, runs }) => {
		const chosen = Object.entries(benchmarks).filter(
			([name]) => only === undefined || name === only,
		);
		if (chosen.length === 0)
			throw new Error(`--only ${only}: there are ${Object.keys(benchmarks).join(", ")}.`);
		const extent: Extent = { pages: pages?.split(","), runs: Number(runs) };
		if (!(extent.runs > 0)) throw new Error(`--runs ${runs}: write a number above 0.`);
		console.log(
			`${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}, load ${loadavg()[0]?.toFixed(1)}.`,
		);
		const faults: string[] = [];
		for (const [, { title, measure }] of chosen) {
			console.log(`\n${title}`);
			faults.push(...(await measure(extent)));
		}
		if (faults.length > 0) throw new FaultsError(faults);
	},
	{ only: { type: "string" }, pages: { type: "string" }, runs: { type: "string", default: "3" } },
);
