import { writeFileSync } from "node:fs";
import { join } from "node:path";

// Preloaded through NODE_OPTIONS into a process and its child processes. Each process writes its peak memory to a file
// when it exits.
process.on("exit", () => {
	const folder = process.env.BENCH_MEMORY;
	// `maxRSS` is in kilobytes: https://nodejs.org/api/process.html#processresourceusage
	if (folder) writeFileSync(join(folder, `${process.pid}`), String(process.resourceUsage().maxRSS));
});
