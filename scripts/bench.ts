import { mkdir, writeFile } from "node:fs/promises";
import { findBrowser } from "../tests/tools/browser.ts";
import { isolateProcess } from "../tests/tools/isolation.ts";
import { runTask } from "./command.ts";
import { measureSite } from "./measure/bench.ts";
import { drawReport, type ReportFigures } from "./measure/report.ts";
import { FaultsError } from "./shared/faults.ts";

/** All figures, for programs. */
const resultFile = ".cache/bench.json";
/** Some of them, to look at. */
const reportFile = ".cache/bench.html";

// A missing browser is installed first: afterwards no other machine can be reached.
await findBrowser();
await isolateProcess();
await runTask(
	"bench",
	async ({ full, only, photos }) => {
		const { figures, faults } = await measureSite({ full, only, photos, log: console.log });
		await mkdir(".cache", { recursive: true });
		await writeFile(resultFile, JSON.stringify(figures, undefined, "\t"));
		await writeFile(reportFile, await drawReport(figures as ReportFigures));
		console.log(`\nAll figures: ${resultFile}; to look at: ${reportFile}`);
		if (faults.length > 0) throw new FaultsError(faults);
	},
	{ full: { type: "boolean", default: false }, only: { type: "string" }, photos: { type: "string" } },
);
