import { findBrowser } from "../tests/tools/browser.ts";
import { isolateProcess } from "../tests/tools/isolation.ts";
import { measureGrowth } from "./bench/measureGrowth.ts";
import { measureLoad } from "./bench/measureLoad.ts";
import { measurePages } from "./bench/measurePages.ts";
import { measurePublications } from "./bench/measurePublications.ts";
import { runCommand } from "./command.ts";

await runCommand(
	"bench",
	`Measures the site, as docs/performance.md describes.
Example: npm run bench -- --only pages --pages /,/ru`,
	async ({ only, pages, runs }) => {
		// Finds or installs a browser now, because `isolateProcess` then blocks network access.
		await findBrowser();
		await isolateProcess();
		const parts = {
			publications: () => measurePublications(Number(runs)),
			load: () => measureLoad(Number(runs)),
			pages: () => measurePages(pages?.split(","), Number(runs)),
			growth: () => measureGrowth(Number(runs)),
		};
		for (const [name, measure] of Object.entries(parts))
			if (!only || only === name) await measure();
	},
	{
		only: { type: "string", help: "publications, load, pages or growth: measures no others" },
		pages: { type: "string", help: "<paths>: measures these, separated by commas" },
		runs: { type: "string", default: "3", help: "<number>: repeats each measurement" },
	},
);
