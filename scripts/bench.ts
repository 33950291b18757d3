import { findBrowser } from "../tests/tools/browser.ts";
import { isolateProcess } from "../tests/tools/isolation.ts";
import { measurePages } from "./bench/measurePages.ts";
import { measurePublications } from "./bench/measurePublications.ts";
import { runCommand } from "./command.ts";

// `npm run bench`: measures the site, as docs/performance.md describes.

const flags = {
	only: { type: "string" },
	pages: { type: "string" },
	runs: { type: "string", default: "3" },
} as const;

// Finds or installs a browser now, because `isolateProcess` then blocks network access.
await findBrowser();
await isolateProcess();
await runCommand(
	"bench",
	async ({ only, pages, runs }) => {
		if (only !== "pages") await measurePublications(Number(runs));
		if (only !== "publications") await measurePages(pages?.split(","), Number(runs));
	},
	flags,
);
