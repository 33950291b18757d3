import { writeFileSync } from "node:fs";
import { join } from "node:path";

// Loaded into a process and, by NODE_OPTIONS, into all that it starts: each notes the most memory that it ever had.
process.on("exit", () => {
	const folder = process.env.BENCH_MEMORY;
	// Kilobytes: https://nodejs.org/api/process.html#processresourceusage
	if (folder) writeFileSync(join(folder, `${process.pid}`), String(process.resourceUsage().maxRSS));
});
