import { mkdir, writeFile } from "node:fs/promises";
import { runTask } from "./command.ts";
import { measureSite, refuseBench } from "./measure/bench.ts";
import { formatBench } from "./measure/formatBench.ts";

/** All figures, for programs. */
const resultFile = ".cache/bench.json";

await runTask(
	"bench",
	async ({ full }) => {
		const result = await measureSite(full ? "full" : "quick", (what) => console.error(`… ${what}`));
		await mkdir(".cache", { recursive: true });
		await writeFile(resultFile, JSON.stringify(result, undefined, "\t"));
		console.log(`${formatBench(result)}\n\nAll figures: ${resultFile}`);
		refuseBench(result);
	},
	{ full: { type: "boolean", default: false } },
);
