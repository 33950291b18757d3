import { findBrowser } from "../tests/tools/browser.ts";
import { isolateProcess } from "../tests/tools/isolation.ts";
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
		if (only !== "pages") await measurePublications(Number(runs));
		if (only !== "publications") await measurePages(pages?.split(","), Number(runs));
	},
	{
		only: { type: "string", help: "pages or publications: measures no others" },
		pages: { type: "string", help: "<paths>: measures these, separated by commas" },
		runs: { type: "string", default: "3", help: "<number>: repeats each measurement" },
	},
);
