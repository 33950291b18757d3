import { mkdir, writeFile } from "node:fs/promises";
import { findBrowser } from "../tests/tools/browser.ts";
import { isolateProcess } from "../tests/tools/isolation.ts";
import { measureSite } from "./bench/measureSite.ts";
import { runCommand } from "./command.ts";
import { FaultsError } from "./shared/faults.ts";

const resultFile = ".cache/bench.json";

// Finds or installs a browser now, because `isolateProcess` then blocks network access.
await findBrowser();
await isolateProcess();
await runCommand(
	"bench",
	async (options) => {
		const { figures, faults } = await measureSite({ ...options, log: console.log });
		await mkdir(".cache", { recursive: true });
		await writeFile(resultFile, JSON.stringify(figures, undefined, "\t"));
		console.log(`\nAll figures: ${resultFile}`);
		if (faults.length > 0) throw new FaultsError(faults);
	},
	{
		only: { type: "string" },
		pages: { type: "string" },
		runs: { type: "string" },
		photos: { type: "string" },
		dpr: { type: "string", default: "1.75" },
		compare: { type: "string", multiple: true, default: [] },
	},
);
