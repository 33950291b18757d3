import { writeFileSync } from "node:fs";
import { join } from "node:path";

// Preloaded through NODE_OPTIONS into a process and all its children. Each records the peak of its memory when it exits.
process.on("exit", () => {
	const folder = process.env.BENCH_MEMORY;
	// Kilobytes: https://nodejs.org/api/process.html#processresourceusage
	if (folder) writeFileSync(join(folder, `${process.pid}`), String(process.resourceUsage().maxRSS));
});
