import { writeFileSync } from "node:fs";
import { join } from "node:path";

// NODE_OPTIONS preloads this file into a process and its child processes. Each process then writes its peak memory to a
// file when it exits.
process.on("exit", () => {
	const folder = process.env.BENCH_MEMORY;
	// `maxRSS` is in kilobytes: https://nodejs.org/api/process.html#processresourceusage
	if (folder) writeFileSync(join(folder, `${process.pid}`), String(process.resourceUsage().maxRSS));
});
