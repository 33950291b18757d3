import { findBrowser } from "../tests/tools/browser.ts";
import { isolateProcess } from "../tests/tools/isolation.ts";
import { measureGrowth } from "./bench/measureGrowth.ts";
import { measureLoad } from "./bench/measureLoad.ts";
import { measurePages } from "./bench/measurePages.ts";
import { measurePublications } from "./bench/measurePublications.ts";
import { measureVisits } from "./bench/measureVisits.ts";
import {
	compareWithFile,
	type Measure,
	type Results,
	report,
	saveResults,
} from "./bench/results.ts";
import { runCommand } from "./command.ts";

await runCommand(
	"bench",
	`Measures the site, as docs/performance.md describes.
Example: npm run bench -- --only pages --pages /,/ru`,
	async ({ only, pages, runs, rival, save, compare }) => {
		// Finds or installs a browser now, because `isolateProcess` then blocks network access.
		await findBrowser();
		await isolateProcess();
		const parts: Record<string, Measure> = {
			publications: () => measurePublications(Number(runs)),
			load: () => measureLoad(Number(runs)),
			pages: () => measurePages(pages?.split(","), Number(runs), rival),
			growth: () => measureGrowth(Number(runs)),
			visits: () => measureVisits(Number(runs), rival),
		};
		const results: Results = {};
		for (const [part, measure] of Object.entries(parts)) {
			if (only && part !== only) continue;
			results[part] = await report(part, measure);
		}
		if (save) await saveResults(save, results);
		if (compare) await compareWithFile(compare, results);
	},
	{
		only: {
			type: "string",
			help: "publications, load, pages, growth or visits: measures no others",
		},
		pages: { type: "string", help: "<paths>: measures these, separated by commas" },
		runs: { type: "string", default: "3", help: "<number>: repeats each measurement" },
		rival: {
			type: "string",
			help: "<folder>: also measures another built site with the same pages",
		},
		save: { type: "string", help: "<file>: writes the figures into this file" },
		compare: { type: "string", help: "<file>: prints how the figures differ from saved ones" },
	},
);
