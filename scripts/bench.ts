import { mkdir, writeFile } from "node:fs/promises";
import { runTask } from "./command.ts";
import { measureSite } from "./measure/bench.ts";

/** All figures, for programs. */
const resultFile = ".cache/bench.json";

await runTask(
	"bench",
	async ({ full, only, photos }) => {
		const figures = await measureSite({ full, only, photos, log: console.log });
		await mkdir(".cache", { recursive: true });
		await writeFile(resultFile, JSON.stringify(figures, undefined, "\t"));
		console.log(`\nAll figures: ${resultFile}`);
	},
	{ full: { type: "boolean", default: false }, only: { type: "string" }, photos: { type: "string" } },
);
